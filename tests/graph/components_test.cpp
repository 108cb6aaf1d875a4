// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
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
  EXPECT_EQ(largest_component(Graph(4, std::vector<Edge>{{1, 3}, {0, 2}})).labels(),
            (std::vector<std::string>{"0", "2"}));
}

TEST(Components, RefusalNamesCountSizesAndTheWayOut) {
  try {
    require_connected("here", two_parts, "take the largest");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Errc::not_connected);
    EXPECT_STREQ(error.what(),
                 "HS-201 here: the graph must be connected, but has 3 components (sizes 3, 2, 1); take the largest");
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

}  // namespace
}  // namespace hearsay::graph
