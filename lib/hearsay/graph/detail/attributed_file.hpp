// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/graph/detail/input_file.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// What a file of nodes and edges with attributes holds.
struct AttributedFile {
  std::string_view format;  ///< its name
  Node nodes = 0;
  std::vector<std::string> labels;           ///< empty where not every node has one of its own
  std::vector<std::pair<Node, Node>> edges;  ///< source and target, as the file has them
  bool directed = false;
  std::optional<std::string> weight_attribute;  ///< the edges' attribute `weight`, in capitals or not
  std::vector<double> weights;                  ///< by edge, if that attribute is of numbers; NaN where it is missing
  std::vector<std::string> other_attributes;    ///< of edges, fit to be shown
};

/// GraphML or GML, by igraph. Labels are the nodes' `name` (GraphML) or `label` (GML), where every node has one of its
/// own, else their `id`. @throws Error as igraph_session; Error(Errc::too_large) beyond the limits of generators.hpp.
[[nodiscard]] AttributedFile read_graphml_file(const InputFile& file);
[[nodiscard]] AttributedFile read_gml_file(const InputFile& file);

/// NetworkX's node-link JSON: `nodes` with an `id` each, a text or a whole number, and `links` or `edges` with `source`
/// and `target`. @throws Error(Errc::syntax) for what is no such object; Error(Errc::too_large) as above.
[[nodiscard]] AttributedFile read_node_link_file(const InputFile& file);

/// The file, if its content begins as one of these three formats; nothing for other content.
[[nodiscard]] std::optional<AttributedFile> read_attributed_file(const InputFile& file);

}  // namespace hearsay::graph
