import { Card, type Play } from "./tablic/v1/cards_pb.js";
import type { Turn } from "./tablic/v1/events_pb.js";
import type { Rules } from "./tablic/v1/rules_pb.js";

const CLUBS = 0;
const JACK = 10;
const TEN = 9;

/** The rank of a card: 0 for an ace, up to 12 for a king. */
export function rankOf(card: Card): number {
  return (card - 1) >> 2;
}

/** The cards of a mask, such as those of `turn.piles`. */
export function cardsOf(mask: bigint): Card[] {
  const cards: Card[] = [];
  for (let card = 1, rest = mask; rest > 0n; card += 1, rest >>= 1n) {
    if (rest & 1n) {
      cards.push(card);
    }
  }
  return cards;
}

/** What cards score by themselves. */
export function cardPoints(cards: Iterable<Card>, rules: Rules): number {
  let points = 0;
  for (const card of cards) {
    points += pointsOf(card, rules);
  }
  return points;
}

/** What a play scores for taking the whole table, if it does. */
export function tablaPoints(play: Play, turn: Turn, rules: Rules): number {
  const sweepingJack = rules.jack === "sweep" && rankOf(play.card) === JACK;
  if (play.taken.length === 0 || play.taken.length !== turn.table.length || sweepingJack) {
    return 0;
  }
  return rules.tabla === "points" ? rules.tablaPoints : tablaValue(play);
}

function pointsOf(card: Card, rules: Rules): number {
  const rank = rankOf(card);
  let points = (card - 1) % 4 === CLUBS ? rules.pointsEachClub : 0;
  if (rank === 0) points += rules.pointsAce;
  if (rank === TEN) points += rules.pointsTen;
  if (rank >= JACK) points += rules.pointsCourt;
  if (card === Card.CARD_TD) points += rules.pointsTenDiamonds;
  if (card === Card.CARD_2C) points += rules.pointsTwoClubs;
  return points;
}

/** The value of all cards of a tabla: that of the played card, for it and for each group. */
function tablaValue(play: Play): number {
  const value = valueOf(play.card) === 1 ? 11 : valueOf(play.card);
  let total = play.taken.map(valueOf).reduce((sum, each) => sum + each);
  while (total % value !== 0) {
    total += 10; // an ace counts 11
  }
  return value + total;
}

function valueOf(card: Card): number {
  const rank = rankOf(card);
  return rank < JACK ? rank + 1 : rank + 2; // a jack is 12, a queen 13, a king 14
}
