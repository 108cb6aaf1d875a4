// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <fmt/format.h>
#include <Eigen/Dense>
#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

#include "tests/accounting/continual/dense.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using graph::Edge;
using graph::Graph;
using graph::Node;
using graph::Weights;

Graph path(Node n) {
  std::vector<Edge> edges;
  for (Node v = 0; v + 1 < n; ++v) edges.emplace_back(v, v + 1);
  return {n, edges};
}

Graph ring(Node n) {
  std::vector<Edge> edges;
  for (Node v = 0; v < n; ++v) edges.emplace_back(v, (v + 1) % n);
  return {n, edges};
}

Graph star(Node n) {
  std::vector<Edge> edges;
  for (Node v = 1; v < n; ++v) edges.emplace_back(0, v);
  return {n, edges};
}

// Outer ring 0-4, inner star 5-9, spokes v-(v+5).
Graph petersen() {
  std::vector<Edge> edges;
  for (Node v = 0; v < 5; ++v) {
    edges.emplace_back(v, (v + 1) % 5);
    edges.emplace_back(v, v + 5);
    edges.emplace_back(5 + v, 5 + (v + 2) % 5);
  }
  return {10, edges};
}

Graph kite() { return {5, std::vector<Edge>{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}}; }

graph::GossipMatrix metropolis(const Graph& graph) { return gossip_matrix(graph, Weights::metropolis); }

std::vector<Node> everyone(const graph::GossipMatrix& w) {
  std::vector<Node> nodes(static_cast<std::size_t>(w.rows()));
  for (std::size_t v = 0; v < nodes.size(); ++v) nodes[v] = static_cast<Node>(v);
  return nodes;
}

struct Case {
  const char* name;
  Graph graph;
  ContinualView view;
  int rounds;
};

std::vector<Case> cases() {
  return {
      {"path5, one end", path(5), {{0}, {}, 1, true}, 12},
      {"path5, one end, own noise", path(5), {{0}, {0}, 1, true}, 12},
      {"path5, both ends, own noise", path(5), {{0, 4}, {0, 4}, 1, true}, 12},
      {"path5, an interior observer is redundant", path(5), {{0, 1, 2}, {0, 1, 2}, 1, true}, 9},
      {"star, two leaves see the same, own noise", star(6), {{1, 2}, {1, 2}, 1, true}, 10},
      {"star, hub and leaf, own noise", star(6), {{0, 3}, {0, 3}, 1, true}, 10},
      {"petersen, closed neighbourhood", petersen(), {{0, 1, 4, 5}, {}, 1, true}, 15},
      {"petersen, closed neighbourhood, own noise", petersen(), {{0, 1, 4, 5}, {0, 1, 4, 5}, 1, true}, 15},
      {"petersen, closed neighbourhood, only the centre's noise", petersen(), {{0, 1, 4, 5}, {0}, 1, true}, 15},
      {"petersen, messages, own noise", petersen(), {{1, 4, 5}, {0}, 1, true}, 15},
      {"kite, messages over three steps", kite(), {{1}, {}, 3, true}, 6},
      {"kite, messages over three steps, own noise", kite(), {{1}, {0}, 3, true}, 6},
      {"kite, states over three steps, own noise", kite(), {{0}, {0}, 3, true}, 6},
      {"kite, states over three steps, own noise of two", kite(), {{0, 2}, {0, 2}, 3, true}, 5},
      {"kite, states after three steps", kite(), {{0, 2}, {}, 3, false}, 8},
      {"kite, states after three steps, own noise", kite(), {{0, 2}, {0, 2}, 3, false}, 8},
      {"path3, five steps saturate", path(3), {{0}, {}, 5, true}, 5},
      {"ring7, two steps, own noise", ring(7), {{0, 1}, {0, 1}, 2, true}, 7},
      {"one round", kite(), {{0, 1}, {0}, 1, true}, 1},
      {"one round, nothing seen yet", kite(), {{0}, {0}, 1, true}, 1},
      {"two rounds, own noise", kite(), {{0}, {0}, 1, true}, 2},
  };
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

TEST(ContinualSystem, RefusesWhatItsBoundsDoNotCover) {
  const auto w = graph::gossip_matrix(path(3), Weights::metropolis);
  const auto refusal = [](const graph::GossipMatrix& matrix, const ContinualView& view) {
    return tests::message_of([&] { (void)ContinualSystem(matrix, view); });
  };
  EXPECT_EQ(refusal(graph::GossipMatrix(2, 3), {{0}, {}, 1, true}),
            "HS-102 ContinualSystem: W is 2 x 3, must be square");
  graph::GossipMatrix skew(2, 2);
  skew.insert(0, 1) = 0.5;
  EXPECT_EQ(refusal(skew, {{0}, {}, 1, true}), "HS-102 ContinualSystem: W must be symmetric");
  EXPECT_EQ(refusal(graph::GossipMatrix(w * 1.5), {{0}, {}, 1, true}),
            "HS-101 ContinualSystem: the absolute weights of row 0 of W sum to 1.5, at most 1 is allowed");
  EXPECT_EQ(refusal(w, {{}, {}, 1, true}), "HS-101 ContinualSystem: there must be at least one observed node");
  EXPECT_EQ(refusal(w, {{3}, {}, 1, true}), "HS-101 ContinualSystem: observed node 3 is not in 0 .. 2");
  EXPECT_EQ(refusal(w, {{0, 0}, {}, 1, true}), "HS-101 ContinualSystem: observed node 0 is given twice");
  EXPECT_EQ(refusal(w, {{1}, {3}, 1, true}), "HS-101 ContinualSystem: known-noise node 3 is not in 0 .. 2");
  EXPECT_EQ(refusal(w, {{0}, {}, 0, true}),
            "HS-101 ContinualSystem: steps per round = 0 must be between 1 and 1000000");
}

// Node 0 of the path is known to whoever sees its neighbour 1 at every step; node 2 hears from 1 as well; node 1 hears
// from both ends.
TEST(ContinualSystem, RefusesKnownNoiseWhoseStateIsNotKnown) {
  const auto w = graph::gossip_matrix(path(3), Weights::metropolis);
  const auto refusal = [&](const ContinualView& view) {
    return tests::message_of([&] { (void)ContinualSystem(w, view); });
  };
  const std::string unknown =
      "HS-203 ContinualSystem: the noise of node {} is known but its state is not: observe it, or all its neighbours "
      "at every step";
  for (const Node end : {0u, 2u}) EXPECT_EQ(refusal({{end}, {1}, 1, true}), fmt::format(fmt::runtime(unknown), 1));
  EXPECT_EQ(refusal({{1}, {0}, 3, false}), fmt::format(fmt::runtime(unknown), 0));
  EXPECT_NO_THROW((void)ContinualSystem(w, {{1}, {0}, 3, true}));
  EXPECT_NO_THROW((void)ContinualSystem(w, {{1}, {0}, 1, false}));
}

// Of all steps of one round on a large ring, the later ones add directions below rounding.
TEST(ContinualSystem, RefusesStepsWhoseDirectionsRoundingHides) {
  const auto w = graph::gossip_matrix(ring(1000), Weights::metropolis);
  EXPECT_EQ(tests::message_of([&] {
              (void)ContinualSystem(w, {{0}, {}, 1'000'000, true});
            }),
            "HS-301 ContinualSystem: rounding hides whether a state that is seen is a combination of others; fewer "
            "steps per round");
}

// Worked by hand on the path 0-1-2, observer 0, K = 1, T = 2: the messages are e_1 and (1/3, 1/3, 1/3) mixed with fresh
// e_1.
TEST(ContinualAccountant, OfTheThreePathTheSecondRoundLeaksAnEleventhAndATenthWithOwnNoise) {
  const auto w = metropolis(path(3));
  const std::array<Node, 1> target{2};
  EXPECT_NEAR(ContinualAccountant(w, {{1}, {}, 1, true}, 2, target).sensitivity(2).squared.exact.value(), 1.0 / 11.0,
              1e-15);
  EXPECT_NEAR(ContinualAccountant(w, {{1}, {0}, 1, true}, 2, target).sensitivity(2).squared.exact.value(), 1.0 / 10.0,
              1e-15);
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
  const ContinualAccountant many(w, view, 90, targets, 3), one(w, view, 90, std::array<Node, 1>{77}, 1);
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

Eigen::MatrixXd random_psd(Eigen::Index size, unsigned seed) {
  Eigen::MatrixXd a(size, size);
  std::uint64_t state = seed;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    a.data()[i] = static_cast<double>(state >> 40) / 16777216.0 - 0.5;
  }
  return a * a.transpose() / static_cast<double>(size);
}

TEST(BooleanQuadratic, BoundsEncloseTheEnumeratedMaximum) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Eigen::MatrixXd m = random_psd(9, seed);
    const auto bounds = linalg::boolean_quadratic_bounds(m);
    double best = 0.0;
    for (int bits = 0; bits < 512; ++bits) {
      Eigen::VectorXd s(9);
      for (int i = 0; i < 9; ++i) s(i) = (bits >> i) & 1 ? 1.0 : -1.0;
      best = std::max(best, s.dot(m * s));
    }
    EXPECT_NEAR(bounds.exact.value(), best, 1e-12);
    EXPECT_LE(bounds.lower, best + 1e-12);
    EXPECT_GE(bounds.upper, best - 1e-12);
    EXPECT_NEAR(bounds.signs.dot(m * bounds.signs), bounds.lower, 1e-12);
    EXPECT_NEAR(bounds.constant, m.sum(), 1e-12);
  }
}

TEST(BooleanQuadratic, UpperIsTheSmallerOfTheAbsoluteSumAndTheEigenvalueBound) {
  for (const Eigen::Index size : {6, 60, 260}) {
    const Eigen::MatrixXd m = random_psd(size, 7);
    const double lambda = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues().maxCoeff();
    const double expected = std::min(m.cwiseAbs().sum(), static_cast<double>(size) * lambda);
    EXPECT_NEAR(linalg::boolean_quadratic_bounds(m).upper, expected, 1e-9 * expected);
  }
  const Eigen::MatrixXd ones = Eigen::MatrixXd::Ones(30, 30);
  EXPECT_NEAR(linalg::boolean_quadratic_bounds(ones).upper, 900.0, 1e-9);
  EXPECT_NEAR(linalg::boolean_quadratic_bounds(ones).lower, 900.0, 1e-9);
}

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
  for (const auto& graph : {petersen(), kite(), path(7), ring(9), star(6)}) {
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
