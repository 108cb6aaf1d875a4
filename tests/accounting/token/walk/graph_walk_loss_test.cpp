// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/token/complete/loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace hearsay::accounting {
namespace {

graph::GossipMatrix two(double stay) {
  Eigen::MatrixXd dense(2, 2);
  dense << stay, 1.0 - stay, 1.0 - stay, stay;
  return dense.sparseView();
}

graph::GossipMatrix ring(int n) { return graph::gossip_matrix(graph::ring(n), graph::Weights::metropolis); }

// One step on two nodes: with probability 1/4 the token is read after one contribution, with 3/4 nothing is learned.
TEST(GraphWalkLoss, OneStepIsOneGaussianWithItsChance) {
  const auto w = two(0.5);
  for (const double mu : {0.3, 1.0, 2.5}) {
    const GraphWalkLoss loss(walk_gaps({w, 0, 1, 1}), mu, 0.002);
    for (const double epsilon : {0.0, 0.2, 1.0, 3.0}) {
      const auto bracket = loss.delta(epsilon);
      const auto truth = divergence::gaussian_delta(mu, epsilon);
      EXPECT_LE(bracket.lower(), 0.25 * truth.upper()) << mu << ' ' << epsilon;
      EXPECT_GE(bracket.upper(), 0.25 * truth.lower()) << mu << ' ' << epsilon;
      EXPECT_LE(bracket.width(), 1e-5) << mu << ' ' << epsilon;
    }
  }
}

// On two nodes every hidden step is a pass: given the number K of hidden steps that are read the loss is that of a
// Gaussian of mu sqrt(K), whatever the gaps. Its law by dynamic programming over all walks.
TEST(GraphWalkLoss, TwoNodesAreAMixtureOfGaussians) {
  const double stay = 0.3, mu = 0.8;
  const int steps = 9;
  std::vector<double> law(static_cast<std::size_t>(steps) + 1, 0.0);
  for (unsigned walk = 0; walk < (2u << steps); ++walk) {
    double chance = 0.5;
    int read = 0, hidden = 0;
    for (int t = 0; t <= steps; ++t) {
      const bool observed = ((walk >> t) & 1u) == 0;
      if (t > 0) chance *= observed == (((walk >> (t - 1)) & 1u) == 0) ? stay : 1.0 - stay;
      if (observed) {
        read += hidden;
        hidden = 0;
      } else {
        ++hidden;
      }
    }
    law[static_cast<std::size_t>(read)] += chance;
  }
  const auto w = two(stay);
  const GraphWalkLoss loss(walk_gaps({w, 0, 1, steps}), mu);
  for (const double epsilon : {0.0, 0.5, 2.0, 5.0}) {
    double truth = 0.0;
    for (std::size_t k = 1; k < law.size(); ++k)
      truth += law[k] * divergence::gaussian_delta(mu * std::sqrt(static_cast<double>(k)), epsilon).estimate();
    const auto bracket = loss.delta(epsilon);
    EXPECT_LE(bracket.lower(), truth * (1 + 1e-12)) << epsilon;
    EXPECT_GE(bracket.upper(), truth * (1 - 1e-12)) << epsilon;
    EXPECT_LE(bracket.width(), 1e-4) << epsilon;
  }
}

// On the complete graph with weights 1/n every step is uniform: the accountant of that walk, which sums over lengths by
// a transform of time, counts the holders at 0, ..., T.
TEST(GraphWalkLoss, AgreesWithTheCompleteGraphsAccountant) {
  for (const std::int64_t users : {3, 6}) {
    const auto w = graph::gossip_matrix(graph::complete(users), graph::Weights::metropolis);
    for (const int steps : {4, 20}) {
      for (const auto others : {OtherData::known, OtherData::anything}) {
        const double mu = 0.7;
        const GraphWalkLoss loss(walk_gaps({w, 0, 1, steps, others}), mu);
        const TokenLoss complete({.users = users, .steps = steps + 1, .epsilon = 1.0, .delta = 1e-6, .others = others},
                                 mu);
        for (const double delta : {1e-2, 1e-5}) {
          const auto a = loss.epsilon(delta), b = complete.epsilon(delta);
          EXPECT_LE(a.lower(), b.upper()) << users << ' ' << steps << ' ' << delta;
          EXPECT_LE(b.lower(), a.upper()) << users << ' ' << steps << ' ' << delta;
          EXPECT_LE(a.width(), 0.02 * a.upper()) << users << ' ' << steps << ' ' << delta;
        }
      }
    }
  }
}

// Finer grids give brackets inside those of coarser ones, up to rounding.
TEST(GraphWalkLoss, BracketsNest) {
  const auto w = ring(6);
  const auto gaps = walk_gaps({w, 0, 3, 15});
  const GraphWalkLoss coarse(gaps, 1.0, 0.05), fine(gaps, 1.0, 0.01);
  for (const double delta : {1e-2, 1e-4, 1e-6}) {
    const auto a = coarse.epsilon(delta), b = fine.epsilon(delta);
    EXPECT_LE(a.lower(), b.upper());
    EXPECT_LE(b.lower(), a.upper());
    EXPECT_LT(b.width(), a.width());
    EXPECT_LE(b.width(), 0.02 * b.upper());
  }
}

// delta(epsilon) <= e^-epsilon E_Q (P/Q)^2 / 4, which the closed form of order 2 knows: (x - c)^+ <= x^2 / (4 c).
TEST(GraphWalkLoss, BelowTheSecondMoment) {
  const auto w = ring(5);
  const auto gaps = walk_gaps({w, 0, 2, 15});
  const GraphWalkLoss loss(gaps, 1.2);
  const double moment = std::exp(graph_walk_renyi2(gaps, 1.2));
  for (const double epsilon : {0.0, 1.0, 2.0, 4.0})
    EXPECT_LE(loss.delta(epsilon).lower(), moment * std::exp(-epsilon) / 4);
}

TEST(GraphWalkLoss, WhoIsSeparatedLosesNothing) {
  const auto w = two(1.0);
  const GraphWalkLoss loss(walk_gaps({w, 0, 1, 5}), 1.0);
  EXPECT_EQ(loss.delta(0.0).lower(), 0.0);
  EXPECT_LE(loss.delta(0.0).upper(), 1e-9);
  EXPECT_EQ(loss.epsilon(1e-6).upper(), 0.0);
}

TEST(GraphWalkLoss, Refusals) {
  const auto w = two(0.5);
  const auto gaps = walk_gaps({w, 0, 1, 3});
  EXPECT_THROW((GraphWalkLoss(gaps, 0.0)), Error);
  EXPECT_THROW((GraphWalkLoss(gaps, 1.0, -1.0)), Error);
  EXPECT_THROW((GraphWalkLoss(gaps, 5.0, 1e-6)), Error);
  EXPECT_THROW((void)GraphWalkLoss(gaps, 1.0).epsilon(1e-17), Error);
}

}  // namespace
}  // namespace hearsay::accounting
