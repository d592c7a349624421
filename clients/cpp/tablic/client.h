// Plays a bot on the stream of one process.
#pragma once

#include <memory>
#include <string>

#include "tablic/bot.h"
#include "tablic/player.h"

namespace tablic {

// The stream broke off.
struct ConnectionLostError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Plays on one stream until the farewell. Throws RefusedError and ConnectionLostError.
void serve(Player& player, const std::string& address, const std::string& token);

// Plays a bot as the arena's environment says, until the referee says farewell; for main to return.
// It is 2 where the environment does not name an arena, and 1 where the referee refuses or is lost,
// or the bot throws: a sentence on stderr says so.
int run(const Settings& settings, const BotMaker& make);

// The same for a class of bots.
template <class BotClass>
int run(const Settings& settings) {
  return run(settings, [](const Game& game) { return std::make_unique<BotClass>(game); });
}

}  // namespace tablic
