// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/random/stream.hpp>
#include "props/muffliato/text_checks.hpp"
#include "props/oracle/dense_gossip.hpp"

namespace hearsay::props {
namespace {

using graph::Node;

// The numbers of the catalogue's `realistic` texts: what is refuted on three nodes, at sizes of the paper's figures.

constexpr std::array<Node, 1> observer{0};
constexpr double nodes = 2048.0;
constexpr Node opposite = 2047;

/// Metropolis weights 1/12 on the hypercube with 2^11 nodes, the exponential graph of Figure 1(a): gap 1/6.
const graph::GossipMatrix& exponential() {
  static const auto w = graph::gossip_matrix(graph::hypercube(11), graph::Weights::metropolis);
  return w;
}

int published_steps() { return static_cast<int>(graph::stopping_time(1.0 / 6.0, 2048, 1.0)); }

// muffliato.thm1, thm6.round, thm11, thm12
TEST(RealisticLosses, OppositeNodeOfTheExponentialGraphLosesEverything) {
  ASSERT_EQ(published_steps(), 19);
  const auto losses = accounting::gossip_losses(exponential(), observer, 19);
  EXPECT_NEAR(losses.published(opposite), 0.00945, 5e-6);
  EXPECT_NEAR(losses.exact(opposite), 1.0, 1e-9);
  int above = 0;
  for (Node u = 1; u < 2048; ++u) above += losses.exact(u) > losses.published(u) + 1e-9 ? 1 : 0;
  EXPECT_EQ(above, 562);
}

// muffliato.thm1: the same with noise of deviation tau sigma on every message
TEST(RealisticLosses, NoiseOnMessagesLeavesTheExponentialGraphAbove) {
  const auto view = accounting::gossip_view(exponential(), observer, 19);
  EXPECT_NEAR(accounting::perturbed_losses(view, 1e-7)(opposite), 1.0, 5e-4);
  EXPECT_NEAR(accounting::perturbed_losses(view, 1e-3)(opposite), 0.066, 5e-4);
}

// muffliato.thm1
TEST(RealisticLosses, FarSideOfTheGridLosesAMillionfold) {
  const auto w = graph::gossip_matrix(graph::grid(22, 22), graph::Weights::metropolis);
  const auto steps = static_cast<int>(graph::stopping_time(graph::positive_spectral_gap(w), 484, 1.0));
  EXPECT_EQ(steps, 96);
  const std::array<Node, 1> side{242};
  const auto losses = accounting::gossip_losses(w, side, steps);
  ASSERT_LT(losses.accuracy, 1e-6);
  EXPECT_NEAR(losses.published(21), 8.77e-7, 5e-10);
  EXPECT_NEAR(losses.exact(21), 0.582, 5e-4);
  EXPECT_NEAR(accounting::perturbed_losses(accounting::gossip_view(w, side, steps), 1e-7)(21), 0.088, 5e-4);
}

// muffliato.corollary1.loss, corollary3.loss: the walk on the hypercube by its distance from where it began
TEST(RealisticLosses, CorollaryOneIsNearAnEighthWhereEverythingIsLost) {
  std::array<double, 12> at{1.0};
  double sum = 0.0;
  for (int t = 1; t <= 19; ++t) {
    std::array<double, 12> next{};
    for (std::size_t k = 0; k <= 11; ++k) {
      const double away = static_cast<double>(k);
      next[k] += at[k] / 12.0;
      if (k > 0) next[k - 1] += at[k] * away / 12.0;
      if (k < 11) next[k + 1] += at[k] * (11.0 - away) / 12.0;
    }
    at = next;
    sum += at[11] * at[11];
  }
  EXPECT_NEAR(nodes * 144.0 * sum, 0.1254, 5e-5);
}

// muffliato.thm6: with K = 1 eq. (9) is 0 for every node that is no neighbor
TEST(RealisticLosses, RoundsOnTheExponentialGraphAddUpWhereNothingIsPublished) {
  std::vector<Node> neighbors;
  for (unsigned bit = 0; bit < 11; ++bit) neighbors.push_back(1U << bit);
  const std::array<Node, 1> target{3};
  for (const auto& [rounds, loss] : {std::pair{10, 0.165}, {40, 0.767}}) {
    const accounting::ContinualAccountant account(exponential(), {.observed = neighbors, .known_noise = {}}, rounds,
                                                  target);
    EXPECT_NEAR(account.sensitivity(3).squared.lower, loss, 5e-4) << rounds;
  }
}

// muffliato.thm11.mean: nodes at one distance lose the same
TEST(RealisticLosses, RoundsOnTheExponentialGraphSumToMoreThanPublished) {
  std::vector<Node> neighbors, targets;
  for (unsigned bit = 0; bit < 11; ++bit) {
    neighbors.push_back(1U << bit);
    targets.push_back((2U << bit) - 1);
  }
  for (const auto& [known, sum] : {std::pair{std::vector<Node>{}, 114.7}, {std::vector<Node>{0}, 115.4}}) {
    const accounting::ContinualAccountant account(exponential(), {.observed = neighbors, .known_noise = known}, 10,
                                                  targets);
    double total = 0.0, alike = 1.0;
    for (int k = 1; k <= 11; ++k) {
      alike = alike * (12 - k) / k;  // C(11, k)
      total += alike * account.sensitivity(targets[static_cast<std::size_t>(k - 1)]).squared.exact.value();
    }
    EXPECT_NEAR(total, sum, 0.06);
    EXPECT_GT(total, 110.0);
  }
}

// muffliato.communities: n = 744 as the network of Figure 1(b)
TEST(RealisticLosses, NothingIsHiddenFromAnotherCommunity) {
  constexpr Node size = 372;
  const auto w = graph::gossip_matrix(two_communities(size, 0.08, 0.001, {1}), graph::Weights::metropolis);
  const auto steps = static_cast<int>(graph::stopping_time(graph::positive_spectral_gap(w), 2 * size, 1.0));
  EXPECT_EQ(steps, 48);
  const auto losses = accounting::gossip_losses(w, observer, steps);
  EXPECT_EQ(losses.rank, 2 * size);
  EXPECT_NEAR(losses.exact.minCoeff(), 1.0, 1e-6);
  EXPECT_NEAR(losses.published.tail(size).cwiseMin(1.0).mean(), 0.376, 5e-4);
  const auto view = accounting::gossip_view(w, observer, steps);
  EXPECT_NEAR(accounting::perturbed_losses(view, 1e-7).tail(size).mean(), 0.178, 5e-4);
  EXPECT_NEAR(accounting::perturbed_losses(view, 1e-2).tail(size).mean(), 0.015, 5e-4);
}

// muffliato.activation.gap, muffliato.prop1.neighbors
TEST(RealisticLosses, MisprintsOfOrderAtTheSizesOfTheFigures) {
  EXPECT_EQ(1024 * 1025 / 2, 524800);
  EXPECT_NEAR(2.0 / (1024.0 * 1025.0), 1.91e-6, 5e-9);
  const double q = std::log(2000.0) / 2000.0;
  EXPECT_NEAR(1999.0 * q, 7.6, 0.05);
  EXPECT_NEAR(q, 0.0038, 5e-5);
}

// muffliato.thm13: the 55 nodes at distance 2 change together
TEST(RealisticLosses, AGroupOfTheExponentialGraphLosesFourTimesTheSum) {
  const auto view = accounting::gossip_view(exponential(), observer, 2);
  Eigen::VectorXd group = Eigen::VectorXd::Zero(2048);
  for (Node u = 0; u < 2048; ++u) group(u) = std::popcount(u) == 2 ? 1.0 : 0.0;
  EXPECT_EQ(group.sum(), 55.0);
  double published = 0.0;
  for (Eigen::Index i = 0; i < view.rows(); ++i)
    published += view.row(i).cwiseAbs2().dot(group) / view.row(i).squaredNorm();
  EXPECT_NEAR(published, 55.0 / 6.0, 1e-9);
  const Eigen::VectorXd moved = view * group;
  const Eigen::MatrixXd noise = view * view.transpose();
  EXPECT_NEAR(moved.dot(noise.ldlt().solve(moved)), 1100.0 / 31.0, 1e-9);
}

// muffliato.corollary2: pairs of neighbors of the hypercube, as many as Theorem 3 says
TEST(RealisticLosses, RandomizedGossipOnTheExponentialGraph) {
  const double lambda2 = 2.0 / (11.0 * 1024.0);
  const int steps = static_cast<int>(std::ceil(std::log(nodes) / lambda2));
  ASSERT_EQ(steps, 42942);
  random::Stream choice({1}, random::Purpose::activation, 0);
  using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  Rows w = Rows::Identity(2048, 2048), heard(0, 2048);
  for (int t = 0; t < steps; ++t) {
    const auto v = static_cast<Node>(choice.below(2048)), u = v ^ (1U << choice.below(11));
    if (v == 0 || u == 0) {
      heard.conservativeResize(heard.rows() + 1, Eigen::NoChange);
      heard.row(heard.rows() - 1) = w.row(v == 0 ? u : v);
    }
    w.row(v) = 0.5 * (w.row(v) + w.row(u));
    w.row(u) = w.row(v);
  }
  EXPECT_EQ(heard.rows(), 40);
  const auto losses = accounting::view_losses(heard, observer);
  ASSERT_LT(losses.accuracy, 1e-6);
  EXPECT_NEAR(losses.published(586), 0.158, 5e-4);
  EXPECT_NEAR(losses.exact(586), 0.363, 5e-4);
}

// muffliato.thm3, thm8: of the complete graph every step keeps (n - 2)/(n - 1) of E|x - mean|^2
TEST(RealisticUtility, RandomizedGossipOnTheCompleteGraph) {
  const double lambda2 = 2.0 / (nodes - 1.0);
  const double steps = std::ceil(std::log(nodes) / lambda2);
  EXPECT_EQ(steps, 7804.0);
  const double apart = nodes + nodes - 1.0;  // values 1 and -1, noise of variance 1
  const double error = (apart * std::pow(1.0 - lambda2 / 2.0, steps) + 1.0) / (2.0 * nodes);
  EXPECT_NEAR(error, 0.0223, 5e-5);
  EXPECT_NEAR(2.0 / nodes, 0.000977, 5e-7);                                    // Theorem 3
  EXPECT_NEAR(2.0 * std::exp(-steps * lambda2) + 1.0 / nodes, 0.00146, 5e-6);  // Theorem 8
}

/// E[y_i y_j] of randomized gossip on the hypercube from y = 1 or -1 by the first coordinate and noise of variance 1,
/// by whether i and j differ there and in how many of the m - 1 other coordinates; the mean is subtracted.
double error_on_hypercube(int m, int steps) {
  const double n = std::exp2(m), edges = m * n / 2.0;
  std::vector<std::array<double, 2>> c(static_cast<std::size_t>(m));
  for (auto& pair : c) pair = {1.0 - 1.0 / n, -1.0 - 1.0 / n};
  c[0][0] += 1.0;
  for (int t = 0; t < steps; ++t) {
    auto next = c;
    for (std::size_t k = 0; k < c.size(); ++k) {
      for (const std::size_t a : {0U, 1U}) {
        const double here = c[k][a], nearer = static_cast<double>(k), farther = static_cast<double>(c.size() - 1 - k);
        double around = c[k][1 - a];
        if (k > 0) around += nearer * c[k - 1][a];
        if (k + 1 < c.size()) around += farther * c[k + 1][a];
        // Of an edge at i (or at j) the product becomes the mean of itself and the neighbor's; of the edge ij, and of
        // every edge where i = j, the square of the mean of both ends.
        double change = around - m * here;
        if (k + a == 0) change = (around - m * here) / 2.0;
        if (k + a == 1) change = around - c[0][0] - (m - 1.0) * here + (c[0][0] - here) / 2.0;
        next[k][a] += change / edges;
      }
    }
    c = next;
  }
  return (c[0][0] + 1.0 / n) / 2.0;
}

TEST(RealisticUtility, RandomizedGossipOnTheHypercubeIsNearlyAsFastAsPrinted) {
  const auto cube = graph::hypercube(3);
  std::vector<graph::Edge> edges;
  Eigen::VectorXd values(8);
  for (Node v = 0; v < 8; ++v) {
    values(v) = v % 2 == 0 ? 1.0 : -1.0;
    for (const Node u : cube.neighbors(v)) {
      if (v < u) edges.emplace_back(v, u);
    }
  }
  const auto moment = oracle::randomized_second_moment(8, edges, std::vector<double>(12, 1.0 / 12.0), 7);
  EXPECT_NEAR(error_on_hypercube(3, 7), (values.dot(moment * values) + moment.trace()) / 16.0, 1e-12);
  EXPECT_NEAR(error_on_hypercube(11, 42942), 0.00057, 5e-6);
}

// muffliato.corollary5: all but two of 2048 nodes collude, c = 3/2, T = 2
TEST(RealisticLosses, HiddenGraphWithAMajorityOfColluders) {
  const double q = 1.5 * std::log(nodes) / nodes;
  EXPECT_NEAR(std::log1p(q * (std::numbers::e - 1.0)), 0.00955, 5e-6);
  EXPECT_NEAR(4.0 / (nodes - 1.0), 0.00195, 5e-6);
}

// muffliato.prop1: colluders joined as the hypercube, a node joined to four of them, the target joined to that node
TEST(RealisticLosses, PendantTargetOfTheExponentialGraph) {
  const auto cube = graph::hypercube(11);
  std::vector<graph::Edge> edges;
  for (Node v = 0; v < cube.nodes(); ++v) {
    for (const Node u : cube.neighbors(v)) {
      if (v < u) edges.emplace_back(v, u);
    }
  }
  for (const Node v : {0U, 0x2aaU, 0x555U, 0x7ffU}) edges.emplace_back(v, 2048);
  edges.emplace_back(2048, 2049);
  const auto w = graph::gossip_matrix(graph::Graph(2050, edges), graph::Weights::metropolis);
  const double gap = graph::positive_spectral_gap(w);
  EXPECT_GT(gap, 1.0 / 12.0);
  EXPECT_EQ(std::ceil(std::log(2050.0) * std::sqrt(12.0)), 27.0);
  EXPECT_NEAR(4.0 * 27.0 / 2049.0, 0.0527, 5e-5);
}

// muffliato.thm5: K = 19 steps leave p of the difference between two halves of the hypercube, whose parts are theta^2/2
// and -((1 - 2 mu)/2) theta^2. As in the row's proof, with p for 1/2: for every step <= 1/L the slower direction keeps
// 1 - s a round if s (lambda - p) >= mu^2 ((1 + p) lambda - 2 p)^2 / (4 p (1 - 2 mu)), lambda = 1 - s.
TEST(RealisticUtility, DescentOnTheExponentialGraphNeedsConvexParts) {
  const double gamma = graph::acceleration(1.0 / 6.0), x = 5.0 / 6.0, kappa = 1e6, mu = 1.0 / kappa, s = 1.5e-9;
  double before = 1.0, p = x;
  for (int k = 1; k < 19; ++k) before = std::exchange(p, gamma * x * p + (1.0 - gamma) * before);
  EXPECT_NEAR(p, 0.000169, 5e-7);
  const double lambda = 1.0 - s, linear = mu * ((1.0 + p) * lambda - 2.0 * p);
  EXPECT_GE(s * (lambda - p), linear * linear / (4.0 * p * (1.0 - 2.0 * mu)));
  EXPECT_NEAR((1.0 - 2.0 * 100.0 * kappa * s) / 4.0, 0.175, 5e-4);  // left of the initial error after 100 kappa rounds
}

}  // namespace
}  // namespace hearsay::props
