// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/learning/logistic.hpp>
#include <hearsay/run/runner.hpp>

#include "props/checks.hpp"

namespace hearsay::props {
namespace {

run::Finding found(std::string_view id) {
  run::Registry registry;
  register_checks(registry);
  return (*registry.find(id))({.claim = id, .effort = run::Effort::quick, .seed = {1}});
}

TEST(MuffliatoCode, WitnessesAreThoseOfTheCatalogue) {
  for (const auto& [id, claimed, actual] : {std::array<std::string, 3>{"muffliato.code.first_message", "1/2", "1"},
                                            {"muffliato.code.gradient_noise", "2/9", "16/9"}}) {
    const auto finding = found(id);
    ASSERT_TRUE(finding.witness) << id;
    EXPECT_EQ(finding.witness->claimed, claimed);
    EXPECT_EQ(finding.witness->actual, actual);
  }
  EXPECT_EQ(found("muffliato.code.clipping").verdict, Verdict::holds);
  EXPECT_EQ(found("muffliato.code.alpha").verdict, Verdict::holds);
}

// "On the hypercube of 2^11 nodes the later messages of the 19 steps alone add up to 1.26 for a neighbor".
TEST(MuffliatoCode, NeighborsOnTheHypercubeReachTheCapWithoutTheFirstMessage) {
  const auto cube = graph::hypercube(11);
  const auto losses =
      accounting::published_losses(graph::gossip_matrix(cube, graph::Weights::metropolis), cube.neighbors(0), 20);
  EXPECT_NEAR(losses[1] - 1.0, 1.2606, 1e-4);
}

/// How far the gradients at theta = 0 of two users with `points` equal points and an intercept are apart, if the labels
/// of the second user's first `changed` points are the other ones.
double first_step_change(Eigen::Index points, Eigen::Index changed) {
  Eigen::VectorXd y = Eigen::VectorXd::Ones(2 * points);
  y.segment(points, changed).setConstant(-1.0);
  std::vector<std::vector<Eigen::Index>> hands(2);
  for (Eigen::Index i = 0; i < points; ++i) {
    hands[0].push_back(i);
    hands[1].push_back(points + i);
  }
  const learning::LogisticProblem problem({.x = Eigen::MatrixXd::Ones(2 * points, 2), .y = y}, hands);
  const Eigen::VectorXd start = Eigen::VectorXd::Zero(2);
  return (problem.gradient(0, start) - problem.gradient(1, start)).norm();
}

// In units of what is reported, the loss of a sensitivity of 1/2.
TEST(MuffliatoCode, GradientsDifferByMoreThanHalf) {
  const auto factor = [](double sensitivity) { return std::pow(sensitivity / 0.5, 2); };
  EXPECT_NEAR(factor(first_step_change(1, 1)), 8.0, 1e-12);     // first step
  EXPECT_NEAR(factor(first_step_change(8, 8)), 8.0, 1e-12);     // all points of a user
  EXPECT_NEAR(factor(2.0), 16.0, 1e-12);                        // of 1-Lipschitz losses
  EXPECT_NEAR(factor(2.0 * std::sqrt(2.0)), 32.0, 1e-12);       // with an intercept
  EXPECT_NEAR(factor(2.0 * std::sqrt(2.0) / 8.0), 0.5, 1e-12);  // one point of eight
  EXPECT_NEAR(factor(2.0 * std::sqrt(2.0) / 4.0), 2.0, 1e-12);  // one of four
  EXPECT_NEAR(factor(first_step_change(8, 1)), 8.0 / 64.0, 1e-12);
}

// "node 2 loses at least 49.7 towards node 0, without clipping 37.5": by the event that both clipped values are 0,
// which has probability 1/4 or Phi(-10)/2.
TEST(MuffliatoCode, ClippedValuesCanLoseMoreThanTheViewOfGaussians) {
  const double alpha = 1.5, sigma = 0.1, rare = std::erfc(10.0 / std::sqrt(2.0)) / 4.0;
  EXPECT_NEAR((alpha * std::log(0.25) + (1.0 - alpha) * std::log(rare)) / (alpha - 1.0), 49.766, 1e-3);
  EXPECT_NEAR(alpha / (2.0 * sigma * sigma) / 2.0, 37.5, 1e-12);
}

// "noise of 0.75 in nine coordinates, scaled to norm 1, leaves 0.43 of a small gradient": 8/9 E[1/|noise|].
TEST(MuffliatoCode, ClippedNoiseLeavesLittleOfASmallGradient) {
  EXPECT_NEAR(8.0 / 9.0 * std::tgamma(4.0) / (std::sqrt(2.0) * 0.75 * std::tgamma(4.5)), 0.4323, 1e-4);
}

// "at sigma = 1.5 up to alpha = 2.67"
TEST(MuffliatoCode, TheoremFourEndsAtSomeOrder) {
  EXPECT_LE(2.67 * 1.67 / 2.0, 2.25);
  EXPECT_GT(2.69 * 1.69 / 2.0, 2.25);
}

}  // namespace
}  // namespace hearsay::props
