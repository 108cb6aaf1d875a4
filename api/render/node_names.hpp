// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
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

/// How nodes stand in JSON: by their labels, which are strings, numbers or not. Nodes without labels are "0", "1", ...
class NodeNames {
 public:
  explicit NodeNames(const graph::Graph& graph) : graph_(graph) {}
  [[nodiscard]] std::string json(graph::Node v) const { return graph_.label(v); }

 private:
  const graph::Graph& graph_;
};

}  // namespace hearsay::api
