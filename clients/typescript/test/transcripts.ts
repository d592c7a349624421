import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { equals, fromJson, type JsonValue } from "@bufbuild/protobuf";

import { type Bot, type Game, type Play, Player, type Turn } from "../src/index.js";
import {
  type Answer,
  AnswerSchema,
  PlayRequestSchema,
  type PlayResponse,
  PlayResponseSchema,
} from "../src/tablic/v1/referee_pb.js";

/** A message of the referee, and the answers that follow it. */
export interface Step {
  message: PlayResponse;
  answers: Answer[];
}

const FOLDER = process.env["TABLIC_CONFORMANCE"] ?? "../conformance";

/** The transcripts of clients/conformance, or of the folder that TABLIC_CONFORMANCE names. */
export const TRANSCRIPTS = readdirSync(FOLDER).filter((name) => name.endsWith(".jsonl"));

export function steps(name: string): Step[] {
  const found: Step[] = [];
  for (const text of readFileSync(join(FOLDER, name), "utf8").trim().split("\n")) {
    const line = JSON.parse(text) as { to_bot?: JsonValue; from_bot?: JsonValue };
    if (line.to_bot !== undefined) {
      found.push({ message: fromJson(PlayResponseSchema, line.to_bot), answers: [] });
    } else {
      found.at(-1)!.answers.push(...fromJson(PlayRequestSchema, line.from_bot!).answers);
    }
  }
  return found;
}

/** Has a bot play a transcript, and looks at each of its answers. */
export function playTranscript(
  name: string,
  newBot: (game: Game) => Bot,
  look: (turn: Turn, given: Answer, written: Answer) => void,
): void {
  const player = new Player({ name: "tested" }, newBot);
  for (const { message, answers } of steps(name)) {
    const given = [...player.take(message)].flatMap((request) => request.answers);
    const turns = message.events.flatMap(({ kind }) => (kind.case === "turn" ? [kind.value] : []));
    assert.deepEqual(given.map(({ turn }) => turn), turns.map(({ turn }) => turn));
    turns.forEach((turn, n) => look(turn, given[n]!, answers[n]!));
  }
}

/** Whether two answers are the same, in whatever order the taken cards stand. */
export function assertSame(given: Answer, written: Answer): void {
  if (given.decision.case === "play" && written.decision.case === "play") {
    assert.equal(given.table, written.table);
    assert.equal(textOf(given.decision.value), textOf(written.decision.value));
  } else {
    assert.ok(equals(AnswerSchema, given, written));
  }
}

/** A play, with the taken cards in order. */
export function textOf(play: Play): string {
  return JSON.stringify([play.card, play.claim, play.taken.toSorted((a, b) => a - b)]);
}
