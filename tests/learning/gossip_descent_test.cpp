// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/learning/gossip_descent.hpp>

#include "tests/error_message.hpp"

namespace hearsay::learning {
namespace {

TEST(Gossip, OneRoundOfDescentByHand) {
  // Path 0-1, W = J/2: theta_u after a step from 0 is nu c_u a_u, then averaged.
  RowMatrix curvature(2, 1), center(2, 1);
  curvature << 1.0, 2.0;
  center << 1.0, 3.0;
  const QuadraticProblem problem(curvature, center);
  const auto plan = fixed_gossip(graph::gossip_matrix(graph::path(2), graph::Weights::metropolis), 1, false);
  const auto models = descend(problem, plan, {.rounds = 1, .step = 0.1, .noise = 0.0}, {1}, 0);
  EXPECT_NEAR(models(0, 0), 0.1 * (1.0 + 6.0) / 2.0, 1e-15);
  EXPECT_NEAR(models(1, 0), 0.1 * (1.0 + 6.0) / 2.0, 1e-15);
  const auto clipped_models = descend(problem, plan, {.rounds = 1, .step = 0.1, .noise = 0.0, .clip = 2.0}, {1}, 0);
  EXPECT_NEAR(clipped_models(0, 0), 0.1 * (1.0 + 2.0) / 2.0, 1e-15);
}

TEST(Gossip, NoiseHasTheStatedSpread) {
  const QuadraticProblem problem(RowMatrix::Ones(4000, 1), RowMatrix::Zero(4000, 1));
  const auto plan = [](std::uint32_t, std::uint32_t) {
    graph::GossipMatrix identity(4000, 4000);
    identity.setIdentity();
    return GossipRound{std::make_shared<const graph::GossipMatrix>(identity)};
  };
  const auto models = descend(problem, plan, {.rounds = 1, .step = 0.5, .noise = 3.0}, {1}, 0);
  EXPECT_NEAR(models.squaredNorm() / 4000.0, 2.25, 6.0 * 2.25 * std::sqrt(2.0 / 4000.0));  // (nu sigma)^2
  EXPECT_NEAR(models.mean(), 0.0, 6.0 * 1.5 / std::sqrt(4000.0));  // independent from user to user
}

TEST(Gossip, ManyAcceleratedStepsReachTheMeanFasterThanPlainOnes) {
  const auto w = graph::gossip_matrix(graph::ring(30), graph::Weights::metropolis);
  RowMatrix start = RowMatrix::Zero(30, 2);
  start(0, 0) = 30.0;
  start(3, 1) = -60.0;
  auto plain = start, accelerated = start;
  gossip(fixed_gossip(w, 60, false)(0, 0), plain);
  gossip(fixed_gossip(w, 60, true)(0, 0), accelerated);
  const Eigen::RowVector2d mean(1.0, -2.0);
  EXPECT_LT((accelerated.rowwise() - mean).norm(), 0.1 * (plain.rowwise() - mean).norm());
  EXPECT_NEAR(accelerated.col(1).mean(), -2.0, 1e-12);
  EXPECT_GT(fixed_gossip(w, 0, true)(0, 0).steps, 10);
}

TEST(Gossip, WrongOptionsAreRefused) {
  const QuadraticProblem problem(RowMatrix::Ones(3, 1), RowMatrix::Zero(3, 1));
  EXPECT_THROW(descend(problem, {}, {.rounds = -1}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, {}, {.step = 0.0}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, {}, {.noise = -1.0}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, {}, {.clip = 0.0}, {1}, 0), Error);
  EXPECT_THROW(
      descend(problem, fixed_gossip(graph::gossip_matrix(graph::path(2), graph::Weights::metropolis), 1, false), {},
              {1}, 0),
      Error);
  EXPECT_THROW((void)fixed_gossip(graph::gossip_matrix(graph::path(2), graph::Weights::metropolis), -1, false), Error);
}

}  // namespace
}  // namespace hearsay::learning
