// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/io/detail/input_file.hpp>
#include <hearsay/graph/io/reading.hpp>

namespace hearsay::graph {

/// What a file of nodes and edges holds, before anything is left out. Every reader of a format makes one.
struct RawGraph {
  std::string_view format = {};                   ///< its name
  std::vector<std::string> labels = {};           ///< of the nodes, no two alike
  std::vector<std::pair<Node, Node>> edges = {};  ///< source and target, as the file has them
  bool directed = false;
  std::string without_weights = {};     ///< what to do to the file to be rid of weights; empty: it has none
  std::vector<double> weights = {};     ///< by edge, if the file has some; NaN where an edge lacks one that is a number
  std::vector<std::size_t> lines = {};  ///< by edge, where weights stand; empty if the format has no lines
  std::vector<std::string> edge_attributes = {}, node_attributes = {};  ///< besides weights and labels, fit to be shown
  std::string header = {};                ///< the line of names of columns, fit to be shown
  std::size_t comments = 0;               ///< lines
  std::vector<std::string> remarks = {};  ///< what a reader of the result should know

  [[nodiscard]] bool weighted() const { return !without_weights.empty(); }
};

/// Reads a graph of any format that the table in formats.cpp knows, told by the content.
/// @throws Error(Errc::file) for what is no text; Error(Errc::syntax), with the line where there are lines, for what
/// the format does not allow, for a format that is known but not read, and for content that several formats allow;
/// Error(Errc::too_large) beyond the limits of generators.hpp.
[[nodiscard]] RawGraph read_raw_graph(const InputFile& file);

/// What `raw`, which made `graph`, says of its file; its labels and edges stay where they are.
[[nodiscard]] Reading reading_of(RawGraph&& raw, const Graph& graph);

/// Whether a file is a matrix, W itself or a pattern, which read_weights() reads in its own way.
[[nodiscard]] bool is_matrix_market(const InputFile& file);

// A reader a format; what they throw stands above.
[[nodiscard]] RawGraph read_matrix_market_graph(const InputFile& file);
[[nodiscard]] RawGraph read_graphml_file(const InputFile& file);
[[nodiscard]] RawGraph read_gml_file(const InputFile& file);
[[nodiscard]] RawGraph read_node_link_file(const InputFile& file);
[[nodiscard]] RawGraph read_metis_file(const InputFile& file);
[[nodiscard]] RawGraph read_edge_list_file(const InputFile& file);

/// Whether a file is METIS, by its name or by every line of its content.
/// @throws Error(Errc::syntax) if it is as well an edge list.
[[nodiscard]] bool is_metis(const InputFile& file);

/// A name that nodes may have besides their id, by node; empty where one has none.
struct NodeNames {
  std::string attribute;
  std::vector<std::string> names;
};

/// Labels nodes by the first attribute of which every node has a value of its own, else by id, and remarks on what may
/// surprise: names that differ from ids but look like them, and names that could not be used.
/// @param lines  of the nodes, for errors. @pre ids, lines and names are of one size; no two ids are alike.
/// @throws Error(Errc::syntax) for a label that is none.
void label_nodes(RawGraph& graph, const std::string& path, std::vector<std::string> ids,
                 const std::vector<std::size_t>& lines, const std::vector<NodeNames>& named);

/// Adds a name to a list that shows each once.
void add_once(std::vector<std::string>& names, std::string_view name);

/// Refuses more edges than twice the limit of generators.hpp: files may list an edge in both directions.
/// @throws Error(Errc::too_large).
void require_edge_count(const std::string& path, std::size_t edges);

/// Numbers of nodes by what a file calls them, where they must have been declared.
class DeclaredNodes {
 public:
  explicit DeclaredNodes(const std::string& path) : path_(path) {}
  /// @throws Error(Errc::syntax) for a name that another node has; Error(Errc::too_large).
  void add(std::size_t line, const std::string& name);
  /// @throws Error(Errc::syntax) if there is no such node.
  [[nodiscard]] Node number(std::size_t line, const std::string& name) const;
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  const std::string& path_;
  std::unordered_map<std::string, Node> numbers_;
  std::vector<std::string> names_;
};

}  // namespace hearsay::graph
