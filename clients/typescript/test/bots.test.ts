import assert from "node:assert/strict";
import { test } from "node:test";

import { GreedyBot } from "../bots/greedy/greedy.js";
import { RandomBot } from "../bots/random/random.js";
import { DecisionKind } from "../src/index.js";
import { assertSame, playTranscript, textOf, TRANSCRIPTS } from "./transcripts.js";

for (const name of TRANSCRIPTS) {
  test(`the greedy bot answers as is written in ${name}`, () => {
    playTranscript(
      name,
      (game) => new GreedyBot(game),
      (_turn, given, written) => assertSame(given, written),
    );
  });

  test(`the random bot makes legal plays in ${name}`, () => {
    playTranscript(
      name,
      (game) => new RandomBot(game),
      (turn, { decision }) => {
        if (turn.decision === DecisionKind.KEEP_TALON) {
          assert.deepEqual(decision, { case: "keepTalon", value: false });
          return;
        }
        assert.ok(decision.case === "play");
        assert.ok(turn.legalPlays.map(textOf).includes(textOf(decision.value)));
      },
    );
  });
}
