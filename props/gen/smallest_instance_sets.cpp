// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/gen/smallest_instance_sets.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>

#include "props/gen/smallest_instances.hpp"

namespace hearsay::props {

using graph::Graph;
using graph::Node;

namespace {

/// The graphs on exactly n nodes, by number of edges.
std::vector<Graph> graphs_on(Node n) {
  std::vector<Graph> graphs;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& graph) {
    Node first = 0;
    for (Node v = 1; v < n; ++v) {
      if (graph.degree(v) < graph.degree(first)) first = v;
    }
    graphs.push_back(
        gen::renamed({.graph = graph, .observers = {first}, .target = first == 0 ? Node{1} : Node{0}}).graph);
  });
  std::ranges::stable_sort(graphs, {}, [](const Graph& g) { return g.edges(); });
  return graphs;
}

}  // namespace

std::vector<Graph> small_graphs(Node max_nodes) {
  static const std::array up_to_five = {graphs_on(2), graphs_on(3), graphs_on(4), graphs_on(5)};
  std::vector<Graph> chosen;
  for (Node n = 2; n <= std::min<Node>(5, max_nodes); ++n)
    std::ranges::copy(up_to_five[n - 2], std::back_inserter(chosen));
  if (max_nodes < 6) return chosen;
  static const auto six = graphs_on(6);
  std::ranges::copy(six, std::back_inserter(chosen));
  return chosen;
}

std::vector<gen::Scenario> small_scenarios(const SmallestInstance& world) {
  std::vector<gen::Scenario> all;
  for (const auto& graph : small_graphs(world.max_nodes)) {
    const Node n = graph.nodes();
    std::vector<std::uint32_t> coalitions;
    for (std::uint32_t set = 1; set + 1 < (std::uint32_t{1} << n); ++set) {
      if (world.coalitions || std::has_single_bit(set)) coalitions.push_back(set);
    }
    std::ranges::stable_sort(coalitions, {}, [](std::uint32_t set) { return std::popcount(set); });
    for (int steps = 1; steps <= world.max_steps; ++steps) {
      for (const auto set : coalitions) {
        gen::Scenario s{.graph = graph, .observers = {}, .steps = steps};
        for (Node v = 0; v < n; ++v) {
          if (set >> v & 1u) s.observers.push_back(v);
        }
        for (Node target = 0; target < n; ++target) {
          if (s.observes(target)) continue;
          s.target = target;
          all.push_back(gen::renamed(s));
          if (!world.targets) break;
        }
      }
    }
  }
  std::ranges::stable_sort(all, {}, [](const gen::Scenario& s) {
    return std::tuple(s.graph.nodes(), s.graph.edges(), s.steps, s.observers.size());
  });
  return all;
}

std::vector<gen::Rounds> small_sequences(Node max_nodes, std::size_t max_rounds) {
  std::vector<gen::Rounds> all;
  for (Node n = 2; n <= max_nodes; ++n) {
    for (std::size_t length = 1; length <= max_rounds; ++length) {
      gen::for_each_pair_sequence(n, length, [&](const gen::Rounds& s) {
        all.push_back(s);
        return true;
      });
    }
  }
  return all;
}

}  // namespace hearsay::props
