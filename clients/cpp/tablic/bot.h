// What an author writes: a class with a choose().
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "tablic/v1/referee.pb.h"

namespace tablic {

// The game that a bot plays. A bot that takes all chance from the seed plays the same game again.
struct Game {
  v1::Rules rules;
  std::uint32_t seat = 0;
  std::uint64_t seed = 0;
};

// One seat in one game: a new object is made for each game. A turn says all that the seat may know.
class Bot {
 public:
  explicit Bot(Game game) : game(std::move(game)) {}
  virtual ~Bot() = default;

  // The play to make now; where the turn asks for a play or a claim, it may carry a claim.
  virtual v1::Play choose(const v1::Turn& turn) = 0;

  // Whether to claim now instead of a play; asked before choose, where the rules allow it.
  virtual bool claim(const v1::Turn&) { return false; }

  // Whether to keep turn.talon as a part of the hand, or let it lie on the table.
  virtual bool keep_talon(const v1::Turn&) { return false; }

  // Something happened, in the order in which things happen: all but the start and turns. Without
  // Settings::events only the end of the game is told, and its faults.
  virtual void told(const v1::Event&) {}

 protected:
  const Game game;
};

// What a bot is, to the referee.
struct Settings {
  std::string name = "bot";
  std::string version = "";
  std::uint32_t max_tables = 32;
  bool events = false;
};

using BotMaker = std::function<std::unique_ptr<Bot>(const Game&)>;

}  // namespace tablic
