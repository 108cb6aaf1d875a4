// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/pairwise.hpp>

#include <fmt/format.h>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {

GossipMatrix pairwise_averaging(Node nodes, Edge edge) {
  const auto [v, w] = edge;
  if (v >= nodes || w >= nodes || v == w) {
    throw Error(Errc::domain, "pairwise_averaging", fmt::format("edge {}-{} must join two of {} nodes", v, w, nodes));
  }
  GossipMatrix matrix(static_cast<Eigen::Index>(nodes), static_cast<Eigen::Index>(nodes));
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  for (Node u = 0; u < nodes; ++u) entries.emplace_back(u, u, u == v || u == w ? 0.5 : 1.0);
  entries.emplace_back(v, w, 0.5);
  entries.emplace_back(w, v, 0.5);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

std::vector<GossipMatrix> pairwise_averaging(Node nodes, std::span<const Edge> edges) {
  std::vector<GossipMatrix> rounds;
  for (const auto& edge : edges) rounds.push_back(pairwise_averaging(nodes, edge));
  return rounds;
}

}  // namespace hearsay::graph
