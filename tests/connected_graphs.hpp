// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <hearsay/graph/components.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::testing {

using graph::Edge;
using graph::Graph;
using graph::Node;

/// All connected graphs of n nodes, one of each kind.
inline std::vector<Graph> connected_graphs(Node n) {
  std::vector<Edge> all;
  for (Node u = 0; u < n; ++u) {
    for (Node v = u + 1; v < n; ++v) all.emplace_back(u, v);
  }
  std::vector<Graph> graphs;
  std::set<unsigned> seen;
  for (unsigned mask = 0; mask < 1u << all.size(); ++mask) {
    if (seen.contains(mask)) continue;
    std::vector<Node> order(n);
    std::iota(order.begin(), order.end(), Node{0});
    do {  // all that are the same graph under other names
      unsigned renamed = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if ((mask >> i & 1u) == 0) continue;
        const auto u = std::min(order[all[i].first], order[all[i].second]),
                   v = std::max(order[all[i].first], order[all[i].second]);
        renamed |= 1u << (std::ranges::find(all, Edge{u, v}) - all.begin());
      }
      seen.insert(renamed);
    } while (std::ranges::next_permutation(order).found);
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((mask >> i & 1u) != 0) edges.push_back(all[i]);
    }
    Graph graph(n, edges);
    if (graph::connected(graph)) graphs.push_back(std::move(graph));
  }
  return graphs;
}

}  // namespace hearsay::testing
