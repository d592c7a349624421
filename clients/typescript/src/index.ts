/** Plays Tablić in an arena: write a bot, and call `run`. */
export type { Bot, Game, Options } from "./bot.js";
export { Player, RefereeError } from "./player.js";
export { cardPoints, cardsOf, rankOf, tablaPoints } from "./points.js";
export { play, run } from "./run.js";
export { Card, type Play, PlaySchema } from "./tablic/v1/cards_pb.js";
export { DecisionKind, type Event, type Turn, TurnSchema } from "./tablic/v1/events_pb.js";
export { type Rules, RulesSchema } from "./tablic/v1/rules_pb.js";
