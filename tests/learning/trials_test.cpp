// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/trials.hpp>

#include "tests/error_message.hpp"
#include "tests/learning/houses.hpp"

namespace hearsay::learning {
namespace {

TEST(Trials, DoNotDependOnTheNumberOfJobs) {
  const LogisticProblem problem(houses().test, deal(houses().test.rows(), 50, {1}));
  const auto plan = fresh_erdos_renyi(50, 0.1, {1}, 0, true);
  const auto one = gossip_trials(problem, houses().train, plan, {.rounds = 3}, 4, {.seed = {1}, .jobs = 1}),
             many = gossip_trials(problem, houses().train, plan, {.rounds = 3}, 4, {.seed = {1}, .jobs = 4});
  EXPECT_EQ(one.objective, many.objective);
  EXPECT_EQ(one.node_accuracy, many.node_accuracy);
  EXPECT_EQ(one.iterations, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_GT(one.disagreement(0, 3), 0.0);
  const auto walked = token_trials(problem, houses().train, {.iterations = 25}, 10, 2, {.seed = {1}, .jobs = 2});
  EXPECT_EQ(walked.iterations, (std::vector<std::int64_t>{0, 10, 20, 25}));
  walk(problem, {.iterations = 25}, {1}, 1, [&](std::int64_t t, const Eigen::VectorXd& token) {
    if (t % 10 == 0) {
      EXPECT_EQ(walked.objective(1, t / 10), problem.objective(token)) << t;
    } else if (t == 25) {
      EXPECT_EQ(walked.objective(1, 3), problem.objective(token));
    }
  });
  EXPECT_THROW((void)token_trials(problem, houses().train, {}, 0, 2, {.seed = {1}, .jobs = 2}), Error);
  EXPECT_THROW((void)gossip_trials(problem, houses().train, plan, {}, 0, {.seed = {1}, .jobs = 1}), Error);
}

TEST(Trials, NoiselessGossipLearnsTheGeneratedHouses) {
  const LogisticProblem problem(houses().train, deal(houses().train.rows(), 2000, {1}));
  const auto curves = gossip_trials(problem, houses().test, {}, {.rounds = 200, .step = 4.0, .noise = 0.0}, 1,
                                    {.seed = {1}, .jobs = 1});
  const Eigen::VectorXd best = problem.minimum();
  const double excess = curves.objective(0, 200) - problem.objective(best);
  EXPECT_GE(excess, 0.0);
  EXPECT_LE(excess,
            best.squaredNorm() /
                (2.0 * 4.0 * 200.0));  // gradient descent with step <= 1 / smoothness = 4: |theta*|^2 / (2 nu T)
  EXPECT_NEAR(curves.accuracy(0, 200), accuracy(houses().test, best), 0.01);
  EXPECT_GT(accuracy(houses().test, best), 0.75);
}

TEST(Trials, SummaryIsTheUsualOne) {
  const auto summary = summarize(Eigen::Vector3d(1.0, 2.0, 6.0));
  EXPECT_DOUBLE_EQ(summary.mean, 3.0);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(7.0));
  EXPECT_DOUBLE_EQ(summarize(Eigen::VectorXd::Constant(1, 5.0)).deviation, 0.0);
}

}  // namespace
}  // namespace hearsay::learning
