// A bot that takes the most points it can now, and otherwise lays the card that costs least.
#pragma once

#include <tablic/bot.h>
#include <tablic/points.h>

#include <algorithm>
#include <utility>

class Greedy : public tablic::Bot {
 public:
  using Bot::Bot;

  // The play worth most at once; of those that are equal the first.
  tablic::v1::Play choose(const tablic::v1::Turn& turn) override {
    const auto& plays = turn.legal_plays();
    return *std::max_element(plays.begin(), plays.end(), [&](const auto& one, const auto& other) {
      return worth(turn, one) < worth(turn, other);
    });
  }

  // A claim that is right.
  bool claim(const tablic::v1::Turn& turn) override {
    return tablic::claim_total(turn, game.rules) >= static_cast<int>(game.rules.target());
  }

 private:
  // Points won or laid open, then cards taken.
  std::pair<int, int> worth(const tablic::v1::Turn& turn, const tablic::v1::Play& play) const {
    int points = tablic::card_points(play.card(), game.rules);
    if (play.taken().empty()) return {-points, 0};
    for (const int card : play.taken())
      points += tablic::card_points(static_cast<tablic::v1::Card>(card), game.rules);
    if (play.taken_size() == turn.table_size()) points += tablic::tabla_points(play, game.rules);
    return {points, play.taken_size()};
  }
};
