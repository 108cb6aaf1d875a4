// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_pool.hpp"

#include <gmock/gmock.h>

#include <csignal>

#include <hearsay/core/error.hpp>

namespace {

using namespace hearsay::empirical;
using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::SizeIs;

class ProgramPoolTest : public testing::Test {
 protected:
  void SetUp() override {
    std::signal(SIGPIPE, SIG_IGN);
    for (std::uint32_t i = 0; i < 20; ++i) trials_.push_back(program_trial({1}, i));
  }

  /// A shell script that is given each trial in $line.
  static ProgramCommand each_trial(const std::string& body) {
    return {.words = {"sh", "-c", "while read -r line; do " + body + "; done"}, .workers = 3};
  }
  std::vector<ProgramOutcome> run(ProgramCommand command) { return ProgramPool(std::move(command), {}).run(trials_); }

  std::vector<ProgramTrial> trials_;
};

TEST_F(ProgramPoolTest, OutcomesAreInTheOrderOfTrials) {
  const auto outcomes = run(each_trial(R"(echo "{\"view\": [$line]}")"));
  ASSERT_THAT(outcomes, SizeIs(20));
  for (std::size_t i = 0; i < 20; ++i) {
    ASSERT_EQ(outcomes[i].view.events.size(), 1u);
    const auto told = nlohmann::json::parse(outcomes[i].view.events[0]);
    EXPECT_EQ(told, nlohmann::json({{"trial", i}, {"world", trials_[i].world}, {"seed", trials_[i].seed}}));
  }
}

TEST_F(ProgramPoolTest, ACrashCostsItsTrialOnly) {
  const auto outcomes =
      run(each_trial(R"(case $line in *'"trial": 7,'*) echo oh >&2; exit 3;; esac; echo '{"view": 1}')"));
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(outcomes[i].view.failed(), i == 7) << i;
  EXPECT_THAT(outcomes[7].view.events, ElementsAre("ended without an answer: exit code 3"));
  EXPECT_EQ(outcomes[7].errors, "oh\n");
}

TEST_F(ProgramPoolTest, SilenceAndGarbageAreOutcomes) {
  auto silent = each_trial(R"(case $line in *'"trial": 7,'*) sleep 600;; esac; echo '{"view": 1}')");
  silent.timeout = 2s;
  EXPECT_THAT(run(silent)[7].view.events, ElementsAre("no answer within 2 s"));
  EXPECT_THAT(run(each_trial("echo hello"))[0].view.events, ElementsAre("garbage: no JSON"));
  EXPECT_THAT(run(each_trial(R"(printf '{"view": 1}\n{"view": 2}\n')"))[0].view.events,
              ElementsAre("garbage: more than one line"));
}

TEST_F(ProgramPoolTest, AFreshCopyAnswersOneTrial) {
  auto command = each_trial(R"(n=x$n; echo "{\"view\": \"$n\"}")");
  command.workers = 1;
  EXPECT_THAT(run(command)[1].view.events, ElementsAre("xx"));
  command.fresh = true;
  for (const auto& outcome : run(command)) EXPECT_THAT(outcome.view.events, ElementsAre("x"));
}

TEST_F(ProgramPoolTest, StopsWhenAsked) {
  int asked = 0;
  auto command = each_trial(R"(echo '{"view": 1}')");
  command.workers = 1;
  ProgramPool pool(command, [&] { return ++asked > 5; });
  EXPECT_THAT(pool.run(trials_), SizeIs(5));
}

TEST_F(ProgramPoolTest, AProgramThatIsNotThereIsAnError) {
  EXPECT_THROW(ProgramPool({.words = {"/no/such/program"}}, {}), hearsay::Error);
}

}  // namespace
