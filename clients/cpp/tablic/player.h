// A bot at any number of tables: responses in, requests out, no I/O but for faults on stderr.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include "tablic/bot.h"

namespace tablic {

// The referee refuses the bot, with its reason.
struct RefusedError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Player {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;
  using Send = std::function<void(const v1::PlayRequest&)>;

  Player(Settings settings, BotMaker make, Clock now = std::chrono::steady_clock::now);

  // The first request of the stream.
  v1::PlayRequest hello(const std::string& token) const;

  // Takes in a response and sends the answers to it. Throws RefusedError, and what the bot throws.
  void take(const v1::PlayResponse& response, const Send& send);

  // Whether the referee has said farewell.
  bool done() const { return done_; }

 private:
  void answer_turns(const v1::PlayResponse& response, const Send& send);
  void answer(Bot& bot, const v1::Turn& turn, v1::Answer& answer);
  void tell(const v1::Event& event);

  const Settings settings_;
  const BotMaker make_;
  const Clock now_;
  v1::Rules rules_;
  std::map<std::uint32_t, std::unique_ptr<Bot>> bots_;
  bool done_ = false;
};

}  // namespace tablic
