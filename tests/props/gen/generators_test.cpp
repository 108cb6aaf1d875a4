// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <tuple>

#include <hearsay/graph/families/generators.hpp>

#include "props/gen/graphs.hpp"
#include "props/gen/rounds.hpp"
#include "props/gen/scenario.hpp"
#include "props/gen/smallest_instances.hpp"

namespace hearsay::props::gen {
namespace {

using graph::Graph;
using graph::Node;

/// Calls f on `draws` values with sizes ramping up to 80, and on every value one shrink step below each tenth of them.
template <class T, class F>
void for_each_draw(const rc::Gen<T>& generator, int draws, F f) {
  rc::Random random(2024);
  for (int i = 0; i < draws; ++i) {
    auto candidate = generator(random.split(), 80 * i / draws);
    f(candidate.value());
    if (i % 10 != 0) continue;
    auto shrinks = candidate.shrinks();
    while (auto shrunk = shrinks.next()) f(shrunk->value());
  }
}

/// The first `count` draws that satisfy `failing`, each shrunk to a local minimum.
template <class T, class F>
std::vector<T> minima(const rc::Gen<T>& generator, int count, F failing) {
  std::vector<T> found;
  rc::Random random(99);
  for (int tries = 0; static_cast<int>(found.size()) < count && tries < 20000; ++tries) {
    const auto candidate = generator(random.split(), 80);
    if (failing(candidate.value())) found.push_back(rc::shrinkable::findLocalMin(candidate, failing).first);
  }
  EXPECT_EQ(static_cast<int>(found.size()), count) << "the generator does not reach the cases that matter";
  return found;
}

bool has_triangle(const Graph& g) {
  for (const auto& [a, b] : g.edge_list()) {
    for (const Node c : g.neighbors(b)) {
      if (c != a && g.adjacent(a, c)) return true;
    }
  }
  return false;
}

bool regular(const Graph& g, std::size_t degree) {
  for (Node v = 0; v < g.nodes(); ++v) {
    if (g.degree(v) != degree) return false;
  }
  return true;
}

void expect_legal(const Scenario& s) {
  ASSERT_TRUE(connected(s.graph)) << s;
  ASSERT_GE(s.graph.nodes(), 2u) << s;
  ASSERT_FALSE(s.observers.empty()) << s;
  ASSERT_TRUE(std::ranges::is_sorted(s.observers)) << s;
  ASSERT_EQ(std::ranges::adjacent_find(s.observers), s.observers.end()) << s;
  ASSERT_LT(s.observers.back(), s.graph.nodes()) << s;
  ASSERT_LT(s.target, s.graph.nodes()) << s;
  ASSERT_FALSE(s.observes(s.target)) << s;
  ASSERT_GE(s.steps, 1) << s;
}

TEST(ConnectedGraphs, EveryDrawAndEveryShrinkIsConnected) {
  for_each_draw(connected_graphs({.max_nodes = 16}), 2000, [](const Graph& g) {
    ASSERT_GE(g.nodes(), 2u);
    ASSERT_LE(g.nodes(), 16u);
    ASSERT_TRUE(connected(g)) << graph::to_string(g);
  });
}

TEST(ConnectedGraphs, ReachTreesCyclesCompleteGraphsGridsAndHypercubes) {
  int trees = 0, rings = 0, stars = 0, complete = 0, cubes = 0, dense = 0;
  std::set<Node> sizes;
  for_each_draw(connected_graphs({.max_nodes = 16}), 2000, [&](const Graph& g) {
    const auto n = g.nodes();
    sizes.insert(n);
    trees += g.edges() + 1 == n;
    rings += n > 3 && regular(g, 2);
    stars += n > 3 && g.edges() + 1 == n && g.degree(0) + 1 == n;
    complete += n > 3 && regular(g, n - 1);
    cubes += n == 8 && regular(g, 3) && !has_triangle(g);
    dense += n > 6 && g.edges() > 2 * std::size_t{n} && g.edges() < std::size_t{n} * (n - 1) / 2;
  });
  EXPECT_EQ(sizes.size(), 15u);
  for (const int reached : {trees, rings, stars, complete, cubes, dense}) EXPECT_GE(reached, 20);
}

TEST(ConnectedGraphs, ShrinkATriangleFailureToTheTriangle) {
  for (const auto& g : minima(connected_graphs({.max_nodes = 16}), 30, has_triangle))
    EXPECT_EQ(graph::to_string(g), "0-1 0-2 1-2");
}

TEST(ConnectedGraphs, ShrinkACycleFailureToTheShortestCycle) {
  const auto has_cycle = [](const Graph& g) { return g.edges() >= g.nodes(); };
  for (const auto& g : minima(connected_graphs({.max_nodes = 16}), 30, has_cycle)) EXPECT_EQ(g.nodes(), 3u);
}

TEST(ConnectedGraphs, ShrinkWhatAlwaysFailsToTheSingleEdge) {
  for (const auto& g : minima(connected_graphs({.max_nodes = 16}), 30, [](const Graph&) { return true; }))
    EXPECT_EQ(graph::to_string(g), "0-1");
}

TEST(Scenarios, EveryDrawAndEveryShrinkIsLegal) {
  for_each_draw(scenarios({.max_nodes = 12, .max_steps = 9, .coalitions = true, .min_degree = true}), 2000,
                expect_legal);
}

TEST(Scenarios, ReachCoalitionsFarTargetsBothWeightsAndEveryLength) {
  int coalitions = 0, far = 0, min_degree = 0;
  std::set<int> steps;
  for_each_draw(scenarios({.max_nodes = 12, .max_steps = 9, .coalitions = true, .min_degree = true}), 2000,
                [&](const Scenario& s) {
                  coalitions += s.observers.size() > 1;
                  far += distances(s.graph, s.observers)[s.target] > 2;
                  min_degree += s.weights == graph::Weights::min_degree;
                  steps.insert(s.steps);
                });
  EXPECT_GE(coalitions, 300);
  EXPECT_GE(far, 100);
  EXPECT_GE(min_degree, 300);
  EXPECT_EQ(steps.size(), 9u);
}

TEST(Scenarios, ShrinkAFailureAtDistanceTwoToThePathOnThreeNodes) {
  const auto failing = [](const Scenario& s) { return s.steps >= 2 && distances(s.graph, s.observers)[s.target] >= 2; };
  for (const auto& s : minima(scenarios({.coalitions = true, .min_degree = true}), 30, failing)) {
    EXPECT_EQ(to_json(s).dump(), R"({"graph":"0-1 1-2","observer":0,"target":2,"steps":2})");
  }
}

TEST(Scenarios, RenamingKeepsTheStructure) {
  for_each_draw(scenarios({.coalitions = true}), 300, [](const Scenario& s) {
    const auto r = renamed(s);
    expect_legal(r);
    EXPECT_EQ(r.graph.edges(), s.graph.edges());
    EXPECT_EQ(r.graph.degree(r.target), s.graph.degree(s.target));
    auto before = distances(s.graph, s.observers), after = distances(r.graph, r.observers);
    EXPECT_EQ(before[s.target], after[r.target]);
    std::ranges::sort(before);
    std::ranges::sort(after);
    EXPECT_EQ(before, after);
  });
}

TEST(RoundSequences, EveryDrawAndEveryShrinkIsLegal) {
  for_each_draw(round_sequences({.coalitions = true, .groups = true}), 2000, [](const Rounds& s) {
    ASSERT_GE(s.nodes, 2u);
    for (const auto& pairs : s.rounds) {
      std::set<Node> busy;
      for (const auto& [a, b] : pairs) {
        ASSERT_NE(a, b) << s;
        ASSERT_LT(std::max(a, b), s.nodes) << s;
        ASSERT_TRUE(busy.insert(a).second && busy.insert(b).second) << s;
      }
      ASSERT_FALSE(pairs.empty()) << s;
    }
    ASSERT_FALSE(s.observers.empty()) << s;
    ASSERT_FALSE(s.group.empty()) << s;
    std::set<Node> roles(s.observers.begin(), s.observers.end());
    for (const Node u : s.group) ASSERT_TRUE(u < s.nodes && roles.insert(u).second) << s;
    ASSERT_LT(s.observers.back(), s.nodes) << s;
  });
}

TEST(RoundSequences, ShrinkAnIndirectLeakToOneRelay) {
  // a message to the observer comes from a node that has met the target, directly or through others
  const auto leaks = [](const Rounds& s) {
    std::set<Node> carriers{s.target()};
    for (const auto& pairs : s.rounds) {
      const auto before = carriers;
      for (const auto& [a, b] : pairs) {
        for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
          if (!before.contains(from)) continue;
          if (to == s.observers[0] && from != s.target()) return true;
          if (to != s.observers[0]) carriers.insert(to);
        }
      }
    }
    return false;
  };
  for (const auto& s : minima(round_sequences({}), 30, leaks)) {
    EXPECT_EQ(s.nodes, 3u) << s;
    EXPECT_EQ(s.rounds.size(), 2u) << s;
  }
}

TEST(PairSequences, CountIsPairsToTheLengthTimesTargets) {
  for (const auto& [n, length, want] : {std::tuple<Node, std::size_t, int>{2, 3, 1}, {3, 2, 18}, {4, 2, 108}}) {
    int count = 0;
    EXPECT_TRUE(for_each_pair_sequence(n, length, [&](const Rounds&) { return ++count > 0; }));
    EXPECT_EQ(count, want);
  }
}

TEST(SmallestInstances, PairsOfNodesUpToSymmetry) {
  using Pairs = std::vector<std::pair<graph::Node, graph::Node>>;
  EXPECT_EQ(pairs_up_to_symmetry(graph::path(3)), (Pairs{{0, 1}, {0, 2}, {1, 0}}));
  EXPECT_EQ(pairs_up_to_symmetry(graph::complete(4)), (Pairs{{0, 1}}));
  EXPECT_EQ(pairs_up_to_symmetry(graph::ring(5)), (Pairs{{0, 1}, {0, 2}}));
  const std::vector<graph::Edge> asymmetric = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {1, 5}, {2, 5}};
  EXPECT_EQ(pairs_up_to_symmetry(Graph(6, asymmetric)).size(), 30u);
}

TEST(SmallestInstances, CountsMatchTheKnownSequences) {  // OEIS A001187 (labelled), A001349 (up to isomorphism)
  for (const auto& [n, labelled, classes] :
       {std::tuple<Node, int, int>{2, 1, 1}, {3, 4, 2}, {4, 38, 6}, {5, 728, 21}}) {
    int count = 0, count_classes = 0;
    for_each_connected_graph(n, [&](const Graph&) { ++count; });
    for_each_connected_graph_up_to_isomorphism(n, [&](const Graph&) { ++count_classes; });
    EXPECT_EQ(count, labelled);
    EXPECT_EQ(count_classes, classes);
  }
}

// OEIS A000055 (trees), A001349 (connected graphs), A126757 (connected graphs without cycles of 3 or 4 nodes).
TEST(SmallestInstances, GraphsOfAGirthAreThoseOfTheEncyclopedia) {
  for (const auto& [n, girth, classes] : {std::tuple<Node, std::size_t, int>{2, 3, 1},
                                          {5, 6, 3},
                                          {7, 8, 11},
                                          {8, 9, 23},
                                          {4, 3, 6},
                                          {5, 3, 21},
                                          {6, 3, 112},
                                          {5, 5, 4},
                                          {6, 5, 8},
                                          {7, 5, 18},
                                          {8, 5, 47}}) {
    int count = 0;
    for_each_connected_graph_of_girth(n, girth, [&](const Graph&) { ++count; });
    EXPECT_EQ(count, classes) << n << " nodes, girth " << girth;
  }
}

}  // namespace
}  // namespace hearsay::props::gen
