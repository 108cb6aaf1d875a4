// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/continual/report.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;

class ContinualReports : public ::testing::Test {
 protected:
  graph::GossipMatrix w_ = graph::gossip_matrix(testing::path(4), graph::Weights::metropolis);
  ContinualView view_{.observed = {0}, .known_noise = {}, .steps_per_round = 1, .every_step = true};
  std::vector<Node> targets_{2};

  [[nodiscard]] ContinualAccountant accountant(int rounds) const { return {w_, view_, rounds, targets_}; }
};

TEST_F(ContinualReports, SayWhatTheAccountantSays) {
  const auto long_run = accountant(9), shorter = accountant(8);
  const auto report = continual_report(long_run, 2, 0.25, {});
  const auto wanted = long_run.sensitivity(2).squared;
  EXPECT_EQ(report.squared.constant, wanted.constant);
  EXPECT_EQ(report.squared.lower, wanted.lower);
  EXPECT_EQ(report.squared.upper, wanted.upper);
  EXPECT_EQ(report.exact, wanted.exact);
  EXPECT_EQ(report.rate, 0.25);
  EXPECT_EQ(report.observed_rate, wanted.constant / 9);
  EXPECT_NEAR(report.last_round, wanted.constant - shorter.sensitivity(2).squared.constant, 1e-12);
  EXPECT_FALSE(report.epsilon);
  EXPECT_FALSE(report.sigma_needed);
}

TEST_F(ContinualReports, OneRoundIsTheLastRound) {
  const auto report = continual_report(accountant(1), 2, 0.25, {});
  EXPECT_EQ(report.last_round, report.squared.constant);
}

TEST_F(ContinualReports, TheNoiseAskedForSuffices) {
  const auto many = accountant(12);
  const auto asked = continual_report(many, 2, 0.25, {.delta = 1e-6, .epsilon = 0.5});
  ASSERT_TRUE(asked.sigma_needed);
  const auto given = continual_report(many, 2, 0.25, {.sigma = *asked.sigma_needed, .delta = 1e-6});
  ASSERT_TRUE(given.epsilon);
  EXPECT_NEAR(given.epsilon->upper, 0.5, 1e-9);
  EXPECT_LE(given.epsilon->lower, given.epsilon->upper);
  EXPECT_LE(given.epsilon->constant, given.epsilon->upper);
}

}  // namespace
}  // namespace hearsay::accounting
