// What cards and tablas score: docs/rules.md.
#include "tablic/points.h"

#include <gtest/gtest.h>

namespace tablic {
namespace {

v1::Rules rules() {
  v1::Rules rules;
  rules.set_jack("value");
  rules.set_tabla("points");
  rules.set_tabla_points(1);
  rules.set_points_ace(1);
  rules.set_points_court(1);
  rules.set_points_ten(1);
  rules.set_points_ten_diamonds(2);
  rules.set_points_two_clubs(1);
  return rules;
}

v1::Play play(v1::Card card, std::initializer_list<v1::Card> taken) {
  v1::Play play;
  play.set_card(card);
  for (const v1::Card other : taken) play.add_taken(other);
  return play;
}

TEST(Points, OfCards) {
  EXPECT_EQ(card_points(v1::CARD_TD, rules()), 2);
  EXPECT_EQ(card_points(v1::CARD_TS, rules()), 1);
  EXPECT_EQ(card_points(v1::CARD_2C, rules()), 1);
  EXPECT_EQ(card_points(v1::CARD_2D, rules()), 0);
  EXPECT_EQ(card_points(v1::CARD_KH, rules()), 1);
  EXPECT_EQ(pile_points((1ull << 52) - 1, rules()), 22);
}

TEST(Points, OfClubsComeOnTop) {
  v1::Rules clubs = rules();
  clubs.set_points_each_club(1);
  EXPECT_EQ(card_points(v1::CARD_2C, clubs), 2);
  EXPECT_EQ(pile_points((1ull << 52) - 1, clubs), 22 + 13);
}

TEST(Points, OfATablaByPointsOrByValue) {
  v1::Rules value = rules();
  value.set_tabla("value");
  EXPECT_EQ(tabla_points(play(v1::CARD_9S, {v1::CARD_9D}), rules()), 1);
  EXPECT_EQ(tabla_points(play(v1::CARD_9S, {v1::CARD_9D, v1::CARD_4C, v1::CARD_5C}), value), 27);
  EXPECT_EQ(tabla_points(play(v1::CARD_AS, {v1::CARD_AD}), value), 22);
  EXPECT_EQ(tabla_points(play(v1::CARD_KS, {v1::CARD_AD, v1::CARD_3D}), value), 28);
}

TEST(Points, NoneOfAJackThatSweeps) {
  v1::Rules sweep = rules();
  sweep.set_jack("sweep");
  EXPECT_EQ(tabla_points(play(v1::CARD_JS, {v1::CARD_9D}), sweep), 0);
}

TEST(Points, OfAClaimAreThoseOfTheSide) {
  v1::Rules teams = rules();
  teams.set_teams(true);
  v1::Turn turn;
  turn.set_seat(3);
  for (const int total : {10, 20}) turn.add_totals(total);
  for (const int tabla : {0, 3}) turn.add_tablas(tabla);
  for (const std::uint64_t pile : {0ull, 1ull << (v1::CARD_TD - 1)}) turn.add_piles(pile);
  EXPECT_EQ(claim_total(turn, teams), 25);
}

}  // namespace
}  // namespace tablic
