// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/network_views.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include "tests/audit/networks.hpp"
#include "tests/connected_graphs.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::audit {
namespace {

// Stars and hypercubes have eigenvalues of high multiplicity, rings pairs of them, the path 2-0-1-5-4-3 is in
// tests/cli/audit_test.py.
TEST(NetworkViews, EigenvectorsSayWhatExactArithmeticSays) {
  for (const std::string spec : {"ring:12", "star:9", "hypercube:3", "petersen", "grid:3x4", "path:7",
                                 "barabasi-albert:n=25,m=2,core=3,seed=4", "erdos-renyi:n=20,p=0.15,seed=5"}) {
    const auto w = matrix(spec);
    const NetworkViews views(w, {}, primes);
    for (graph::Node o = 0; o < w.rows(); o += 2) {
      const std::vector<graph::Node> observers = {o};
      const auto found = views.shares(observers), proved = views.proved_shares(observers);
      // Eigenvectors alone bound shares from below.
      EXPECT_LT((found.exact.least() - proved.exact.value()).lpNorm<Eigen::Infinity>(), 1e-9) << spec << " " << o;
      EXPECT_LT((found.exact_own_noise.least() - proved.exact_own_noise.value()).lpNorm<Eigen::Infinity>(), 1e-9)
          << spec;
      for (const auto& [bounds, truth] :
           {std::pair{&found.exact, &proved.exact}, {&found.exact_own_noise, &proved.exact_own_noise}}) {
        EXPECT_LE((bounds->least() - truth->most()).maxCoeff(), 0.0) << spec << " " << o;
        EXPECT_GE((bounds->most() - truth->least()).minCoeff(), 0.0) << spec << " " << o;
      }
    }
  }
}

/// The complete bipartite graph of 8 and 8 nodes with a path hanging on it: its eigenvalue -7/9 is far from those of
/// the path, along which its eigenvector falls below 1e-9.
graph::GossipMatrix bipartite_with_a_tail(graph::Node tail) {
  std::vector<graph::Edge> edges;
  for (graph::Node u = 0; u < 8; ++u) {
    for (graph::Node v = 8; v < 16; ++v) edges.emplace_back(u, v);
  }
  for (graph::Node v = 15; v + 1 < 16 + tail; ++v) edges.emplace_back(v, v + 1);
  return graph::gossip_matrix(graph::Graph(16 + tail, edges), graph::Weights::metropolis);
}

TEST(NetworkViews, DegreesProveWhatEigenvectorsLeaveOpen) {
  int left_open = 0, proved_now = 0;
  for (const auto& w : {bipartite_with_a_tail(26), bipartite_with_a_tail(30), matrix("star:9"), matrix("hypercube:3"),
                        matrix("path:7")}) {
    const NetworkViews views(w, {}, primes);
    for (graph::Node o = 0; o < w.rows(); ++o) {
      const std::vector<graph::Node> observers = {o};
      const auto before = views.shares(observers), found = views.shares_by_degree(observers, before),
                 truth = views.proved_shares(observers);
      left_open += before.proved() ? 0 : 1;
      proved_now += !before.proved() && found.proved() ? 1 : 0;
      EXPECT_EQ(found.published, before.published);
      for (const auto& [bounds, exact] :
           {std::pair{&found.exact, &truth.exact}, {&found.exact_own_noise, &truth.exact_own_noise}}) {
        EXPECT_LE((bounds->least() - exact->most()).maxCoeff(), 0.0) << o;
        EXPECT_GE((bounds->most() - exact->least()).minCoeff(), 0.0) << o;
        if (bounds->proved()) EXPECT_LT((bounds->most() - bounds->least()).maxCoeff(), 1e-12) << o;
      }
    }
  }
  EXPECT_GT(left_open, 0);
  EXPECT_GT(proved_now, 0);
}

// Of a number of steps ranks modulo a small prime prove, and exact_account says the same from those modulo a large one.
TEST(NetworkViews, QuickRanksSayWhatExactArithmeticSays) {
  int proved = 0;
  for (const std::string spec : {"path:9", "star:9", "ring:12", "hypercube:4", "barabasi-albert:n=30,m=1,core=2,seed=4",
                                 "barabasi-albert:n=40,m=3,core=4,seed=5", "erdos-renyi:n=40,p=0.1,seed=6"}) {
    const auto w = matrix(spec);
    for (const int steps : {1, 2, 4, 7}) {
      const NetworkViews views(w, steps, primes);
      for (graph::Node o = 0; o + 1 < w.rows(); o += 3) {
        for (const std::vector<graph::Node>& observers : {std::vector{o}, std::vector{o, o + 1}}) {
          if (accounting::senders(w, observers).empty()) continue;
          const auto found = views.shares(observers);
          const auto truth = accounting::exact_account(w, observers, steps, primes).losses;
          EXPECT_LT((found.exact.value() - truth.exact).lpNorm<Eigen::Infinity>(), 1e-9) << spec << " " << o;
          EXPECT_LT((found.exact_own_noise.value() - truth.exact_own_noise).lpNorm<Eigen::Infinity>(), 1e-9)
              << spec << " " << o << " " << steps;
          EXPECT_GE((found.exact.most() - truth.exact).minCoeff(), -1e-12);
          EXPECT_LE((found.exact.least() - truth.exact).maxCoeff(), 1e-12);
          proved += found.proved() ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(proved, 0);
}

/// That views with and without what share() keeps are the same bits, and those of one observer to 1e-7, proved_shares
/// to 1e-9.
void expect_one_observers_shares(const graph::GossipMatrix& w, int steps, const std::vector<graph::Node>& observers) {
  const NetworkViews alone(w, steps, primes);
  NetworkViews views(w, steps, primes);
  views.share({.jobs = 2});
  const auto found = views.shares(observers), without = alone.shares(observers), close = views.proved_shares(observers);
  EXPECT_EQ(found.published, without.published);
  for (const auto side : {&ViewShares::exact, &ViewShares::exact_own_noise}) {
    EXPECT_EQ((found.*side).value(), (without.*side).value());
    EXPECT_EQ((found.*side).least(), (without.*side).least());
    EXPECT_EQ((found.*side).most(), (without.*side).most());
  }
  auto truth = accounting::exact_account(w, observers, steps, primes).losses;
  for (const auto o : observers) truth.exact_own_noise(o) = 0.0;
  ASSERT_LT(truth.accuracy, 1e-9);
  EXPECT_LT((found.published - truth.published.cwiseMin(1.0)).lpNorm<Eigen::Infinity>(), 1e-12);
  for (const auto& [shares, exact] :
       {std::pair{&found.exact, &truth.exact}, {&found.exact_own_noise, &truth.exact_own_noise}}) {
    EXPECT_LE((shares->least() - *exact).maxCoeff(), truth.accuracy + 1e-12);
    EXPECT_GE((shares->most() - *exact).minCoeff(), -truth.accuracy - 1e-12);
    EXPECT_LT((shares->value() - *exact).lpNorm<Eigen::Infinity>(), 1e-7);
  }
  EXPECT_LT((close.exact.value() - truth.exact).lpNorm<Eigen::Infinity>(), 1e-9);
  EXPECT_LT((close.exact_own_noise.value() - truth.exact_own_noise).lpNorm<Eigen::Infinity>(), 1e-9);
}

TEST(NetworkViews, WhatViewsShareChangesNothingOnAllConnectedGraphsOfUpToFiveNodes) {
  for (const graph::Node n : {2u, 3u, 4u, 5u}) {
    for (const auto& graph : testing::connected_graphs(n)) {
      const auto w = testing::metropolis(graph);
      for (graph::Node o = 0; o < n; ++o) {
        for (const int steps : {1, 2, static_cast<int>(n) - 1}) expect_one_observers_shares(w, steps, {o});
      }
      if (n > 2) expect_one_observers_shares(w, 2, {0, n - 1});
    }
  }
}

// Large enough for double precision: n rank^2 > 3e5. Of two halves behind one edge the rank is less than the messages
// and the cells, of the asymmetric one W^t is not symmetric.
TEST(NetworkViews, WhatViewsShareChangesNothingOnLargerGraphs) {
  const auto half = graph::from_spec("erdos-renyi:n=40,p=0.2,seed=4", {1}).graph;
  std::vector<graph::Edge> edges = {{39, 40}};
  for (const auto& [u, v] : half.edge_list()) edges.insert(edges.end(), {{u, v}, {u + 40, v + 40}});
  const auto halves = testing::metropolis(graph::Graph(80, edges));
  graph::GossipMatrix directed = matrix("barabasi-albert:n=90,m=3,core=4,seed=5");
  for (Eigen::Index u = 0; u < directed.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(directed, u); entry; ++entry)
      entry.valueRef() *= u % 2 == 0 ? 1.0 : 0.5;
  }
  for (const auto& w : {halves, directed}) {
    for (const int steps : {4, 9}) {
      for (const graph::Node o : {0u, 7u, 39u}) expect_one_observers_shares(w, steps, {o});
      expect_one_observers_shares(w, steps, {3, 4});
    }
  }
}

TEST(NetworkViews, ARankBelowMessagesAndCellsIsProved) {
  const auto half = graph::from_spec("erdos-renyi:n=40,p=0.2,seed=4", {1}).graph;
  std::vector<graph::Edge> edges = {{39, 40}};
  for (const auto& [u, v] : half.edge_list()) edges.insert(edges.end(), {{u, v}, {u + 40, v + 40}});
  const auto w = testing::metropolis(graph::Graph(80, edges));
  const NetworkViews views(w, 16, primes);
  const std::vector<graph::Node> observer = {0};
  const auto view = views.shares(observer);
  EXPECT_TRUE(view.proved());
  const double rank = view.exact.value().sum();
  EXPECT_NEAR(rank, std::round(rank), 1e-6);
  EXPECT_LT(rank, 79.0);
  EXPECT_LT(rank, 15.0 * static_cast<double>(accounting::senders(w, observer).size()));
}

/// Weights that 2^20 - 3 divides, the prime of linalg::QuickRanks: modulo it an edge is none.
constexpr double divided = (0x1p20 - 3.0) * 0x1p-22;

/// Path 0-1-...-69 with such weights of nodes 0 and 1 for each other, and of the edge 65-66.
graph::GossipMatrix path_with(double of_one, double of_zero, double edge) {
  constexpr Eigen::Index n = 70;
  graph::GossipMatrix w(n, n);
  for (Eigen::Index u = 0; u + 1 < n; ++u) {
    w.insert(u, u + 1) = u == 0 ? of_one : u == 65 ? edge : 0.125;
    w.insert(u + 1, u) = u == 0 ? of_zero : u == 65 ? edge : 0.125;
  }
  for (Eigen::Index u = 0; u < n; ++u) w.insert(u, u) = 1.0 - w.row(u).sum();
  w.makeCompressed();
  return w;
}

// Modulo the prime the 66 messages of node 1 do not reach node 66: with the noise of node 0 their rank is 66, as
// without it. Over the rationals it is 67, and node 0 solves for nodes 1 to 66 once it subtracts its own noise.
TEST(NetworkViews, AnOwnNoiseRankThatAPrimeLowersIsNotProved) {
  const NetworkViews views(path_with(0.75, 0.75, divided), 66, primes);
  const std::vector<graph::Node> observer = {0};
  for (const auto& view : {views.shares(observer), views.proved_shares(observer)}) {
    EXPECT_LT(view.exact.safe(66), 0.5);
    EXPECT_NEAR(view.exact.value().sum(), 66.0, 1e-9);
    for (graph::Node u = 1; u <= 66; ++u) EXPECT_GT(view.exact_own_noise.least()(u), 1.0 - 1e-9) << u;
    EXPECT_EQ(view.exact_own_noise.most()(67), 0.0);
  }
}

// Modulo the prime the messages of node 1 do not depend on node 0: 70 of them have rank 69, and 70 with the unit vector
// of node 0. Over the rationals they have rank 70, and node 0 solves for all nodes.
TEST(NetworkViews, ARankThatAPrimeLowersIsNotProved) {
  const NetworkViews views(path_with(0.25, divided, 0.125), 70, primes);
  const std::vector<graph::Node> observer = {0};
  for (const auto& view : {views.shares(observer), views.proved_shares(observer)}) {
    for (graph::Node u = 1; u < 70; ++u) EXPECT_GT(view.exact.least()(u), 1.0 - 1e-9) << u;
  }
}

// Node 0 hears the twins 1, 2 and the twins 3, 4, whose differences have the same eigenvalue; behind them are paths of
// different lengths.
TEST(NetworkViews, RepeatedEigenvaluesAreCountedAsOftenAsTheyAreSeen) {
  const std::vector<graph::Edge> edges = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 5}, {2, 5},
                                          {3, 6}, {4, 6}, {5, 7}, {7, 8}, {6, 9}};
  const auto w = testing::metropolis(graph::Graph(10, edges));
  const NetworkViews views(w, {}, primes);
  const std::vector<graph::Node> observer = {0};
  const auto entries = linalg::exact_entries(w);
  const auto starts = accounting::senders(w, observer);
  EXPECT_LT(linalg::KrylovDegrees(entries, primes.front()).degree(starts), 10);
  // As eigenvectors that are not trusted at all leave it.
  const Eigen::VectorXd none = Eigen::VectorXd::Zero(10), all = Eigen::VectorXd::Ones(10);
  const ViewShares unknown{
      .published = all, .exact = {none, none, all, false}, .exact_own_noise = {none, none, all, false}};
  const auto found = views.shares_by_degree(observer, unknown);
  EXPECT_TRUE(found.proved());
  const auto truth = views.proved_shares(observer);
  EXPECT_LT((found.exact.value() - truth.exact.value()).lpNorm<Eigen::Infinity>(), 1e-12);
}

// Path 0-1-2, two steps: node 0 hears x_1 + z_1, and with it x_0 + x_2 + z_0 + z_2. Of node 2 that shows mu^2 =
// sensitivity^2 / (sigma_0^2 + sigma_2^2), and without z_0 sensitivity^2 / sigma_2^2.
TEST(NetworkViews, NodesThatDifferInNoiseAndSensitivity) {
  const NodeScales scales{.sigma = {1, 2, 3}, .sensitivity = {1, 1, 2}};
  EXPECT_EQ(scales.largest(), 1);  // node 0: 1/1, node 1: 1/4, node 2: 4/9
  const std::vector<graph::Node> observer = {0};
  const auto found = NetworkViews(matrix("path:3"), 2, scales).shares(observer);
  const Eigen::Vector3d exact(0.0, 0.25, 4.0 / 10.0), own(0.0, 0.25, 4.0 / 9.0);
  EXPECT_LT((found.exact.value() - exact).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_LT((found.exact_own_noise.value() - own).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_TRUE(found.proved());
  for (const auto& [shares, truth] : {std::pair{&found.exact, exact}, {&found.exact_own_noise, own}}) {
    EXPECT_LE((shares->least() - truth).maxCoeff(), 0.0);
    EXPECT_GE((shares->most() - truth).minCoeff(), 0.0);
    EXPECT_LT((shares->most() - shares->least()).maxCoeff(), 1e-14);
  }
  EXPECT_TRUE(found.published.array().isNaN().all());
  const NodeScales halved{.sigma = {2, 4, 6}, .sensitivity = {1, 1, 2}};
  EXPECT_EQ(halved.largest(), exact::Rational(1, 4));  // shares are of the largest local loss
  EXPECT_LT((NetworkViews(matrix("path:3"), {}, halved).shares(observer).exact.value() - exact).norm(), 1e-14);
}

TEST(NetworkViews, EqualNodesAreAsWithOneScale) {
  for (const std::string spec : {"path:5", "ring:6", "star:5", "erdos-renyi:n=7,p=0.4,seed=3"}) {
    const auto w = matrix(spec);
    const auto n = static_cast<std::size_t>(w.rows());
    for (const int steps : {1, 3, 20}) {
      const NetworkViews even(w, steps, primes);
      const NetworkViews uneven(w, steps,
                                {.sigma = std::vector<exact::Rational>(n, exact::Rational(5, 2)),
                                 .sensitivity = std::vector<exact::Rational>(n, 3)});
      for (graph::Node o = 0; o < w.rows(); o += 2) {
        const std::vector<graph::Node> observers = {o};
        auto a = even.shares(observers), b = uneven.shares(observers);
        a.exact.clear(o), b.exact.clear(o);  // of the observer itself nothing is asked
        EXPECT_LT((a.exact.value() - b.exact.value()).lpNorm<Eigen::Infinity>(), 1e-9) << spec << " " << steps;
        EXPECT_LT((a.exact_own_noise.value() - b.exact_own_noise.value()).lpNorm<Eigen::Infinity>(), 1e-9) << spec;
      }
    }
  }
}

TEST(NetworkViews, TheTheoremKnowsNothingOfNodesThatDiffer) {
  const NodeScales scales{.sigma = {1, 2, 3}, .sensitivity = {1, 1, 2}};
  const NetworkViews views(matrix("path:3"), 2, scales);
  EXPECT_NE(tests::message_of([&] { views.require_published(); }).find("use a numeric promise"), std::string::npos);
  EXPECT_NE(tests::message_of([&] { NetworkViews(matrix("path:4"), 2, scales); }).find("every node needs"),
            std::string::npos);
  EXPECT_NE(tests::message_of([&] {
              NetworkViews(matrix("path:3"), 2, {.sigma = {1, 0, 3}, .sensitivity = {1, 1, 2}});
            }).find("must be positive"),
            std::string::npos);
  EXPECT_NE(tests::message_of([&] {
              NetworkViews(matrix("path:3"), 2, {.sigma = {1, 1, 3}, .sensitivity = {1, -1, 2}});
            }).find("must not be negative"),
            std::string::npos);
}

// Rows (.6 .4 0), (0 .6 .4), (.4 0 .6): node 0 hears node 1, x_1 and then .6 x_1 + .4 x_2, and so solves for x_2.
TEST(NetworkViews, DirectedWeights) {
  const auto w = rows({{0.6, 0.4, 0.0}, {0.0, 0.6, 0.4}, {0.4, 0.0, 0.6}});
  const std::vector<graph::Node> observer = {0};
  const auto one = NetworkViews(w, 1, primes).shares(observer), two = NetworkViews(w, 2, primes).shares(observer);
  EXPECT_NEAR(one.exact.value()(1), 1.0, 1e-12);
  EXPECT_EQ(one.exact.most()(2), 0.0);
  EXPECT_NEAR(two.exact.value()(2), 1.0, 1e-12);
  EXPECT_GT(two.exact.least()(2), 0.999);
}

TEST(NetworkViews, ANodeWithoutNeighborsLearnsNothing) {
  const auto w = rows({{1.0, 0.0, 0.0}, {0.0, 0.5, 0.5}, {0.0, 0.5, 0.5}});
  for (const auto steps : {linalg::Steps{}, linalg::Steps{2}, linalg::Steps{50}}) {
    const NetworkViews views(w, steps, primes);
    const std::vector<graph::Node> alone = {0}, other = {1};
    EXPECT_EQ(views.shares(alone).exact_own_noise.most().maxCoeff(), 0.0);
    EXPECT_EQ(views.shares(other).exact_own_noise.most()(0), 0.0);
    EXPECT_NEAR(views.shares(other).exact_own_noise.value()(2), 1.0, 1e-12);
  }
}

/// Path 0-1-2 with the leaves 3 and 4 on node 2, whose weights differ by `difference`, and a tail on node 1: nodes 3
/// and 4 are told apart, by an eigenvalue gap of that size.
graph::GossipMatrix near_twins(double difference) {
  graph::GossipMatrix w(6, 6);
  const auto join = [&](Eigen::Index u, Eigen::Index v, double weight) { w.insert(u, v) = w.insert(v, u) = weight; };
  join(0, 1, 0.25), join(1, 2, 0.25), join(2, 3, 0.25), join(2, 4, 0.25 + difference), join(1, 5, 0.25);
  for (Eigen::Index u = 0; u < 6; ++u) w.insert(u, u) = 1.0 - w.row(u).sum();
  w.makeCompressed();
  return w;
}

// The truth is 1, which exact arithmetic finds; what double precision computes is 1/2.
TEST(NetworkViews, WhatNoRankBoundsHasNoValue) {
  const NetworkViews views(near_twins(1e-6), {}, primes);
  const std::vector<graph::Node> observer = {0};
  const auto view = views.shares(observer);
  EXPECT_FALSE(view.proved());
  EXPECT_TRUE(view.in_doubt());
  EXPECT_FALSE(view.exact.of(3).value);
  EXPECT_LT(view.exact.of(3).lower, 0.51);
  EXPECT_EQ(view.exact.safe(3), 1.0);
  const auto settled = views.shares_by_degree(observer, view);
  EXPECT_TRUE(settled.proved());
  EXPECT_NEAR(settled.exact.of(3).value.value(), 1.0, 1e-9);
}

TEST(NetworkViews, NoStepsAndNoSensitivityShowNothing) {
  const std::vector<graph::Node> observer = {0};
  const NodeScales none{.sigma = {1, 2, 3}, .sensitivity = {0, 0, 0}},
      one{.sigma = {1, 2, 3}, .sensitivity = {1, 0, 2}};
  EXPECT_EQ(NetworkViews(matrix("path:3"), 0, primes).shares(observer).exact.most().maxCoeff(), 0.0);
  EXPECT_EQ(NetworkViews(matrix("path:3"), 2, none).shares(observer).exact_own_noise.most().maxCoeff(), 0.0);
  const auto found = NetworkViews(matrix("path:3"), 2, one).shares(observer);
  EXPECT_EQ(found.exact.most()(1), 0.0);
  EXPECT_GT(found.exact.least()(2), 0.1);
}

}  // namespace
}  // namespace hearsay::audit
