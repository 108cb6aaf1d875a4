// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include "api/network/network.hpp"

namespace hearsay::api {

/// "graph", "weights", "component" (if asked for), "nodes", "edges", "observer": what every result on a graph starts
/// with.
[[nodiscard]] nlohmann::ordered_json graph_parameters(const GraphSource& source, const GossipGraph& made,
                                                      const std::vector<graph::Node>& observers);
[[nodiscard]] inline nlohmann::ordered_json graph_parameters(const Network& network,
                                                             const std::vector<graph::Node>& observers) {
  return graph_parameters(network.source, network.made, observers);
}

/// Node names in JSON: numbers if every label of the graph is a whole number as JSON would write it, of at most 2^53,
/// to which all readers of JSON keep every digit; else strings.
class NodeNames {
 public:
  explicit NodeNames(const graph::Graph& graph);
  [[nodiscard]] nlohmann::ordered_json json(graph::Node v) const;

 private:
  const graph::Graph& graph_;
  bool numbers_;
};

}  // namespace hearsay::api
