#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/graph/spec.hpp>

namespace hearsay::graph {
namespace {

const Graph two_parts(6, std::vector<Edge>{{0, 4}, {1, 3}, {3, 5}});  // {0,4}, {1,3,5}, {2}

TEST(Components, AreNumberedByTheirSmallestNode) {
  const auto found = components(two_parts);
  EXPECT_EQ(found.of, (std::vector<Node>{0, 1, 2, 1, 0, 1}));
  EXPECT_EQ(found.sizes, (std::vector<Node>{2, 3, 1}));
  EXPECT_FALSE(connected(two_parts));
  EXPECT_FALSE(connected(Graph(0, {})));
  EXPECT_TRUE(connected(Graph(1, {})));
}

TEST(Components, TheLargestKeepsOldNumbersAsLabels) {
  const Graph kept = largest_component(two_parts);
  EXPECT_EQ(to_string(kept), "0-1 1-2");
  EXPECT_EQ(kept.labels(), (std::vector<std::string>{"1", "3", "5"}));
  EXPECT_FALSE(largest_component(path(3)).labelled());
}

TEST(Components, TheLargestKeepsAFilesLabels) {
  const Graph named(4, std::vector<Edge>{{1, 2}, {2, 3}}, {"ann", "bob", "cy", "di"});
  EXPECT_EQ(largest_component(named).labels(), (std::vector<std::string>{"bob", "cy", "di"}));
}

TEST(Components, OfEqualOnesTheFirstIsKept) {
  EXPECT_EQ(largest_component(Graph(4, std::vector<Edge>{{1, 3}, {0, 2}})).labels(), (std::vector<std::string>{"0", "2"}));
}

TEST(Components, RefusalNamesCountSizesAndTheWayOut) {
  try {
    require_connected("here", two_parts);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Errc::not_connected);
    EXPECT_STREQ(error.what(),
                 "HS-201 here: the graph must be connected, but has 3 components (sizes 3, 2, 1); --component largest keeps the largest");
  }
}

TEST(Components, PositionsFollowTheirNodes) {
  auto loaded = from_spec("geometric:n=80,r=0.1", {4});
  const auto before = loaded.positions;
  keep_largest_component(loaded);
  ASSERT_LT(loaded.graph.nodes(), 80u);  // this seed is disconnected
  ASSERT_EQ(loaded.positions.size(), loaded.graph.nodes());
  for (Node v = 0; v < loaded.graph.nodes(); ++v) {
    const auto old = static_cast<std::size_t>(std::stoul(loaded.graph.label(v)));
    EXPECT_EQ(loaded.positions[v].x, before[old].x);
    EXPECT_EQ(loaded.positions[v].y, before[old].y);
  }
  EXPECT_TRUE(connected(loaded.graph));
}

TEST(Paths, DistancesOnARingAndToWhatIsUnreachable) {
  EXPECT_EQ(distances(ring(6), 1), (std::vector<Node>{1, 0, 1, 2, 3, 2}));
  EXPECT_EQ(distances(ring(6), std::vector<Node>{0, 1}), (std::vector<Node>{0, 0, 1, 2, 2, 1}));
  EXPECT_EQ(distances(two_parts, 0)[1], unreachable);
}

TEST(Paths, HypercubeDistanceIsTheNumberOfDifferingBits) {
  const auto distance = distances(hypercube(6), 5);
  for (Node v = 0; v < 64; ++v) EXPECT_EQ(distance[v], static_cast<Node>(__builtin_popcount(v ^ 5u)));
}

// An independent computation: the largest entry of all searches.
TEST(Paths, DiameterIsTheLargestDistance) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const Graph g = largest_component(seed % 2 == 0 ? erdos_renyi(40, 0.07, {seed}) : geometric(60, 0.22, {seed}).graph);
    Node largest = 0;
    for (Node v = 0; v < g.nodes(); ++v) largest = std::max(largest, std::ranges::max(distances(g, v)));
    EXPECT_EQ(diameter(g), largest) << "seed " << seed;
  }
  EXPECT_EQ(diameter(path(50)), 49u);
  EXPECT_EQ(diameter(grid(7, 9)), 14u);
  EXPECT_EQ(diameter(petersen()), 2u);
  EXPECT_EQ(diameter(Graph(1, {})), 0u);
  EXPECT_THROW((void)diameter(two_parts), Error);
}

}  // namespace
}  // namespace hearsay::graph
