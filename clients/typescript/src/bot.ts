import type { Play } from "./tablic/v1/cards_pb.js";
import type { Event, Turn } from "./tablic/v1/events_pb.js";
import type { TimeControl } from "./tablic/v1/referee_pb.js";
import type { Rules } from "./tablic/v1/rules_pb.js";

/** What plays one seat of one game. Only `choose` must be there. */
export interface Bot {
  /** The play to make: one of `turn.legalPlays`, or another legal one. It may carry a claim. */
  choose(turn: Turn): Play;
  /** Whether to keep the talon; a bot without this does not keep it. */
  keepTalon?(turn: Turn): boolean;
  /** Whether to claim the target instead of making a play; a bot without this never does. */
  claims?(turn: Turn): boolean;
  /** Told every event of its table, in order, with `events`; else the end of its game and faults. */
  hear?(event: Event): void;
}

/** What a bot knows before its first turn. */
export interface Game {
  rules: Rules;
  timeControl: TimeControl;
  seat: number;
  /** For the bot's own randomness, so that the same game can be played again the same way. */
  seed: bigint;
}

/** What the referee is told of a bot. */
export interface Options {
  name: string;
  version?: string;
  /** How many games it plays at once at most: 128 unless it says so. */
  maxTables?: number;
  /** Whether all that happens is to be told, and not turns alone. */
  events?: boolean;
}
