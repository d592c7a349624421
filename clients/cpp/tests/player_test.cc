// The stream without a stream: the hello, batches, refusals, faults and the farewell.
#include "tablic/player.h"

#include <gtest/gtest.h>

#include <vector>

namespace tablic {
namespace {

using std::chrono::steady_clock;

steady_clock::time_point now;

// Takes 3 ms for every turn, and remembers what it is told.
class Slow : public Bot {
 public:
  using Bot::Bot;
  inline static std::vector<v1::Event::KindCase> told_kinds;

  v1::Play choose(const v1::Turn& turn) override {
    now += std::chrono::milliseconds(game.rules.name() == "slow" ? 3 : 0);
    return turn.legal_plays(0);
  }
  void told(const v1::Event& event) override { told_kinds.push_back(event.kind_case()); }
};

Player slow_player(Settings settings = {}) {
  return Player(std::move(settings), [](const Game& game) { return std::make_unique<Slow>(game); },
                [] { return now; });
}

// A match of some rules begins, with a turn at each of so many tables.
v1::PlayResponse turns(const std::string& rules, int tables) {
  v1::PlayResponse response;
  response.mutable_match_started()->mutable_rules()->set_name(rules);
  for (int table = 0; table < tables; ++table) {
    v1::Event& start = *response.add_events();
    start.set_table(table);
    start.mutable_game_started();
    v1::Event& event = *response.add_events();
    event.set_table(table);
    event.mutable_turn()->set_turn(table + 1);
    event.mutable_turn()->set_decision(v1::DECISION_KIND_PLAY);
    event.mutable_turn()->add_legal_plays()->set_card(v1::CARD_TD);
  }
  return response;
}

std::vector<v1::PlayRequest> sent(Player& player, const v1::PlayResponse& response) {
  std::vector<v1::PlayRequest> requests;
  player.take(response, [&](const auto& request) { requests.push_back(request); });
  return requests;
}

TEST(Player, SaysHello) {
  const v1::Hello hello = slow_player({.name = "slow", .max_tables = 7}).hello("secret").hello();
  EXPECT_EQ(hello.token(), "secret");
  EXPECT_EQ(hello.bot_name(), "slow");
  EXPECT_EQ(hello.max_tables(), 7u);
  EXPECT_EQ(hello.decision_kinds_size(), 3);
  EXPECT_TRUE(hello.turns_only());
  EXPECT_FALSE(hello.omit_legal_plays());
}

TEST(Player, AnswersAllTurnsOfAMessageInOne) {
  Player player = slow_player();
  const auto requests = sent(player, turns("fast", 3));
  ASSERT_EQ(requests.size(), 1u);
  ASSERT_EQ(requests[0].answers_size(), 3);
  EXPECT_EQ(requests[0].answers(2).table(), 2u);
  EXPECT_EQ(requests[0].answers(2).turn(), 3u);
  EXPECT_EQ(requests[0].answers(2).play().card(), v1::CARD_TD);
}

TEST(Player, SendsWhatItHasWhereATurnTakesLong) {
  Player player = slow_player();
  const auto requests = sent(player, turns("slow", 3));
  ASSERT_EQ(requests.size(), 2u);
  EXPECT_EQ(requests[0].answers_size(), 2);
  EXPECT_EQ(requests[1].answers_size(), 1);
}

TEST(Player, TellsOfTheGameUntilItsEnd) {
  Slow::told_kinds.clear();
  Player player = slow_player();
  v1::PlayResponse response = turns("fast", 1);
  response.add_events()->mutable_play_made();
  response.add_events()->mutable_game_finished();
  response.add_events()->mutable_fault();
  sent(player, response);
  EXPECT_EQ(Slow::told_kinds,
            (std::vector{v1::Event::kPlayMade, v1::Event::kGameFinished}));
}

TEST(Player, ThrowsTheReasonOfARefusal) {
  Player player = slow_player();
  v1::PlayResponse response;
  response.mutable_refusal()->set_message("the token is unknown");
  try {
    sent(player, response);
    FAIL();
  } catch (const RefusedError& error) {
    EXPECT_STREQ(error.what(), "the referee refuses: the token is unknown");
  }
}

TEST(Player, PrintsFaultsAndEndsWithTheFarewell) {
  Player player = slow_player();
  v1::PlayResponse response = turns("fast", 1);
  response.add_events()->mutable_fault()->set_message("7S is not in the hand.");
  testing::internal::CaptureStderr();
  sent(player, response);
  EXPECT_FALSE(player.done());
  v1::PlayResponse last;
  last.mutable_farewell()->set_reason(v1::FAREWELL_REASON_FAULT);
  last.mutable_farewell()->set_message("It was late.");
  sent(player, last);
  EXPECT_TRUE(player.done());
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "7S is not in the hand.\nIt was late.\n");
}

}  // namespace
}  // namespace tablic
