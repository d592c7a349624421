#include "tablic/points.h"

namespace tablic {
namespace {

enum Rank { ACE = 0, TEN = 9, JACK = 10 };

Rank rank_of(v1::Card card) { return static_cast<Rank>((card - 1) / 4); }

bool is_club(v1::Card card) { return (card - 1) % 4 == 0; }

// Every ace counts 1 here.
int value_of(v1::Card card) {
  const int rank = rank_of(card);
  return rank < JACK ? rank + 1 : rank + 2;
}

int points_of_rank(v1::Card card, const v1::Rules& rules) {
  if (card == v1::CARD_TD) return rules.points_ten_diamonds();
  if (card == v1::CARD_2C) return rules.points_two_clubs();
  const Rank rank = rank_of(card);
  if (rank == ACE) return rules.points_ace();
  if (rank == TEN) return rules.points_ten();
  return rank >= JACK ? rules.points_court() : 0;
}

}  // namespace

int card_points(v1::Card card, const v1::Rules& rules) {
  return points_of_rank(card, rules) + (is_club(card) ? rules.points_each_club() : 0);
}

int pile_points(std::uint64_t pile, const v1::Rules& rules) {
  int points = 0;
  for (int number = 1; number <= 52; ++number)
    if (pile >> (number - 1) & 1) points += card_points(static_cast<v1::Card>(number), rules);
  return points;
}

int tabla_points(const v1::Play& play, const v1::Rules& rules) {
  if (rules.jack() == "sweep" && rank_of(play.card()) == JACK) return 0;
  if (rules.tabla() == "points") return rules.tabla_points();
  const int value = rank_of(play.card()) == ACE ? 11 : value_of(play.card());
  int total = value;
  for (const int card : play.taken()) total += value_of(static_cast<v1::Card>(card));
  // As many aces count 11 as the groups need to add up.
  while (total % value != 0) total += 10;
  return total;
}

int side_of(std::uint32_t seat, const v1::Rules& rules) {
  return static_cast<int>(rules.teams() ? seat % 2 : seat);
}

int claim_total(const v1::Turn& turn, const v1::Rules& rules) {
  const int side = side_of(turn.seat(), rules);
  return turn.totals(side) + pile_points(turn.piles(side), rules) +
         static_cast<int>(turn.tablas(side));
}

}  // namespace tablic
