// A bot that makes any legal play.
#pragma once

#include <tablic/bot.h>

#include <random>
#include <utility>

class Random : public tablic::Bot {
 public:
  explicit Random(tablic::Game game) : Bot(std::move(game)), random_(this->game.seed) {}

  // One of the plays that are listed.
  tablic::v1::Play choose(const tablic::v1::Turn& turn) override {
    std::uniform_int_distribution<int> index(0, turn.legal_plays_size() - 1);
    return turn.legal_plays(index(random_));
  }

 private:
  std::mt19937_64 random_;
};
