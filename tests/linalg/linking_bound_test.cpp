// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/linking_bound.hpp>

#include "tests/connected_graphs.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::linalg {
namespace {

using Nodes = std::vector<Index>;

/// Whether every walk of a message meets one of the places, which are bits u + n s of a mask.
bool meets_all(const RationalMatrix& w, const Nodes& starts, const Nodes& more, int steps, unsigned places) {
  const auto n = w.size();
  const auto walk = [&](auto& self, Index u, int left) -> bool {  // true: one that meets none
    if ((places >> (u + n * static_cast<unsigned>(left)) & 1u) != 0) return false;
    if (left == 0) return true;
    for (const auto& entry : w.rows[u]) {
      if (self(self, entry.column, left - 1)) return true;
    }
    return false;
  };
  for (int s = 0; s < steps; ++s) {
    for (const auto v : starts) {
      if (walk(walk, v, s)) return false;
    }
  }
  for (const auto v : more) {
    if (walk(walk, v, 0)) return false;
  }
  return true;
}

/// The smallest number of such places, by trying all sets.
int fewest_places(const RationalMatrix& w, const Nodes& starts, const Nodes& more, int steps) {
  const auto count = w.size() * static_cast<unsigned>(std::max(steps, 1));
  int fewest = static_cast<int>(count);
  for (unsigned places = 0; places < 1u << count; ++places) {
    if (std::popcount(places) < fewest && meets_all(w, starts, more, steps, places)) fewest = std::popcount(places);
  }
  return fewest;
}

TEST(LinkingBounds, AreTheFewestPlacesThatAllWalksMeet) {
  std::vector<RationalMatrix> matrices;
  for (const graph::Node n : {2u, 3u, 4u}) {
    for (const auto& graph : testing::connected_graphs(n))
      matrices.push_back(exact_entries(testing::metropolis(graph)));
  }
  RationalMatrix chain;  // node 0 to 1 to 2 to 3, one way
  chain.rows = {{{1, Rational(1)}}, {{2, Rational(1)}}, {{3, Rational(1)}}, {}};
  matrices.push_back(chain);
  for (const auto& w : matrices) {
    const auto last = static_cast<Index>(w.size() - 1);
    for (const auto& starts : {Nodes{0}, last > 1 ? Nodes{0, last} : Nodes{last}}) {
      const auto bounds = linking_bounds(w, starts, {}, 3);
      ASSERT_EQ(bounds.by_step.size(), 3u);
      for (int t = 1; t <= 3; ++t)
        EXPECT_EQ(bounds.by_step[static_cast<std::size_t>(t - 1)], fewest_places(w, starts, {}, t)) << w.size();
      if (last < 2) continue;
      EXPECT_EQ(linking_bounds(w, starts, Nodes{1}, 3).with_more, fewest_places(w, starts, {1}, 3)) << w.size();
    }
  }
}

TEST(LinkingBounds, AreNoSmallerThanTheRank) {
  for (const graph::Node n : {2u, 3u, 4u, 5u}) {
    for (const auto& graph : testing::connected_graphs(n)) {
      const auto w = exact_entries(testing::metropolis(graph));
      for (Index v = 0; v < n; ++v) {
        const auto bounds = linking_bounds(w, Nodes{v}, {}, 6);
        const auto ranks = modular_krylov_ranks(w, Nodes{v}, 6);
        for (int t = 1; t <= 6; ++t) EXPECT_GE(bounds.by_step[static_cast<std::size_t>(t - 1)], ranks.rank(t));
      }
    }
  }
}

// Two graphs of 20 nodes, joined by one edge: after the first is full, a step shows one thing more of the second.
TEST(LinkingBounds, ProveTheRankBehindOneEdge) {
  const auto half = graph::erdos_renyi(20, 0.4, {3});
  std::vector<graph::Edge> edges = {{19, 20}};
  for (const auto& [u, v] : half.edge_list()) edges.insert(edges.end(), {{u, v}, {u + 20, v + 20}});
  const auto w = exact_entries(testing::metropolis(graph::Graph(40, edges)));
  Nodes starts;
  for (const auto& entry : w.rows[0]) {
    if (entry.column != 0) starts.push_back(entry.column);
  }
  const auto bounds = linking_bounds(w, starts, Nodes{0}, 10);
  const auto ranks = modular_krylov_ranks(w, starts, 10);
  for (int t = 1; t <= 10; ++t) EXPECT_EQ(bounds.by_step[static_cast<std::size_t>(t - 1)], ranks.rank(t)) << t;
  EXPECT_EQ(bounds.with_more, ranks.rank(10));
  EXPECT_LT(ranks.rank(10), 40);
  EXPECT_GT(ranks.rank(10), 20);
}

TEST(LinkingBounds, RefuseNodesThatAreNone) {
  const auto w = exact_entries(testing::metropolis(testing::path(3)));
  EXPECT_NE(tests::message_of([&] { (void)linking_bounds(w, Nodes{3}, {}, 2); }).find("node 3"), std::string::npos);
  EXPECT_THROW((void)linking_bounds(w, Nodes{0}, {}, 2, [] { return true; }), Interrupted);
}

}  // namespace
}  // namespace hearsay::linalg
