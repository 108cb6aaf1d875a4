// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/simulation/rumor_course.hpp>

namespace hearsay::simulation {
namespace {

TEST(RumorCourse, GrowsFromOneNodeToAllAndDoesNotDependOnJobs) {
  RumorCourseRequest request{
      .rules = {.nodes = 300, .muting = 0.5, .timing = protocol::RumorRules::Timing::synchronous},
      .runs = 40,
      .execution = {.seed = {2}, .jobs = 1}};
  const auto course = rumor_course(request);
  EXPECT_EQ(course.complete, 40u);
  EXPECT_NEAR(course.rounds.front().informed.median, 1.0 / 300, 1e-12);
  EXPECT_EQ(course.rounds.back().informed.low, 1.0);
  for (std::size_t t = 1; t < course.rounds.size(); ++t) {
    EXPECT_GE(course.rounds[t].informed.median, course.rounds[t - 1].informed.median);
    EXPECT_LE(course.rounds[t].informed.low, course.rounds[t].informed.median);
    EXPECT_LE(course.rounds[t].informed.median, course.rounds[t].informed.high);
  }
  request.execution.jobs = 3;
  const auto again = rumor_course(request);
  ASSERT_EQ(course.rounds.size(), again.rounds.size());
  EXPECT_EQ(course.rounds[5].active.median, again.rounds[5].active.median);
}

TEST(RumorCourse, TheRoundLimitHoldsForEveryRule) {
  for (const auto exchange : {protocol::RumorRules::Exchange::push, protocol::RumorRules::Exchange::pull}) {
    for (const auto timing : {protocol::RumorRules::Timing::synchronous, protocol::RumorRules::Timing::asynchronous}) {
      const auto course = rumor_course(
          {.rules = {.nodes = 500, .muting = 1.0, .timing = timing, .exchange = exchange}, .runs = 3, .rounds = 3});
      EXPECT_LE(course.rounds.size(), 5u);
      EXPECT_EQ(course.complete, 0u);
    }
  }
}

TEST(RumorCourse, CountsAloneGiveTheSameCourse) {
  const auto nodes = rumor_course({.rules = {.nodes = 3000, .muting = 0.4}, .runs = 400, .execution = {.seed = {3}}});
  RumorCountsRequest request{.nodes = 3000, .muting = 0.4, .runs = 400, .execution = {.seed = {4}, .jobs = 1}};
  const auto counts = rumor_course_by_counts(request);
  EXPECT_EQ(counts.complete, 400u);
  // Medians of 400 runs; n messages leave a node uninformed with probability 1/e.
  EXPECT_NEAR(counts.rounds[1].informed.median, 1.0 - std::exp(-1.0), 0.004);
  EXPECT_NEAR(counts.rounds[1].informed.median, nodes.rounds[1].informed.median, 0.004);
  EXPECT_NEAR(counts.rounds[3].active.median, nodes.rounds[3].active.median, 0.006);
  EXPECT_NEAR(counts.messages.median / nodes.messages.median, 1.0, 0.06);
  request.execution.jobs = 3;
  EXPECT_EQ(rumor_course_by_counts(request).messages.high, counts.messages.high);
}

// A message that is lost with probability 1/2 must be sent twice on average.
TEST(RumorCourse, LostMessagesAreSentAgain) {
  using Rules = protocol::RumorRules;
  for (const auto timing : {Rules::Timing::synchronous, Rules::Timing::asynchronous}) {
    const auto course = [timing](double loss) {
      return rumor_course(
          {.rules = {.nodes = 1000, .timing = timing, .loss = loss}, .runs = 60, .execution = {.seed = {5}}});
    };
    const auto all = course(0.0), half = course(0.5);
    EXPECT_EQ(half.complete, 60u);
    EXPECT_GT(half.messages.median, 1.3 * all.messages.median);
    EXPECT_LT(half.messages.median, 3.0 * all.messages.median);
  }
}

TEST(RumorCourse, RunsThatDoNotFitInMemoryAreRefusedBeforeTheyStart) {
  EXPECT_THROW((void)rumor_course({.rules = {.nodes = 4'000'000'000}, .runs = 1000, .execution = {.jobs = 1000}}),
               Error);
}

}  // namespace
}  // namespace hearsay::simulation
