// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Dense>
#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/core/error.hpp>

#include "tests/accounting/continual/cases.hpp"
#include "tests/accounting/continual/dense.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using graph::Weights;
using testing::metropolis;
using testing::path;
using testing::petersen;
using testing::ring;
using testing::star;

std::vector<Node> everyone(const graph::GossipMatrix& w) {
  std::vector<Node> nodes(static_cast<std::size_t>(w.rows()));
  for (std::size_t v = 0; v < nodes.size(); ++v) nodes[v] = static_cast<Node>(v);
  return nodes;
}

// Two roads: the reduced system with Krylov moments and Cholesky, and the singular values of the whole H.
TEST(ContinualAccountant, AgreesWithTheSingularValuesOfTheWholeSystemMatrix) {
  for (const auto& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto w = metropolis(c.graph);
    std::vector<Node> targets;
    for (const Node u : everyone(w)) {
      if (std::ranges::find(c.view.known_noise, u) == c.view.known_noise.end()) targets.push_back(u);
    }
    const ContinualAccountant accountant(w, c.view, c.rounds, targets);
    for (const Node u : targets) {
      const auto dense = dense_loss(w, c.view, c.rounds, u);
      EXPECT_EQ(accountant.rank(), dense.rank);
      EXPECT_LT(dense.outside, 1e-8);
      const double scale = std::max(dense.matrix.norm(), 1e-6);
      EXPECT_LT((accountant.loss_matrix(u) - dense.matrix).norm(), 1e-9 * scale) << "target " << u;
    }
  }
}

TEST(ContinualAccountant, GrowthIsTheLossOfEveryShorterRun) {
  for (const auto& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto w = metropolis(c.graph);
    const std::vector<Node> targets{static_cast<Node>(w.rows() - 1)};
    if (std::ranges::find(c.view.known_noise, targets[0]) != c.view.known_noise.end()) continue;
    const auto growth = ContinualAccountant(w, c.view, c.rounds, targets).constant_growth(targets[0]);
    for (int t = 1; t <= c.rounds; ++t) {
      EXPECT_NEAR(growth(t - 1), dense_loss(w, c.view, t, targets[0]).matrix.sum(), 1e-9) << "rounds " << t;
    }
  }
}

// Worked by hand on the path 0-1-2, observer 0, K = 1, T = 2: the messages are e_1 and (1/3, 1/3, 1/3) mixed with fresh
// e_1.
TEST(ContinualAccountant, OfTheThreePathTheSecondRoundLeaksAnEleventhAndATenthWithOwnNoise) {
  const auto w = metropolis(path(3));
  const std::array<Node, 1> target{2};
  const auto squared = [&](const ContinualView& view) {
    return ContinualAccountant(w, view, 2, target).sensitivity(2).squared.exact.value_or(-1.0);
  };
  EXPECT_NEAR(squared({{1}, {}, 1, true}), 1.0 / 11.0, 1e-15);
  EXPECT_NEAR(squared({{1}, {0}, 1, true}), 1.0 / 10.0, 1e-15);
}

// One round of K steps is private averaging of K steps: another accountant, which never forms a stream.
TEST(ContinualAccountant, OfOneRoundIsTheGossipLossOfItsSteps) {
  const auto w = metropolis(petersen());
  for (const int steps : {1, 2, 3, 6}) {
    const auto losses = gossip_losses(w, std::array<Node, 1>{0}, steps);
    const auto targets = everyone(w);
    const ContinualAccountant unknown(w, {{1, 4, 5}, {}, steps, true}, 1, targets);
    const ContinualAccountant known(w, {{1, 4, 5}, {0}, steps, true}, 1, std::span(targets).subspan(1));
    for (const Node u : targets) {
      EXPECT_NEAR(unknown.sensitivity(u).squared.constant, losses.exact(u), 1e-12);
      if (u == 0) continue;
      EXPECT_NEAR(known.sensitivity(u).squared.constant, losses.exact_own_noise(u), 1e-12);
    }
  }
}

TEST(ContinualAccountant, ManyTargetsAndThreadsGiveTheBitsOfOne) {
  const auto w = metropolis(ring(200));
  const ContinualView view{{0, 3}, {}, 2, true};
  const std::vector<Node> targets{5, 77, 100};
  const ContinualAccountant many(w, view, 90, targets, {.jobs = 3}),
      one(w, view, 90, std::array<Node, 1>{77}, {.jobs = 1});
  EXPECT_EQ(many.loss_matrix(77), one.loss_matrix(77));
  EXPECT_EQ(many.constant_growth(77), one.constant_growth(77));
}

TEST(ContinualAccountant, LossOfAStreamIsItsQuadraticForm) {
  const auto w = metropolis(kite());
  const ContinualAccountant accountant(w, {{0}, {0}, 1, true}, 9, std::array<Node, 1>{4});
  const Eigen::VectorXd stream = Eigen::VectorXd::LinSpaced(9, -1.0, 0.7);
  EXPECT_NEAR(accountant.loss_of(4, stream), stream.dot(accountant.loss_matrix(4) * stream), 1e-13);
}

// The matrix is computed in panels of 64 rounds; whitening one stream knows nothing of panels.
TEST(ContinualAccountant, LossOfALongStreamIsItsQuadraticForm) {
  constexpr int rounds = 150;
  const auto w = metropolis(kite());
  const ContinualAccountant accountant(w, {{0}, {0}, 1, true}, rounds, std::array<Node, 1>{4});
  const Eigen::MatrixXd m = accountant.loss_matrix(4);
  for (const double phase : {0.0, 1.0}) {
    const Eigen::VectorXd stream = (Eigen::ArrayXd::LinSpaced(rounds, phase, 20.0 + phase)).sin();
    const double loss = accountant.loss_of(4, stream);
    EXPECT_NEAR(stream.dot(m * stream), loss, 1e-10 * loss);
  }
}

TEST(ContinualAccountant, SaysWhyTheLossIsInfiniteWhenTheTargetsNoiseIsKnown) {
  const auto w = metropolis(kite());
  const ContinualView view{{0, 1}, {0, 1}, 1, true};
  EXPECT_GT(dense_loss(w, view, 4, 1).outside, 0.5);  // the range check, on the whole matrix
  const ContinualAccountant accountant(w, view, 4, std::array<Node, 2>{1, 4});
  EXPECT_EQ(accountant.sensitivity(1).squared.lower, std::numeric_limits<double>::infinity());
  EXPECT_NE(accountant.sensitivity(1).unbounded.find("node 1"), std::string::npos);
  EXPECT_TRUE(accountant.unbounded(4).empty());
  EXPECT_THROW((void)accountant.loss_matrix(1), Error);
}

TEST(ContinualAccountant, RefusesWhatMakesNoSense) {
  const auto w = metropolis(kite());
  const std::array<Node, 1> target{4};
  EXPECT_THROW(ContinualAccountant(w, {{0}, {}, 1, true}, 0, target), Error);
  EXPECT_THROW(ContinualAccountant(w, {{0}, {}, 0, true}, 3, target), Error);
  EXPECT_THROW(ContinualAccountant(w, {{}, {}, 1, true}, 3, target), Error);
  EXPECT_THROW(ContinualAccountant(w, {{0, 0}, {}, 1, true}, 3, target), Error);
  EXPECT_THROW(ContinualAccountant(w, {{9}, {}, 1, true}, 3, target), Error);
  EXPECT_THROW(ContinualAccountant(w, {{0}, {3}, 1, true}, 3, target), Error);  // noise known, state not
  EXPECT_THROW(ContinualAccountant(w, {{1}, {0}, 2, false}, 3, target), Error);
  EXPECT_THROW(ContinualAccountant(w, {{1}, {0}, 1, true}, 3, std::array<Node, 1>{0}), Error);
  EXPECT_THROW(ContinualAccountant(w, {{0}, {}, 1, true}, 30'000, target), Error);
}

}  // namespace
}  // namespace hearsay::accounting
