// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/components.hpp>

#include <algorithm>
#include <functional>
#include <limits>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {

Components components(const Graph& graph) {
  constexpr Node unseen = std::numeric_limits<Node>::max();
  Components found{.of = std::vector<Node>(graph.nodes(), unseen), .sizes = {}};
  std::vector<Node> stack;
  for (Node start = 0; start < graph.nodes(); ++start) {
    if (found.of[start] != unseen) continue;
    const auto component = static_cast<Node>(found.sizes.size());
    found.sizes.push_back(0);
    found.of[start] = component;
    stack.push_back(start);
    while (!stack.empty()) {
      const Node v = stack.back();
      stack.pop_back();
      ++found.sizes[component];
      for (const Node w : graph.neighbors(v)) {
        if (found.of[w] != unseen) continue;
        found.of[w] = component;
        stack.push_back(w);
      }
    }
  }
  return found;
}

bool connected(const Graph& graph) { return components(graph).sizes.size() == 1; }

Graph largest_component(const Graph& graph) {
  const auto found = components(graph);
  if (found.sizes.size() <= 1) return graph;
  const auto largest = static_cast<Node>(std::ranges::max_element(found.sizes) - found.sizes.begin());
  std::vector<Node> renamed(graph.nodes());
  std::vector<std::string> labels;
  for (Node v = 0; v < graph.nodes(); ++v) {
    if (found.of[v] != largest) continue;
    renamed[v] = static_cast<Node>(labels.size());
    labels.push_back(graph.label(v));
  }
  std::vector<Edge> edges;
  for (const auto& [u, v] : graph.edge_list()) {
    if (found.of[u] == largest) edges.emplace_back(renamed[u], renamed[v]);
  }
  return Graph(found.sizes[largest], edges, std::move(labels));
}

void require_connected(std::string_view where, const Graph& graph, std::string_view remedy) {
  auto sizes = components(graph).sizes;
  if (sizes.size() == 1) return;
  if (sizes.empty()) throw Error(Errc::not_connected, where, "the graph has no nodes");
  std::ranges::sort(sizes, std::greater{});
  constexpr std::size_t shown = 3;
  std::string listed;
  for (std::size_t i = 0; i < std::min(shown, sizes.size()); ++i)
    listed += fmt::format("{}{}", i == 0 ? "" : ", ", sizes[i]);
  throw Error(Errc::not_connected, where,
              fmt::format("the graph must be connected, but has {} components (sizes {}{}){}{}", sizes.size(), listed,
                          sizes.size() > shown ? ", ..." : "", remedy.empty() ? "" : "; ", remedy));
}

}  // namespace hearsay::graph
