import assert from "node:assert/strict";
import { test } from "node:test";

import { create } from "@bufbuild/protobuf";

import {
  Card,
  cardPoints,
  cardsOf,
  PlaySchema,
  RulesSchema,
  tablaPoints,
  TurnSchema,
} from "../src/index.js";

test("the value of a tabla is that of its groups", () => {
  const rules = create(RulesSchema, { tabla: "value", jack: "sweep" });
  const points = (card: Card, ...taken: Card[]): number =>
    tablaPoints(create(PlaySchema, { card, taken }), create(TurnSchema, { table: taken }), rules);
  assert.equal(points(Card.CARD_KC, Card.CARD_KD), 28);
  assert.equal(points(Card.CARD_8C, Card.CARD_5D, Card.CARD_3S, Card.CARD_8D), 24);
  assert.equal(points(Card.CARD_AC, Card.CARD_AD), 22);
  assert.equal(points(Card.CARD_QC, Card.CARD_AD, Card.CARD_2D), 26);
  assert.equal(points(Card.CARD_JC, Card.CARD_JD), 0);
});

test("cards score as the rules say", () => {
  const rules = create(RulesSchema, {
    pointsAce: 1,
    pointsCourt: 1,
    pointsTen: 1,
    pointsTenDiamonds: 2,
    pointsTwoClubs: 1,
    pointsEachClub: 5,
  });
  const cards = [Card.CARD_AH, Card.CARD_TD, Card.CARD_2C, Card.CARD_JS, Card.CARD_9S];
  assert.equal(cardPoints(cards, rules), 1 + 1 + 2 + 1 + 5 + 1);
  assert.deepEqual(cardsOf(0b10001n), [Card.CARD_AC, Card.CARD_2C]);
});
