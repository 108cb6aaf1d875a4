// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/paths.hpp>

#include <algorithm>

#include <hearsay/graph/components.hpp>

namespace hearsay::graph {

std::vector<Node> distances(const Graph& graph, std::span<const Node> sources) {
  std::vector<Node> distance(graph.nodes(), unreachable);
  std::vector<Node> queue;
  queue.reserve(graph.nodes());
  for (const Node s : sources) {
    if (distance[s] == 0) continue;
    distance[s] = 0;
    queue.push_back(s);
  }
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const Node v = queue[head];
    for (const Node w : graph.neighbors(v)) {
      if (distance[w] != unreachable) continue;
      distance[w] = distance[v] + 1;
      queue.push_back(w);
    }
  }
  return distance;
}

std::vector<Node> distances(const Graph& graph, Node source) { return distances(graph, std::span(&source, 1)); }

Node diameter(const Graph& graph) {
  require_connected("diameter", graph);
  const Node n = graph.nodes();
  std::vector<Node> lower(n, 0), upper(n, unreachable), open(n);
  for (Node v = 0; v < n; ++v) open[v] = v;
  Node best = 0;
  for (bool take_upper = true; !open.empty(); take_upper = !take_upper) {
    const auto by_upper = [&](Node a, Node b) {
      return upper[a] != upper[b] ? upper[a] < upper[b] : graph.degree(a) < graph.degree(b);
    };
    const auto by_lower = [&](Node a, Node b) {
      return lower[a] != lower[b] ? lower[a] < lower[b] : graph.degree(a) > graph.degree(b);
    };
    const Node v = take_upper ? *std::ranges::max_element(open, by_upper) : *std::ranges::min_element(open, by_lower);
    const auto distance = distances(graph, v);
    const Node eccentricity = *std::ranges::max_element(distance);
    best = std::max(best, eccentricity);
    for (const Node w : open) {
      lower[w] = std::max({lower[w], distance[w], eccentricity - distance[w]});
      upper[w] = std::min(upper[w], eccentricity + distance[w]);
    }
    std::erase_if(open, [&](Node w) { return w == v || upper[w] <= best; });
  }
  return best;
}

}  // namespace hearsay::graph
