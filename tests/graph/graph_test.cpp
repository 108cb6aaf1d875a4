// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/graph/graph.hpp>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

using tests::message_of;

TEST(Graph, SortsNeighborsAndCountsAnEdgeOnce) {
  const Graph graph(4, std::vector<Edge>{{2, 0}, {0, 1}, {1, 0}, {0, 2}});
  EXPECT_EQ(graph.nodes(), 4u);
  EXPECT_EQ(graph.edges(), 2u);
  const auto around = graph.neighbors(0);
  EXPECT_EQ(std::vector<Node>(around.begin(), around.end()), (std::vector<Node>{1, 2}));
  EXPECT_EQ(graph.degree(0), 2u);
  EXPECT_EQ(graph.degree(3), 0u);
  EXPECT_TRUE(graph.adjacent(2, 0));
  EXPECT_FALSE(graph.adjacent(1, 2));
  EXPECT_EQ(graph.edge_list(), (std::vector<Edge>{{0, 1}, {0, 2}}));
  EXPECT_EQ(to_string(graph), "0-1 0-2");
}

TEST(Graph, NodesHaveTheirNumbersOrTheirLabels) {
  EXPECT_EQ(Graph(2, std::vector<Edge>{{0, 1}}).label(1), "1");
  const Graph named(2, std::vector<Edge>{{0, 1}}, {"ann", "bob"});
  EXPECT_TRUE(named.labelled());
  EXPECT_EQ(named.label(1), "bob");
}

TEST(Graph, RefusesLoopsAndStrangers) {
  EXPECT_EQ(message_of([] { Graph(2, std::vector<Edge>{{1, 1}}); }).substr(0, 6), "HS-101");
  EXPECT_EQ(message_of([] { Graph(2, std::vector<Edge>{{0, 2}}); }).substr(0, 6), "HS-101");
}

}  // namespace
}  // namespace hearsay::graph
