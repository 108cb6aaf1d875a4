// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// What a GraphML file holds.
struct GraphmlFile {
  Node nodes = 0;
  std::vector<std::string> labels;           ///< `name`, else `id`, where every node has one of its own; else empty
  std::vector<std::pair<Node, Node>> edges;  ///< source and target, as the file has them
  bool directed = false;
  std::optional<std::string> weight_attribute;  ///< the edges' attribute `weight`, in capitals or not
  std::vector<double> weights;                  ///< by edge, if that attribute is of numbers; NaN where it is missing
  std::vector<std::string> other_attributes;    ///< of edges, fit to be shown
};

/// @throws Error as igraph_session; Error(Errc::too_large) beyond the limits of generators.hpp.
[[nodiscard]] GraphmlFile read_graphml_file(const std::string& path);

}  // namespace hearsay::graph
