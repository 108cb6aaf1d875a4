// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_pool.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>

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
  std::vector<ProgramOutcome> run(ProgramPool& pool) const {
    std::vector<ProgramOutcome> outcomes;
    pool.run(trials_, [&](ProgramOutcome outcome) {
      outcomes.push_back(std::move(outcome));
      return true;
    });
    return outcomes;
  }
  std::vector<ProgramOutcome> run(ProgramCommand command) const {
    ProgramPool pool(std::move(command), {});
    return run(pool);
  }

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
  EXPECT_EQ(outcomes[7].said, "oh\n");
}

TEST_F(ProgramPoolTest, SilenceAndGarbageAreOutcomes) {
  auto silent = each_trial(R"(case $line in *'"trial": 7,'*) sleep 600;; esac; echo '{"view": 1}')");
  silent.timeout = 2s;
  const auto outcomes = run(silent);
  EXPECT_THAT(outcomes[7].view.events, ElementsAre("no answer within 2 s"));
  EXPECT_TRUE(outcomes[7].silent);
  const auto garbage = run(each_trial(R"(printf 'hello \033[1m\n')"))[0];
  EXPECT_THAT(garbage.view.events, ElementsAre("malformed answer: a line that is not JSON"));
  EXPECT_EQ(garbage.said, R"(hello \x1b[1m)");
  EXPECT_FALSE(garbage.silent);
  const auto two = run(each_trial(R"(printf '{"view": 1}\n{"view": 2}\n')"))[0];
  EXPECT_THAT(two.view.events, ElementsAre("malformed answer: more than one line"));
  EXPECT_EQ(two.said, R"({"view": 2})");
}

TEST_F(ProgramPoolTest, ABannerIsShownAndNotTooLong) {
  auto banner = each_trial(R"(echo '{"view": 1}')");
  banner.words[2] = "head -c 100000 /dev/zero | tr '\\0' x; echo; " + banner.words[2];
  const auto first = run(banner)[0];
  EXPECT_THAT(first.view.events, ElementsAre("malformed answer: a line that is not JSON"));
  EXPECT_LT(first.said.size(), 250u);
  EXPECT_TRUE(first.said.starts_with("xxxx"));
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
  ProgramPool pool(command, [&] { return asked >= 5; });
  pool.run(trials_, [&](const ProgramOutcome&) {
    ++asked;
    return true;
  });
  EXPECT_EQ(asked, 5);
  EXPECT_EQ(pool.trouble(), "");
}

TEST_F(ProgramPoolTest, StopsWhenToldTo) {
  for (const int workers : {1, 3}) {
    int told = 0;
    auto command = each_trial(R"(echo '{"view": 1}')");
    command.workers = workers;
    ProgramPool pool(command, {});
    pool.run(trials_, [&](const ProgramOutcome&) { return ++told < 7; });
    EXPECT_EQ(told, 7);
  }
}

// A trial that takes for ever does not keep whoever interrupts the run from his prompt.
TEST_F(ProgramPoolTest, ATrialThatRunsIsLeftWhenAsked) {
  auto command = each_trial(R"(case $line in *'"trial": 3,'*) sleep 600;; esac; echo '{"view": 1}')");
  command.workers = 1;
  int told = 0;
  ProgramPool pool(command, [&] { return told == 3; });
  pool.run(trials_, [&](const ProgramOutcome&) { return ++told > 0; });
  EXPECT_EQ(told, 3);
}

TEST_F(ProgramPoolTest, SaysWhyNoMoreCopiesCanBeStarted) {
  const std::string path = testing::TempDir() + "hearsay_program_that_goes";
  std::ofstream(path) << "#!/bin/sh\nread -r line; echo '{\"view\": 1}'\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  ProgramPool pool({.words = {path}, .workers = 1, .fresh = true}, {});
  std::filesystem::remove(path);
  EXPECT_THAT(run(pool), SizeIs(1));
  EXPECT_THAT(pool.trouble(), testing::HasSubstr("cannot be started: No such file or directory"));
}

TEST_F(ProgramPoolTest, AProgramThatIsNotThereIsAnError) {
  EXPECT_THROW(ProgramPool({.words = {"/no/such/program"}}, {}), hearsay::Error);
}

}  // namespace
