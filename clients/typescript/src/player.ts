import { create } from "@bufbuild/protobuf";

import type { Bot, Game, Options } from "./bot.js";
import { DecisionKind, type Event, type Turn } from "./tablic/v1/events_pb.js";
import {
  type Answer,
  AnswerSchema,
  ClaimSchema,
  FarewellReason,
  type MatchStarted,
  type PlayRequest,
  PlayRequestSchema,
  type PlayResponse,
} from "./tablic/v1/referee_pb.js";

const PROTOCOL_VERSION = 1;
const SDK_VERSION = "0.1.0";
const DEFAULT_TABLES = 128;
// Answers are sent when all turns of a message are answered, or so long after the first, so that
// one slow table does not hold up the others.
const HOLD_MILLISECONDS = 2;

/** The referee has refused, or is lost. */
export class RefereeError extends Error {}

/** A bot at any number of tables: messages in, answers out, no stream. */
export class Player {
  /** Whether the referee has said farewell. */
  done = false;
  private start?: MatchStarted;
  private readonly bots = new Map<number, Bot>();

  /** A player that makes a bot for each game; `log` is told of faults. */
  constructor(
    private readonly options: Options,
    private readonly newBot: (game: Game) => Bot,
    private readonly log: (line: string) => void = console.error,
  ) {}

  /** The first message of a stream. */
  hello(token: string): PlayRequest {
    return create(PlayRequestSchema, {
      hello: {
        protocolVersion: PROTOCOL_VERSION,
        sdkName: "tablic for TypeScript",
        sdkVersion: SDK_VERSION,
        token,
        botName: this.options.name,
        botVersion: this.options.version ?? "",
        decisionKinds: [DecisionKind.PLAY, DecisionKind.PLAY_OR_CLAIM, DecisionKind.KEEP_TALON],
        maxTables: this.options.maxTables ?? DEFAULT_TABLES,
        turnsOnly: !this.options.events,
      },
    });
  }

  /** Reads a message; yields the requests to send, each before the next is thought about. */
  *take(message: PlayResponse): Generator<PlayRequest> {
    if (message.refusal) {
      throw new RefereeError(`the referee refuses: ${message.refusal.message}`);
    }
    this.start = message.matchStarted ?? this.start;
    let answers: Answer[] = [];
    let first = 0;
    for (const event of message.events) {
      if (event.kind.case !== "turn") {
        this.tell(event);
        continue;
      }
      answers.push(this.decide(event.table, event.kind.value));
      const now = performance.now();
      if (answers.length === 1) {
        first = now;
      } else if (now - first > HOLD_MILLISECONDS) {
        yield create(PlayRequestSchema, { answers });
        answers = [];
      }
    }
    if (answers.length > 0) {
      yield create(PlayRequestSchema, { answers });
    }
    this.leave(message);
  }

  private decide(table: number, turn: Turn): Answer {
    const bot = this.bots.get(table);
    if (!bot) {
      throw new RefereeError(`the referee asks at table ${table}, where no game has started`);
    }
    return create(AnswerSchema, { table, turn: turn.turn, decision: decisionOf(bot, turn) });
  }

  private tell(event: Event): void {
    const { kind, table } = event;
    if (kind.case === "gameStarted") {
      const { rules, timeControl } = this.start ?? {};
      if (!rules || !timeControl) {
        throw new RefereeError("the referee has started a game before a match");
      }
      const { seat, seed } = kind.value;
      this.bots.set(table, this.newBot({ rules, timeControl, seat, seed }));
    }
    if (kind.case === "fault" && kind.value.message) {
      this.log(kind.value.message);
    }
    this.bots.get(table)?.hear?.(event);
    if (kind.case === "gameFinished") {
      this.bots.delete(table);
    }
  }

  private leave({ farewell }: PlayResponse): void {
    if (farewell?.reason === FarewellReason.FAULT) {
      this.log(farewell.message);
    }
    this.done = farewell !== undefined;
  }
}

function decisionOf(bot: Bot, turn: Turn): Answer["decision"] {
  if (turn.decision === DecisionKind.KEEP_TALON) {
    return { case: "keepTalon", value: bot.keepTalon?.(turn) ?? false };
  }
  if (turn.decision === DecisionKind.PLAY_OR_CLAIM && bot.claims?.(turn)) {
    return { case: "claim", value: create(ClaimSchema) };
  }
  return { case: "play", value: bot.choose(turn) };
}
