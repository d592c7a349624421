// The transcripts of clients/conformance: the bots answer to them as they should.
#include <google/protobuf/util/json_util.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>
#include <tablic/player.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "greedy/greedy.h"
#include "random/random.h"

namespace tablic {
namespace {

// What the referee says, and the answers that belong to it.
struct Step {
  v1::PlayResponse to_bot;
  std::vector<v1::Answer> answers;
};

template <class Message>
Message parsed(const std::string& line, const std::string& field) {
  const std::size_t start = field.size() + 4;  // {"field":
  Message message;
  const auto status = google::protobuf::util::JsonStringToMessage(
      line.substr(start, line.size() - start - 1), &message);
  EXPECT_TRUE(status.ok()) << status.ToString();
  return message;
}

v1::Play sorted(v1::Play play) {
  std::sort(play.mutable_taken()->begin(), play.mutable_taken()->end());
  return play;
}

void add_answers(const v1::PlayRequest& request, std::vector<v1::Answer>& answers) {
  for (v1::Answer answer : request.answers()) {
    if (answer.has_play()) *answer.mutable_play() = sorted(answer.play());
    answers.push_back(answer);
  }
}

std::vector<Step> steps(const std::string& name) {
  std::ifstream file(CONFORMANCE_FOLDER "/" + name + ".jsonl");
  std::vector<Step> steps;
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("{\"to_bot\""))
      steps.push_back({parsed<v1::PlayResponse>(line, "to_bot"), {}});
    else
      add_answers(parsed<v1::PlayRequest>(line, "from_bot"), steps.back().answers);
  return steps;
}

template <class BotClass>
Player player_of() {
  return Player({}, [](const Game& game) { return std::make_unique<BotClass>(game); });
}

std::vector<v1::Answer> answers_of(Player& player, const v1::PlayResponse& response) {
  std::vector<v1::Answer> answers;
  player.take(response, [&](const v1::PlayRequest& request) { add_answers(request, answers); });
  return answers;
}

bool equal(const google::protobuf::Message& one, const google::protobuf::Message& other) {
  return google::protobuf::util::MessageDifferencer::Equals(one, other);
}

bool is_legal(const v1::Answer& answer, const v1::Turn& turn) {
  if (turn.decision() == v1::DECISION_KIND_KEEP_TALON) return answer.has_keep_talon();
  return std::any_of(turn.legal_plays().begin(), turn.legal_plays().end(), [&](const auto& legal) {
    return equal(sorted(legal), answer.play());
  });
}

class Transcripts : public testing::TestWithParam<std::string> {};

TEST_P(Transcripts, TheGreedyBotAnswersAsIsWritten) {
  Player player = player_of<Greedy>();
  int answered = 0;
  for (const Step& step : steps(GetParam())) {
    const auto given = answers_of(player, step.to_bot);
    ASSERT_EQ(given.size(), step.answers.size());
    for (std::size_t i = 0; i < given.size(); ++i, ++answered)
      EXPECT_TRUE(equal(given[i], step.answers[i]))
          << given[i].ShortDebugString() << " is not " << step.answers[i].ShortDebugString();
  }
  EXPECT_GT(answered, 0);
}

TEST_P(Transcripts, TheRandomBotAnswersLegally) {
  Player player = player_of<Random>();
  for (const Step& step : steps(GetParam())) {
    const auto given = answers_of(player, step.to_bot);
    auto answer = given.begin();
    for (const v1::Event& event : step.to_bot.events()) {
      if (!event.has_turn()) continue;
      ASSERT_NE(answer, given.end());
      EXPECT_EQ(answer->table(), event.table());
      EXPECT_EQ(answer->turn(), event.turn().turn());
      EXPECT_TRUE(is_legal(*answer++, event.turn()));
    }
    EXPECT_EQ(answer, given.end());
  }
}

INSTANTIATE_TEST_SUITE_P(
    Conformance, Transcripts,
    testing::Values("tablic", "tablic-3p", "tablic-pairs", "tabinet", "tablic-classic"),
    [](const auto& info) {
      std::string name = info.param;
      std::replace(name.begin(), name.end(), '-', '_');
      return name;
    });

}  // namespace
}  // namespace tablic
