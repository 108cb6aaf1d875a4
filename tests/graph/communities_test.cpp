// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <numeric>

#include <hearsay/graph/communities.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace hearsay::graph {
namespace {

/// Complete graphs of `size` nodes each; consecutive ones are joined by one edge, or not at all.
Graph cliques(Node count, Node size, bool joined) {
  std::vector<Edge> edges;
  for (Node c = 0; c < count; ++c) {
    for (Node u = 0; u < size; ++u) {
      for (Node v = u + 1; v < size; ++v) edges.emplace_back(c * size + u, c * size + v);
    }
    if (joined && c > 0) edges.emplace_back(c * size - 1, c * size);
  }
  return {count * size, edges};
}

TEST(Communities, AreWhatIsDenseInside) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto found = communities(cliques(4, 6, true), {seed});
    ASSERT_EQ(found.sizes, std::vector<Node>(4, 6));
    for (Node v = 0; v < 24; ++v) EXPECT_EQ(found.of[v], v / 6);
  }
}

TEST(Communities, NeverJoinWhatNoPathJoins) {
  const auto found = communities(Graph(5, std::vector<Edge>{{0, 3}, {1, 4}}), {1});
  EXPECT_EQ(found.of, (std::vector<Node>{0, 1, 2, 0, 1}));
  EXPECT_EQ(found.sizes, (std::vector<Node>{2, 2, 1}));
}

TEST(Communities, PartitionEveryNode) {
  const auto graph = grid(9, 11);
  const auto found = communities(graph, {5});
  EXPECT_EQ(std::accumulate(found.sizes.begin(), found.sizes.end(), 0u), graph.nodes());
  EXPECT_GT(found.sizes.size(), 2u);
  EXPECT_LT(found.sizes.size(), 50u);
  EXPECT_EQ(found.of, communities(graph, {5}).of);
}

TEST(Communities, TheQuotientJoinsThoseThatAnEdgeJoins) {
  const auto graph = cliques(4, 6, true);
  EXPECT_EQ(to_string(quotient(graph, communities(graph, {1}))), "0-1 1-2 2-3");
  const auto apart = cliques(3, 4, false);
  EXPECT_EQ(quotient(apart, communities(apart, {1})).edges(), 0u);
  EXPECT_EQ(quotient(apart, communities(apart, {1})).nodes(), 3u);
}

}  // namespace
}  // namespace hearsay::graph
