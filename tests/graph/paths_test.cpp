// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/paths.hpp>

namespace hearsay::graph {
namespace {

const Graph three_parts(6, std::vector<Edge>{{0, 4}, {1, 3}, {3, 5}});  // {0,4}, {1,3,5}, {2}

TEST(Paths, DistancesOnARingAndToWhatIsUnreachable) {
  EXPECT_EQ(distances(ring(6), 1), (std::vector<Node>{1, 0, 1, 2, 3, 2}));
  EXPECT_EQ(distances(ring(6), std::vector<Node>{0, 1}), (std::vector<Node>{0, 0, 1, 2, 2, 1}));
  EXPECT_EQ(distances(three_parts, 0)[1], unreachable);
}

TEST(Paths, HypercubeDistanceIsTheNumberOfDifferingBits) {
  const auto distance = distances(hypercube(6), 5);
  for (Node v = 0; v < 64; ++v) EXPECT_EQ(distance[v], static_cast<Node>(__builtin_popcount(v ^ 5u)));
}

// An independent computation: the largest entry of all searches.
TEST(Paths, DiameterIsTheLargestDistance) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Graph g =
        largest_component(seed % 2 == 0 ? erdos_renyi(40, 0.07, {seed}) : geometric(60, 0.22, {seed}).graph);
    Node largest = 0;
    for (Node v = 0; v < g.nodes(); ++v) largest = std::max(largest, std::ranges::max(distances(g, v)));
    EXPECT_EQ(diameter(g), largest) << "seed " << seed;
  }
  EXPECT_EQ(diameter(path(50)), 49u);
  EXPECT_EQ(diameter(grid(7, 9)), 14u);
  EXPECT_EQ(diameter(petersen()), 2u);
  EXPECT_EQ(diameter(Graph(1, {})), 0u);
  EXPECT_THROW((void)diameter(three_parts), Error);
}

}  // namespace
}  // namespace hearsay::graph
