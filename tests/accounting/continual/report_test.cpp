// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/continual/report.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>

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
  EXPECT_LE(given.epsilon->upper, 0.5);
  EXPECT_GE(given.epsilon->upper, 0.5 * (1.0 - 2e-4)) << "sigma is rounded up to five digits";
  EXPECT_LE(given.epsilon->lower, given.epsilon->upper);
  EXPECT_LE(given.epsilon->constant, given.epsilon->upper);
}

// Observers of all values see each contribution behind its own noise.
TEST(ContinualSafeLoss, IsThatOfLocalPrivacy) {
  const auto loss = continual_safe_loss(9, {.sigma = 2.0, .delta = 1e-6, .epsilon = 0.5});
  EXPECT_EQ(loss.squared, 9.0);
  ASSERT_TRUE(loss.epsilon && loss.sigma_needed);
  EXPECT_NEAR(*loss.epsilon, divergence::gaussian_epsilon(1.5, 1e-6).upper(), 1e-9);
  EXPECT_LE(continual_safe_loss(9, {.sigma = *loss.sigma_needed, .delta = 1e-6}).epsilon.value(), 0.5);
  EXPECT_FALSE(continual_safe_loss(9, {}).epsilon);
}

// A ring of four whose nodes keep nothing has the eigenvalue -1: losses of any number of rounds, and no rate.
TEST(ContinualReport, OfANetworkWithoutARate) {
  const auto w = graph::gossip_matrix(testing::ring(4), graph::Weights::min_degree);
  const ContinualView view{.observed = {0}, .known_noise = {}, .steps_per_round = 1, .every_step = true};
  const std::vector<Node> targets{2};
  const ContinualAccountant accountant(w, view, 5, targets);
  const auto report = continual_report(accountant, 2, std::nullopt, {});
  EXPECT_FALSE(report.rate);
  GivenMatrices given{.signal = {.columns = 20, .rows = {}}, .noise = {.columns = 20, .rows = {}}, .rounds = 5};
  // Node 0 holds x_0 in even steps after 0 is injected ...: row t has W^(t - s) of what is injected in round s.
  std::vector<Eigen::MatrixXd> powers{Eigen::MatrixXd::Identity(4, 4)};
  for (int t = 1; t < 5; ++t) powers.push_back(Eigen::MatrixXd(w) * powers.back());
  for (int t = 0; t < 5; ++t) {
    std::vector<linalg::RationalMatrix::Entry> row;
    for (int s = 0; s <= t; ++s) {
      for (int u = 0; u < 4; ++u) {
        const double entry = powers[static_cast<std::size_t>(t - s)](0, u);
        if (entry != 0.0) row.push_back({static_cast<Node>(4 * s + u), exact::fraction_of(entry)});
      }
    }
    given.signal.rows.push_back(row);
    given.noise.rows.push_back(row);
  }
  const auto linear = linear_account(given, {.subjects = {node_subject(2)}, .participation = {}});
  EXPECT_NEAR(report.squared.upper, linear.losses.front().loss.loss.upper, 1e-9);
}

}  // namespace
}  // namespace hearsay::accounting
