#include <hearsay/graph/weights.hpp>

#include <algorithm>
#include <vector>

namespace hearsay::graph {

GossipMatrix gossip_matrix(const Graph& graph, Weights weights) {
  const auto n = static_cast<Eigen::Index>(graph.nodes());
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  entries.reserve(2 * graph.edges() + graph.nodes());
  for (Node u = 0; u < graph.nodes(); ++u) {
    double row = 0.0;
    for (const Node v : graph.neighbours(u)) {
      const double w = 1.0 / static_cast<double>(weight_denominator(weights, graph.degree(u), graph.degree(v)));
      entries.emplace_back(u, v, w);
      row += w;
    }
    entries.emplace_back(u, u, std::max(0.0, 1.0 - row));  // rounding must not make it negative
  }
  GossipMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::string_view to_string(Weights weights) { return weights == Weights::metropolis ? "metropolis" : "min-degree"; }

}  // namespace hearsay::graph
