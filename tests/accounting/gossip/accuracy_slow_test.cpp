// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/random/stream.hpp>

#include "tests/accounting/gossip/exact_oracle.hpp"
#include "tests/graphs.hpp"

// The bound on the error that the library states, on random views: the losses by their definition, from the powers of W
// with entries p/q in 1000 bits, and the rank of the same rows modulo 2^61 - 1.

namespace hearsay::accounting {
namespace {

using graph::GossipMatrix;
using graph::Node;
using testing::Big;
using testing::Modular;

struct Fraction {
  std::int64_t p = 0, q = 1;
};
using Fractions = std::vector<std::vector<Fraction>>;

template <class Number>
Number number(const Fraction& f) {
  const Number value = Number(static_cast<std::uint64_t>(std::abs(f.p))) / Number(static_cast<std::uint64_t>(f.q));
  return f.p < 0 ? Number(std::uint64_t{0}) - value : value;
}

GossipMatrix doubles(const Fractions& w) {
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  for (std::size_t u = 0; u < w.size(); ++u) {
    for (std::size_t v = 0; v < w.size(); ++v) {
      if (w[u][v].p != 0) entries.emplace_back(u, v, static_cast<double>(w[u][v].p) / static_cast<double>(w[u][v].q));
    }
  }
  GossipMatrix matrix(static_cast<Eigen::Index>(w.size()), static_cast<Eigen::Index>(w.size()));
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// The rows e_v^T W^t, t < steps, of everyone whom an observer gives a weight, without the columns `deleted`, by the
/// definition.
template <class Number, class Space>
void hear(const Fractions& w, const std::vector<Node>& observers, const std::vector<Node>& deleted, int steps,
          Space& space) {
  const std::size_t n = w.size();
  std::vector<std::vector<std::pair<std::size_t, Number>>> matrix(n);
  for (std::size_t u = 0; u < n; ++u) {
    for (std::size_t v = 0; v < n; ++v) {
      if (w[u][v].p != 0) matrix[u].emplace_back(v, number<Number>(w[u][v]));
    }
  }
  std::set<std::size_t> senders;
  for (const auto o : observers) {
    for (const auto& [v, weight] : matrix[o]) {
      if (std::ranges::count(observers, v) == 0) senders.insert(v);
    }
  }
  for (const auto sender : senders) {
    std::vector<Number> row(n, Number(std::uint64_t{0}));
    row[sender] = Number(std::uint64_t{1});
    for (int t = 0; t < steps; ++t) {
      auto seen = row;
      for (const auto o : deleted) seen[o] = Number(std::uint64_t{0});
      space.add(seen);
      std::vector<Number> next(n, Number(std::uint64_t{0}));
      for (std::size_t u = 0; u < n; ++u) {
        for (const auto& [v, weight] : matrix[u]) next[v] = next[v] + row[u] * weight;
      }
      row = std::move(next);
    }
  }
}

/// A random tree with some edges more, then leaves hung on random nodes and twins of random nodes.
testing::Graph random_graph(random::Stream& stream, Node most) {
  const auto nodes = static_cast<Node>(3 + stream.below(most - 2));
  const auto core = static_cast<Node>(2 + stream.below(nodes - 1));
  std::set<graph::Edge> edges;
  const auto join = [&](Node a, Node b) {
    if (a != b) edges.emplace(std::min(a, b), std::max(a, b));
  };
  const auto pick = [&](Node below) { return static_cast<Node>(stream.below(below)); };
  for (Node v = 1; v < core; ++v) join(v, pick(v));
  for (auto more = stream.below(2 * core); more > 0; --more) join(pick(core), pick(core));
  for (Node v = core; v < nodes; ++v) {
    const Node other = pick(v);
    std::vector<Node> neighbors;
    for (const auto& [a, b] : edges) {
      if (a == other || b == other) neighbors.push_back(a == other ? b : a);
    }
    if (stream.below(2) == 0 || neighbors.empty()) {
      join(v, other);
    } else {
      for (const auto u : neighbors) join(v, u);
    }
  }
  return {nodes, std::vector<graph::Edge>(edges.begin(), edges.end())};
}

Fractions metropolis(const testing::Graph& graph) {
  Fractions w(graph.nodes(), std::vector<Fraction>(graph.nodes()));
  for (Node u = 0; u < graph.nodes(); ++u) {
    std::int64_t p = 1, q = 1;  // 1 minus the others
    for (const auto v : graph.neighbors(u)) {
      const auto denominator = static_cast<std::int64_t>(1 + std::max(graph.degree(u), graph.degree(v)));
      w[u][v] = {1, denominator};
      const auto common = std::lcm(q, denominator);
      p = p * (common / q) - common / denominator;
      q = common;
    }
    w[u][u] = {p, q};
  }
  return w;
}

/// Weights of any sign on the edges, each direction its own and some only one way, and on some of the diagonal.
Fractions asymmetric(const testing::Graph& graph, random::Stream& stream) {
  Fractions w(graph.nodes(), std::vector<Fraction>(graph.nodes()));
  const auto weight = [&] {
    return Fraction{static_cast<std::int64_t>(1 + stream.below(6)) * (stream.below(4) == 0 ? -1 : 1),
                    static_cast<std::int64_t>(1 + stream.below(9))};
  };
  for (Node u = 0; u < graph.nodes(); ++u) {
    for (const auto v : graph.neighbors(u)) {
      if (stream.below(6) > 0) w[u][v] = weight();
    }
    if (stream.below(2) == 0) w[u][u] = weight();
  }
  return w;
}

struct Worst {
  double error = 0.0, accuracy = 0.0, share = 0.0;
};

void compare(const Fractions& w, const std::vector<Node>& observers, int steps, Worst& worst, double allowed) {
  const auto losses = gossip_losses(doubles(w), observers, steps);
  for (const bool own_noise : {false, true}) {
    const auto deleted = own_noise ? observers : std::vector<Node>{};
    testing::ModularSpace rank;
    testing::BigSpace truth(w.size());
    hear<Modular>(w, observers, deleted, steps, rank);
    hear<Big>(w, observers, deleted, steps, truth);
    ASSERT_EQ(truth.rank(), rank.rank()) << "1000 bits are not enough";
    ASSERT_EQ(own_noise ? losses.rank_own_noise : losses.rank, rank.rank());
    for (std::size_t u = 0; u < w.size(); ++u) {
      const auto loss = (own_noise ? losses.exact_own_noise : losses.exact)(static_cast<Eigen::Index>(u));
      const double error = std::abs(loss - truth.projection(u));
      ASSERT_LE(error, losses.accuracy) << "node " << u << (own_noise ? ", own noise known" : "");
      worst.error = std::max(worst.error, error);
      worst.share = std::max(worst.share, error / losses.accuracy);
    }
  }
  worst.accuracy = std::max(worst.accuracy, losses.accuracy);
  ASSERT_LE(losses.accuracy, allowed);
  ASSERT_TRUE(losses.ranks_checked);
}

TEST(GossipAccuracy, BoundsTheErrorOnAThousandSmallViews) {
  Worst worst;
  for (std::uint32_t trial = 0; trial < 1000; ++trial) {
    random::Stream stream(random::Seed{11}, random::Purpose::graph, trial);
    const auto graph = random_graph(stream, trial % 4 == 0 ? 26 : 12);
    const auto w = trial % 3 == 2 ? asymmetric(graph, stream) : metropolis(graph);
    std::vector<Node> observers{static_cast<Node>(stream.below(graph.nodes()))};
    if (graph.nodes() > 3 && stream.below(3) == 0)
      observers.push_back((observers[0] + 1 + static_cast<Node>(stream.below(graph.nodes() - 1))) % graph.nodes());
    const auto steps = static_cast<int>(1 + stream.below(2 * graph.nodes()));
    SCOPED_TRACE("trial " + std::to_string(trial));
    compare(w, observers, steps, worst, 1e-12);
    if (HasFatalFailure()) return;
  }
  RecordProperty("largest_error", std::to_string(worst.error));
  std::cout << "largest error " << worst.error << ", largest bound " << worst.accuracy << ", largest share "
            << worst.share << '\n';
}

// Larger views are computed in double precision first.
TEST(GossipAccuracy, BoundsTheErrorOnViewsThatDoublesDecide) {
  Worst worst;
  for (std::uint32_t trial = 0; trial < 24; ++trial) {
    random::Stream stream(random::Seed{12}, random::Purpose::graph, trial);
    const auto graph = trial % 2 == 0 ? testing::geometric(90, 0.22, trial) : random_graph(stream, 100);
    const auto w = trial % 3 == 2 ? asymmetric(graph, stream) : metropolis(graph);
    const std::vector<Node> observers{static_cast<Node>(stream.below(graph.nodes()))};
    SCOPED_TRACE("trial " + std::to_string(trial));
    compare(w, observers, static_cast<int>(3 + stream.below(60)), worst, 1e-9);
    if (HasFatalFailure()) return;
  }
  std::cout << "largest error " << worst.error << ", largest bound " << worst.accuracy << ", largest share "
            << worst.share << '\n';
}

}  // namespace
}  // namespace hearsay::accounting
