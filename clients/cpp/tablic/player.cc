#include "tablic/player.h"

#include <iostream>
#include <utility>

namespace tablic {
namespace {

constexpr std::uint32_t protocol_version = 1;

// A batch of answers is sent when it is done or this long after its first answer, so that one slow
// table does not hold up the others.
constexpr std::chrono::milliseconds hold{2};

}  // namespace

Player::Player(Settings settings, BotMaker make, Clock now)
    : settings_(std::move(settings)), make_(std::move(make)), now_(std::move(now)) {}

v1::PlayRequest Player::hello(const std::string& token) const {
  v1::PlayRequest request;
  v1::Hello& hello = *request.mutable_hello();
  hello.set_protocol_version(protocol_version);
  hello.set_sdk_name("tablic for C++");
  hello.set_sdk_version("0.1.0");
  hello.set_token(token);
  hello.set_bot_name(settings_.name);
  hello.set_bot_version(settings_.version);
  hello.add_decision_kinds(v1::DECISION_KIND_PLAY);
  hello.add_decision_kinds(v1::DECISION_KIND_PLAY_OR_CLAIM);
  hello.add_decision_kinds(v1::DECISION_KIND_KEEP_TALON);
  hello.set_max_tables(settings_.max_tables);
  hello.set_turns_only(!settings_.events);
  return request;
}

void Player::take(const v1::PlayResponse& response, const Send& send) {
  if (response.has_refusal())
    throw RefusedError("the referee refuses: " + response.refusal().message());
  if (response.has_match_started()) rules_ = response.match_started().rules();
  answer_turns(response, send);
  if (!response.has_farewell()) return;
  // A fault of the stream is told in the farewell alone, one of a game in its own event.
  if (response.farewell().reason() == v1::FAREWELL_REASON_FAULT)
    std::cerr << response.farewell().message() << std::endl;
  done_ = true;
}

void Player::answer_turns(const v1::PlayResponse& response, const Send& send) {
  v1::PlayRequest request;
  std::chrono::steady_clock::time_point send_at;
  for (const v1::Event& event : response.events()) {
    if (!event.has_turn()) {
      tell(event);
      continue;
    }
    v1::Answer& slot = *request.add_answers();
    slot.set_table(event.table());
    answer(*bots_.at(event.table()), event.turn(), slot);
    const auto now = now_();
    if (request.answers_size() == 1) {
      send_at = now + hold;
    } else if (now > send_at) {
      send(request);
      request.Clear();
    }
  }
  if (request.answers_size()) send(request);
}

void Player::answer(Bot& bot, const v1::Turn& turn, v1::Answer& answer) {
  answer.set_turn(turn.turn());
  if (turn.decision() == v1::DECISION_KIND_KEEP_TALON)
    answer.set_keep_talon(bot.keep_talon(turn));
  else if (turn.decision() == v1::DECISION_KIND_PLAY_OR_CLAIM && bot.claim(turn))
    answer.mutable_claim();
  else
    *answer.mutable_play() = bot.choose(turn);
}

void Player::tell(const v1::Event& event) {
  if (event.has_game_started()) {
    const v1::GameStarted& start = event.game_started();
    bots_[event.table()] = make_({rules_, start.seat(), start.seed()});
    return;
  }
  if (event.has_fault() && !event.fault().message().empty())
    std::cerr << event.fault().message() << std::endl;
  const auto bot = bots_.find(event.table());
  if (bot == bots_.end()) return;
  bot->second->told(event);
  if (event.has_game_finished()) bots_.erase(bot);
}

}  // namespace tablic
