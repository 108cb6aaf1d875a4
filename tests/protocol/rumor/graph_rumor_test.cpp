// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/adversary/graph_rumor_senders.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/protocol/rumor/graph_rumor.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

namespace hearsay::protocol {
namespace {

TEST(GraphRumor, WithMuting0OneTokenWalksAlongEdges) {
  const auto graph = graph::grid(3, 3);
  GraphRumor rumor(graph, 0.0);
  random::Words words({1}, random::Purpose::activation, 0);
  graph::Node at = 4;
  int messages = 0;
  rumor.run(4, words, [&](graph::Node sender, graph::Node receiver) {
    EXPECT_EQ(sender, at);
    EXPECT_TRUE(graph.adjacent(sender, receiver));
    EXPECT_EQ(rumor.active(), 1u);
    at = receiver;
    return ++messages < 200;
  });
  EXPECT_EQ(messages, 200);
}

TEST(GraphRumor, WithMuting1NoNodeFallsAsleepAndARunBeginsWithOne) {
  const auto graph = graph::ring(8);
  GraphRumor rumor(graph, 1.0);
  for (std::uint32_t trial = 0; trial < 3; ++trial) {
    random::Words words({1}, random::Purpose::activation, trial);
    std::size_t before = 1;
    rumor.run(trial, words, [&](graph::Node, graph::Node) {
      EXPECT_GE(rumor.active(), before);
      EXPECT_LE(rumor.active(), before + 1);
      before = rumor.active();
      return before < 8;
    });
  }
}

// P(first two senders seen | source) of the exact law, from which the accountants come, on a graph of five nodes.
TEST(GraphRumor, TheFirstTwoSendersHaveTheExactLaw) {
  const std::vector<graph::Edge> edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {2, 4}, {3, 4}};
  const graph::Graph graph(5, edges);
  const std::vector<graph::Node> curious = {4};
  const std::vector<char> is_curious = {0, 0, 0, 0, 1};
  constexpr std::uint64_t runs = 20'000;
  for (const double s : {0.0, 0.4, 1.0}) {
    const accounting::RumorLaw<double> law(accounting::rumor_world(graph, curious), s);
    GraphRumor rumor(graph, s);
    std::vector<std::uint64_t> counts(25, 0);
    for (std::uint32_t t = 0; t < runs; ++t) {
      random::Words words({5}, random::Purpose::activation, t);
      graph::Node seen[2];
      adversary::watch_honest_senders(rumor, is_curious, 1, words, seen);
      ++counts[5 * seen[0] + seen[1]];
    }
    for (std::size_t a = 0; a < law.labels().size(); ++a) {
      for (std::size_t b = 0; b < law.labels().size(); ++b) {
        const std::size_t both[] = {a, b};
        const auto place = static_cast<std::size_t>(5 * law.labels()[a].sender + law.labels()[b].sender);
        const auto found = stats::clopper_pearson(counts[place], runs, 1e-7);
        EXPECT_TRUE(found.contains(law.probability(1, both))) << s << ' ' << place << ' ' << law.probability(1, both);
      }
    }
  }
}

TEST(GraphRumor, RefusesAMutingThatIsNoProbability) {
  const auto graph = graph::ring(3);
  EXPECT_THROW(GraphRumor(graph, 1.5), Error);
}

}  // namespace
}  // namespace hearsay::protocol
