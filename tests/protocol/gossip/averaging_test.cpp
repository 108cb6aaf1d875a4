// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/pairwise.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>

#include "tests/graphs.hpp"

namespace hearsay::protocol {
namespace {

using graph::Edge;
using graph::GossipMatrix;
using graph::Node;

Eigen::MatrixXd column(std::initializer_list<double> values) {
  Eigen::MatrixXd x(static_cast<Eigen::Index>(values.size()), 1);
  std::ranges::copy(values, x.data());
  return x;
}

// Worked by hand on the path 0-1-2 with all weights 1/3: (9, 0, 0) -> (6, 3, 0) -> (5, 3, 1).
TEST(Averaging, OnTheThreePathIsWhatPencilAndPaperGive) {
  const auto w = gossip_matrix(testing::path(3), graph::Weights::metropolis);
  EXPECT_LE((average(w, column({9, 0, 0}), 1) - column({6, 3, 0})).norm(), 1e-14);
  EXPECT_LE((average(w, column({9, 0, 0}), 2) - column({5, 3, 1})).norm(), 1e-14);
  EXPECT_EQ(average(w, column({9, 0, 0}), 0), column({9, 0, 0}));
}

TEST(Averaging, KeepsTheMeanAndTendsToIt) {
  const auto w = gossip_matrix(testing::geometric(40, 0.3, 1), graph::Weights::metropolis);
  const Eigen::MatrixXd start = with_noise(Eigen::MatrixXd::Ones(40, 2), 1.0, random::Seed{1}, 0);
  const Eigen::MatrixXd end = average(w, start, 2000);
  for (Eigen::Index k = 0; k < 2; ++k) {
    EXPECT_NEAR(average(w, start, 3).col(k).mean(), start.col(k).mean(), 1e-14);
    EXPECT_LE((end.col(k).array() - start.col(k).mean()).abs().maxCoeff(), 1e-9);
  }
}

// P_t(W) from the closed form P_t = q^t [T_t(y) + s y U_{t-1}(y)], y = x / (1 - gap/2), q^2 = gamma - 1, s = sqrt(gap
// (1 - gap/4)).
TEST(AcceleratedAveraging, AppliesRescaledChebyshevPolynomials) {
  const double gap = 0.4, gamma = graph::acceleration(gap), s = std::sqrt(gap * (1 - gap / 4)),
               q = std::sqrt(gamma - 1);
  for (const double x : {-0.6, -0.1, 0.0, 0.35, 0.6}) {
    GossipMatrix w(1, 1);
    w.insert(0, 0) = x;
    const double angle = std::acos(x / (1 - gap / 2));
    for (int t = 1; t <= 9; ++t) {
      const double chebyshev = std::cos(t * angle) + s * std::cos(angle) * std::sin(t * angle) / std::sin(angle);
      EXPECT_NEAR(average_accelerated(w, gamma, column({1}), t)(0, 0), std::pow(q, t) * chebyshev, 1e-14)
          << "x " << x << " t " << t;
    }
  }
}

TEST(AcceleratedAveraging, WithGammaOneIsPlainAveraging) {
  const auto w = gossip_matrix(testing::petersen(), graph::Weights::metropolis);
  const Eigen::MatrixXd start = Eigen::MatrixXd::Identity(10, 10);
  EXPECT_LE((average_accelerated(w, 1.0, start, 7) - average(w, start, 7)).norm(), 1e-15);
}

TEST(Averaging, OverTheSameMatrixEveryRoundIsPlainAveraging) {
  const auto w = gossip_matrix(testing::grid(3, 4), graph::Weights::metropolis);
  EXPECT_EQ(average(std::vector<GossipMatrix>(5, w), Eigen::MatrixXd::Identity(12, 12)),
            average(w, Eigen::MatrixXd::Identity(12, 12), 5));
}

TEST(Averaging, TellsItsListenerEveryStateBeforeTheStep) {
  const auto w = gossip_matrix(testing::path(3), graph::Weights::metropolis);
  std::vector<double> heard;
  (void)average(w, column({9, 0, 0}), 3, [&](int step, const GossipMatrix& round, const Eigen::MatrixXd& state) {
    EXPECT_EQ(step, static_cast<int>(heard.size()));
    EXPECT_EQ(&round, &w);
    heard.push_back(state(0, 0));
  });
  ASSERT_EQ(heard.size(), 3u);
  EXPECT_NEAR(heard[0], 9.0, 1e-14);
  EXPECT_NEAR(heard[1], 6.0, 1e-14);
  EXPECT_NEAR(heard[2], 5.0, 1e-14);
}

TEST(PairwiseAveraging, IsAveragingOverTheMatricesOfItsEdges) {
  const std::vector<Edge> edges{{0, 1}, {2, 3}, {1, 2}, {0, 1}, {3, 4}};
  const Eigen::MatrixXd start = Eigen::MatrixXd::Identity(5, 5);
  EXPECT_EQ(average_pairwise(edges, start), average(graph::pairwise_averaging(5, edges), start));
  EXPECT_EQ(average_pairwise(std::vector<Edge>{{0, 2}}, column({4, 1, 0})), column({2, 1, 2}));
}

TEST(DrawEdges, FollowsTheProbabilities) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 3}, {0, 3}};
  const std::vector<double> probabilities{0.5, 0.0, 0.125, 0.375};
  random::Stream stream(random::Seed{4}, random::Purpose::activation, 0);
  constexpr int draws = 80000;
  std::array<int, 4> counts{};
  for (const auto& edge : draw_edges(edges, probabilities, draws, stream)) {
    ++counts.at(static_cast<std::size_t>(std::ranges::find(edges, edge) - edges.begin()));
  }
  EXPECT_EQ(counts[1], 0);
  for (const std::size_t e : {0u, 2u, 3u}) {
    const double p = probabilities[e];
    EXPECT_NEAR(counts[e], draws * p, 5 * std::sqrt(draws * p * (1 - p))) << e;  // five standard deviations, fixed seed
  }
}

TEST(WithNoise, DrawsFromTheStreamOfTheNode) {
  const Eigen::MatrixXd noisy = with_noise(Eigen::MatrixXd::Constant(3, 2, 7.0), 0.5, random::Seed{9}, 4);
  for (Node v = 0; v < 3; ++v) {
    random::Stream stream(random::Seed{9}, random::Purpose::noise, 4, v);
    for (Eigen::Index k = 0; k < 2; ++k) EXPECT_EQ(noisy(v, k), 7.0 + 0.5 * stream.normal());
  }
}

// Noise of variance sigma^2 a node, averaged to convergence, leaves variance sigma^2 / n at every node.
TEST(Averaging, LeavesOneNthOfTheNoiseVariance) {
  const auto w = gossip_matrix(testing::petersen(), graph::Weights::metropolis);
  constexpr int trials = 4000;
  double square = 0.0;
  for (std::uint32_t trial = 0; trial < trials; ++trial) {
    square += std::pow(average(w, with_noise(Eigen::MatrixXd::Zero(10, 1), 2.0, random::Seed{2}, trial), 60)(3, 0), 2);
  }
  EXPECT_NEAR(square / trials, 0.4, 5 * 0.4 * std::sqrt(2.0 / trials));  // five standard deviations, fixed seed
}

TEST(Averaging, RefusesBadInputInOneSentence) {
  const auto w = gossip_matrix(testing::path(3), graph::Weights::metropolis);
  auto message = [](auto&& call) -> std::string {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  random::Stream stream(random::Seed{1}, random::Purpose::activation, 0);
  const std::vector<Edge> edges{{0, 1}};
  EXPECT_EQ(message([&] { (void)average(w, column({1, 2}), 1); }), "HS-102 average: 3 nodes hold 2 values");
  EXPECT_EQ(message([&] { (void)average(w, column({1, 2, 3}), -2); }), "HS-101 average: steps = -2 must be >= 0");
  EXPECT_EQ(message([&] { (void)with_noise(column({1}), -1.0, random::Seed{1}, 0); }),
            "HS-101 with_noise: sigma = -1 must be finite and >= 0");
  EXPECT_EQ(message([&] { (void)draw_edges(edges, std::vector<double>{0.5}, 1, stream); }),
            "HS-101 draw_edges: the probabilities sum to 0.5, not to 1");
  EXPECT_EQ(message([&] { (void)draw_edges(edges, std::vector<double>{}, 1, stream); }),
            "HS-102 draw_edges: 1 edges with 0 probabilities");
  EXPECT_EQ(message([&] {
              (void)average_pairwise(std::vector<Edge>{{0, 3}}, column({1, 2, 3}));
            }),
            "HS-101 average_pairwise: edge 0-3 leaves the nodes 0 .. 2");
  EXPECT_EQ(message([&] {
              (void)graph::pairwise_averaging(3, Edge{1, 1});
            }),
            "HS-101 pairwise_averaging: edge 1-1 must join two of 3 nodes");
}

}  // namespace
}  // namespace hearsay::protocol
