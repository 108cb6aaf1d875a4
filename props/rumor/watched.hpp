// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::props {

/// A small graph and its curious nodes, as a bit mask.
struct Watched {
  graph::Graph graph;
  std::uint32_t curious;

  [[nodiscard]] bool honest(graph::Node v) const { return (curious >> v & 1) == 0; }
  [[nodiscard]] std::vector<graph::Node> curious_nodes() const;
  [[nodiscard]] std::vector<graph::Node> honest_nodes() const;
  /// The honest nodes that a rumor of v reaches without a curious node.
  [[nodiscard]] std::uint32_t reached_honestly(graph::Node v) const;
  [[nodiscard]] bool surrounds_a_node() const;
  [[nodiscard]] bool honest_connected() const;
};

/// Every connected graph on at most n nodes with every curious set that leaves two honest nodes.
[[nodiscard]] std::vector<Watched> watched_graphs(graph::Node most_nodes);

}  // namespace hearsay::props
