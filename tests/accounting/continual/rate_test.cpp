// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <Eigen/Dense>
#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

#include "tests/accounting/continual/cases.hpp"

namespace hearsay::accounting {
namespace {

using graph::Edge;
using graph::Graph;
using graph::Node;
using graph::Weights;
using testing::metropolis;
using testing::path;
using testing::petersen;
using testing::ring;
using testing::star;

// The leverage of u among the functions harmonic off A, by dense linear algebra.
Eigen::VectorXd harmonic_rates(const graph::GossipMatrix& sparse, const std::vector<Node>& observers, bool own_noise) {
  const Eigen::MatrixXd w = sparse;
  const auto n = w.rows();
  Eigen::MatrixXd off = Eigen::MatrixXd::Identity(n, n) - w;
  for (const Node a : observers) off.row(a).setZero();
  Eigen::MatrixXd harmonic = Eigen::FullPivLU<Eigen::MatrixXd>(off).kernel();
  if (own_noise) {
    for (const Node a : observers) harmonic.row(a).setZero();
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(harmonic, Eigen::ComputeThinU);
  Eigen::Index rank = 0;
  while (rank < svd.singularValues().size() && svd.singularValues()(rank) > 1e-9) ++rank;
  return svd.matrixU().leftCols(rank).rowwise().squaredNorm();
}

TEST(ContinualRate, IsTheLeverageAmongFunctionsHarmonicOffTheObservers) {
  for (const auto& graph : {petersen(), kite(), path(7), ring(9), star(5)}) {
    const auto w = metropolis(graph);
    for (const std::vector<Node>& observers : {std::vector<Node>{0}, {0, 1}, {1, 2, 4}, {0, 2}}) {
      EXPECT_LT((ContinualRate(w, {observers, {}, 1, true}).constant() - harmonic_rates(w, observers, false)).norm(),
                1e-10);
      EXPECT_LT(
          (ContinualRate(w, {observers, observers, 1, true}).constant() - harmonic_rates(w, observers, true)).norm(),
          1e-10);
    }
  }
}

// Derived by hand in docs/maths/streams.md, section 6.
TEST(ContinualRate, OnThePetersenGraphIsNotOneOverN) {
  const auto w = metropolis(petersen());
  const std::vector<Node> closed{0, 1, 4, 5};
  const auto all = ContinualRate(w, {closed, {}, 1, true}).constant();
  const auto own = ContinualRate(w, {closed, closed, 1, true}).constant();
  EXPECT_NEAR(all(2), 4.0 / 27.0, 1e-13);
  EXPECT_NEAR(all(1), 19.0 / 27.0, 1e-13);
  EXPECT_NEAR(all(0), 1.0, 1e-13);
  EXPECT_NEAR(own(2), 0.5, 1e-13);
}

// The last rounds of a long run grow by the rate: another road, through the Cholesky factor.
TEST(ContinualRate, IsTheGrowthOfALongRun) {
  for (const auto& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto w = metropolis(c.graph);
    const Node u = static_cast<Node>(w.rows() - 1);
    if (std::ranges::find(c.view.known_noise, u) != c.view.known_noise.end()) continue;
    const auto growth = ContinualAccountant(w, c.view, 300, std::array<Node, 1>{u}).constant_growth(u);
    EXPECT_NEAR(growth(299) - growth(298), ContinualRate(w, c.view).constant()(u), 1e-8);
  }
}

TEST(ContinualRate, DensityIsTheGrowthOfAnOscillatingStream) {
  constexpr int rounds = 400;
  for (const auto& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto w = metropolis(c.graph);
    const Node u = static_cast<Node>(w.rows() - 1);
    if (std::ranges::find(c.view.known_noise, u) != c.view.known_noise.end()) continue;
    const ContinualRate rate(w, c.view);
    const ContinualAccountant accountant(w, c.view, rounds, std::array<Node, 1>{u});
    const ContinualAccountant shorter(w, c.view, rounds / 2, std::array<Node, 1>{u});
    for (const double frequency : {std::numbers::pi, std::numbers::pi / 2, std::numbers::pi / 5}) {
      Eigen::VectorXd stream(rounds);
      for (int t = 0; t < rounds; ++t) stream(t) = std::cos(frequency * t);
      const double grown = (accountant.loss_of(u, stream) - shorter.loss_of(u, stream.head(rounds / 2))) * 2.0 / rounds;
      const double power = frequency == std::numbers::pi ? 1.0 : 0.5;  // mean of the squares
      EXPECT_NEAR(grown, power * rate.density(frequency)(u), 2e-5) << "frequency " << frequency;
    }
  }
}

Eigen::VectorXd square(int half, int rounds) {
  Eigen::VectorXd stream(rounds);
  for (int t = 0; t < rounds; ++t) stream(t) = (t / half) % 2 == 0 ? 1.0 : -1.0;
  return stream;
}

// Whole periods between the two runs.
TEST(ContinualRate, SquareWaveIsTheGrowthOfALongRun) {
  for (const auto& c : cases()) {
    SCOPED_TRACE(c.name);
    const auto w = metropolis(c.graph);
    const Node u = static_cast<Node>(w.rows() - 1);
    if (std::ranges::find(c.view.known_noise, u) != c.view.known_noise.end()) continue;
    const ContinualRate rate(w, c.view);
    const ContinualAccountant shorter(w, c.view, 180, std::array<Node, 1>{u}), longer(w, c.view, 360, std::array{u});
    for (const int half : {1, 2, 3, 5, 9}) {
      const double grown = (longer.loss_of(u, square(half, 360)) - shorter.loss_of(u, square(half, 180))) / 180.0;
      EXPECT_NEAR(grown, rate.square_wave(half)(u), 1e-5) << "half-period " << half;
    }
  }
  EXPECT_THROW((void)ContinualRate(metropolis(path(3)), {{0}, {}, 1, true}).square_wave(0), Error);
}

TEST(ContinualRate, NoSquareWaveGrowsFasterThanThePeak) {
  const ContinualRate rate(metropolis(ring(12)), {{0}, {}, 1, true});
  for (const Node u : {1U, 2U, 6U}) {
    const double peak = rate.peak(u).density;
    for (const int half : {1, 2, 3, 7, 25}) EXPECT_LE(rate.square_wave(half)(u), peak + 1e-9) << half;
  }
}

// Next to the observer the mass of (I - e^(-iw) W)^-1 falls off by the same factor q a step however long the ring is:
// D = x (1 - x) / (1 + x), x = |q|^2, is largest at x = sqrt(2) - 1. docs/maths/streams.md, section 5.
TEST(ContinualRate, NextToTheObserverDoesNotShrinkWithTheGraph) {
  for (const Node n : {60U, 120U}) {
    const auto peak = ContinualRate(metropolis(ring(n)), {{0}, {}, 1, true}).peak(1);
    EXPECT_NEAR(peak.density, 3.0 - 2.0 * std::numbers::sqrt2, 1e-6) << n;
  }
  const auto of_path = [](Node n) { return ContinualRate(metropolis(path(n)), {{1}, {}, 1, true}); };
  EXPECT_NEAR(of_path(50).square_wave(25)(0), 0.318289, 1e-6);
  EXPECT_NEAR(of_path(100).square_wave(25)(0), 0.318289, 1e-6);
  EXPECT_NEAR(of_path(100).peak(0).density, 0.348684, 1e-6);
}

TEST(ContinualRate, DensitiesOfAllNodesSumToTheNumberOfDirectionsSeen) {
  const auto w = metropolis(petersen());
  for (const double frequency : {0.0, 0.3, 1.7, std::numbers::pi}) {
    EXPECT_NEAR(ContinualRate(w, {{0, 1, 4, 5}, {}, 1, true}).density(frequency).sum(), 4.0, 1e-10);
    EXPECT_NEAR(ContinualRate(w, {{0, 1, 4, 5}, {0, 1, 4, 5}, 1, true}).density(frequency).sum(), 3.0, 1e-10);
  }
}

TEST(ContinualRate, PeakIsAboveEveryDensity) {
  const auto w = metropolis(ring(12));
  const ContinualRate rate(w, {{0}, {}, 1, true});
  const auto peak = rate.peak(1);
  for (int i = 0; i <= 200; ++i) EXPECT_LE(rate.density(std::numbers::pi * i / 200)(1), peak.density + 1e-9);
  EXPECT_NEAR(rate.density(peak.frequency)(1), peak.density, 1e-12);
  EXPECT_GT(peak.density, 1.5 / 12);  // an oscillating stream leaks more than a constant one
  EXPECT_NEAR(ContinualRate(metropolis(petersen()), {{0}, {}, 1, true}).peak(7).density, 0.1, 1e-7);
}

TEST(ContinualRate, PeakIsFoundNextToTheHighestFrequency) {
  Eigen::Matrix4d weights;
  weights << 1, 3, 7, 9,  //
      3, 3, 8, 6,         //
      7, 8, 4, 1,         //
      9, 6, 1, 4;
  weights /= 20.0;
  // The observer 0 sees of each other node's noise a share |x_v|^2, x = (I - e^(-iw) W)^-1 e_0, and knows its own.
  const auto share = [&](double frequency) {
    const Eigen::Matrix4cd off = Eigen::Matrix4cd::Identity() - std::polar(1.0, -frequency) * weights;
    const Eigen::Vector3d seen = off.partialPivLu().solve(Eigen::Vector4cd::Unit(0)).tail<3>().cwiseAbs2();
    return seen(2) / seen.sum();
  };
  double best = 0.0;
  for (double below = 0.0; below < 0.2; below += 1e-4)
    best = share(std::numbers::pi - below) > share(std::numbers::pi - best) ? below : best;
  ASSERT_GT(best, 0.04);  // between the last two points of the grid, the last being the better one
  ASSERT_LT(best, 0.06);
  const auto peak = ContinualRate(weights.sparseView(), {{0}, {0}, 1, true}).peak(3);
  EXPECT_NEAR(peak.frequency, std::numbers::pi - best, 2e-3);
  EXPECT_NEAR(peak.density, share(std::numbers::pi - best), 1e-9);
}

TEST(ContinualRate, RefusesMatricesWhosePowersDoNotConverge) {
  const auto bipartite = gossip_matrix(ring(6), Weights::min_degree);  // weights 1/2, empty diagonal
  EXPECT_THROW(ContinualRate(bipartite, {{0}, {}, 1, true}), Error);
  const auto split = metropolis(Graph(4, std::vector<Edge>{{0, 1}, {2, 3}}));
  EXPECT_THROW(ContinualRate(split, {{0}, {}, 1, true}), Error);
  EXPECT_NO_THROW(require_primitive("test", gossip_matrix(ring(7), Weights::min_degree)));
}

}  // namespace
}  // namespace hearsay::accounting
