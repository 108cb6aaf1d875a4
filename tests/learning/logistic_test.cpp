// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/logistic.hpp>
#include <hearsay/random/stream.hpp>

#include "tests/learning/houses.hpp"

namespace hearsay::learning {
namespace {

TEST(Logistic, MatchesTheTextbookFormulaAndSurvivesHugeMargins) {
  for (const double margin : {-3.0, -0.5, 0.0, 0.5, 3.0}) {
    EXPECT_NEAR(logistic_loss(margin), std::log(1.0 + std::exp(-margin)), 1e-15);
    EXPECT_NEAR(logistic_slope(margin), -1.0 / (1.0 + std::exp(margin)), 1e-15);
  }
  EXPECT_EQ(logistic_loss(-1e4), 1e4);
  EXPECT_EQ(logistic_loss(1e4), 0.0);
  EXPECT_EQ(logistic_slope(-1e4), -1.0);
  EXPECT_EQ(logistic_slope(1e4), 0.0);
}

TEST(Logistic, AccuracyCountsAZeroScoreAsMinusOne) {
  Samples samples{RowMatrix(3, 1), Eigen::Vector3d(1, -1, -1)};
  samples.x << 1, -1, 1;
  EXPECT_DOUBLE_EQ(accuracy(samples, Eigen::VectorXd::Zero(1)), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(accuracy(samples, Eigen::VectorXd::Ones(1)), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(accuracy(samples, -Eigen::VectorXd::Ones(1)), 1.0 / 3.0);
}

TEST(Logistic, ObjectiveIsTheMeanOfTheUsersAndItsMinimumIsStationary) {
  const LogisticProblem problem(houses().train, deal(houses().train.rows(), 2000, {1}), 0.01);
  const Eigen::VectorXd best = problem.minimum();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(8), at_zero = gradient;
  for (Eigen::Index user = 0; user < 2000; ++user) {
    gradient += problem.gradient(user, best) / 2000.0;
    at_zero += problem.gradient(user, Eigen::VectorXd::Zero(8)) / 2000.0;
  }
  EXPECT_LT(gradient.norm(), 1e-9);
  EXPECT_NEAR(problem.objective(Eigen::VectorXd::Zero(8)), std::log(2.0), 1e-12);
  const double h = 1e-6;
  EXPECT_NEAR((problem.objective(h * at_zero) - problem.objective(-h * at_zero)) / (2.0 * h), at_zero.squaredNorm(),
              1e-8);
  EXPECT_LT(problem.objective(best), problem.objective(0.9 * best));
  EXPECT_LT(problem.objective(best), problem.objective(1.1 * best));
}

TEST(Logistic, SampledGradientsAverageToTheGradient) {
  const LogisticProblem problem(houses().train, deal(houses().train.rows(), 2000, {1}), 0.1);
  const Eigen::VectorXd theta = Eigen::VectorXd::LinSpaced(8, -1.0, 1.0);
  random::Stream stream({1}, random::Purpose::activation, 0);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(8);
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) mean += problem.sampled_gradient(7, theta, stream) / draws;
  EXPECT_LT((mean - problem.gradient(7, theta)).norm(), 6.0 * std::sqrt(8.0 / draws));
}

TEST(Logistic, BadHandsAreRefused) {
  EXPECT_THROW(LogisticProblem(houses().test, {}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{0}, {}}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{-1}}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{houses().test.rows()}}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{0}}, -1.0), Error);
}

}  // namespace
}  // namespace hearsay::learning
