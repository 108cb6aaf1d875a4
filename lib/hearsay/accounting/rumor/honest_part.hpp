// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/sparse.hpp>

namespace hearsay::accounting {

/// The honest nodes of a network, numbered 0, 1, ... in their order, and how messages leave them.
struct HonestPart {
  std::vector<graph::Node> nodes;                      ///< by number
  std::vector<linalg::Index> number;                   ///< of a node; nodes.size() of a curious one
  std::vector<linalg::Index> component;                ///< of the subgraph of honest nodes, by number
  std::vector<linalg::Index> curious_neighbors;        ///< their number, by honest node
  std::vector<linalg::Index> tellers;                  ///< honest nodes with a curious neighbor, increasing
  std::vector<std::vector<linalg::Index>> tellers_of;  ///< the same, by component

  [[nodiscard]] linalg::Index size() const { return static_cast<linalg::Index>(nodes.size()); }
  /// Whether what it sends ever reaches a curious node, almost surely; else the adversary observes nothing, ever.
  [[nodiscard]] bool is_heard(linalg::Index v) const { return !tellers_of[component[v]].empty(); }
};

/// @param curious  the curious nodes, in any order.
/// @throws Error(Errc::domain) for a node that is not in the graph, or if every node is curious.
/// @complexity O(n + m).
[[nodiscard]] HonestPart honest_part(const graph::Graph& graph, std::span<const graph::Node> curious);

}  // namespace hearsay::accounting
