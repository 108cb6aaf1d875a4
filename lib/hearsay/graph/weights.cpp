// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/weights.hpp>

#include <algorithm>

namespace hearsay::graph {

GossipMatrix gossip_matrix(const Graph& graph, Weights weights) {
  const auto n = static_cast<Eigen::Index>(graph.nodes());
  GossipMatrix matrix(n, n);
  matrix.reserve(static_cast<Eigen::Index>(2 * graph.edges() + graph.nodes()));
  for (Node u = 0; u < graph.nodes(); ++u) {
    const auto weight = [&](Node v) {
      return 1.0 / static_cast<double>(weight_denominator(weights, graph.degree(u), graph.degree(v)));
    };
    const auto row = graph.neighbours(u);
    const auto above = std::ranges::upper_bound(row, u);
    double sum = 0.0;
    for (const Node v : row) sum += weight(v);
    matrix.startVec(u);
    for (auto v = row.begin(); v != above; ++v) matrix.insertBack(u, *v) = weight(*v);
    matrix.insertBack(u, u) = std::max(0.0, 1.0 - sum);  // rounding must not make it negative
    for (auto v = above; v != row.end(); ++v) matrix.insertBack(u, *v) = weight(*v);
  }
  matrix.finalize();
  return matrix;
}

std::string_view to_string(Weights weights) { return weights == Weights::metropolis ? "metropolis" : "min-degree"; }

}  // namespace hearsay::graph
