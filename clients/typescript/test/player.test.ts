import assert from "node:assert/strict";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";

import { type Bot, Player, RefereeError } from "../src/index.js";
import {
  type Answer,
  FarewellReason,
  PlayResponseSchema,
} from "../src/tablic/v1/referee_pb.js";
import { assertSame, playTranscript, steps, TRANSCRIPTS } from "./transcripts.js";

const noBot = (): Bot => assert.fail();

for (const name of TRANSCRIPTS) {
  test(`the player answers as is written in ${name}`, () => {
    const written = new Map<bigint, Answer["decision"]>();
    for (const answer of steps(name).flatMap(({ answers }) => answers)) {
      written.set(answer.turn, answer.decision);
    }
    const bot: Bot = {
      choose: ({ turn }) => {
        const decision = written.get(turn);
        return decision?.case === "play" ? decision.value : assert.fail();
      },
      keepTalon: ({ turn }) => written.get(turn)?.value === true,
      claims: ({ turn }) => written.get(turn)?.case === "claim",
    };
    playTranscript(name, () => bot, (_turn, given, expected) => assertSame(given, expected));
  });
}

test("the hello names what the bot can do", () => {
  const { hello } = new Player({ name: "pike", events: true }, noBot).hello("secret");
  assert.equal(hello?.token, "secret");
  assert.equal(hello?.botName, "pike");
  assert.equal(hello?.maxTables, 128);
  assert.equal(hello?.turnsOnly, false);
  assert.equal(hello?.decisionKinds.length, 3);
});

test("a refusal is an error", () => {
  const message = create(PlayResponseSchema, { refusal: { message: "no room" } });
  assert.throws(
    () => [...new Player({ name: "pike" }, noBot).take(message)],
    new RefereeError("the referee refuses: no room"),
  );
});

test("a farewell ends it, and a fault is told", () => {
  const lines: string[] = [];
  const player = new Player({ name: "pike" }, noBot, (line) => lines.push(line));
  const farewell = { reason: FarewellReason.FAULT, message: "too many" };
  assert.deepEqual([...player.take(create(PlayResponseSchema, { farewell }))], []);
  assert.ok(player.done);
  assert.deepEqual(lines, ["too many"]);
});
