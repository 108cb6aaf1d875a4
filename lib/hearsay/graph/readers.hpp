// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// What a file held, and what was dropped of it.
struct FileGraph {
  Graph graph;
  std::vector<std::string> notes;
};

/// Reads a graph, packed by gzip or not, "-" from standard input; the format is told by the content: GraphML starts
/// with
/// '<', node-link JSON with '{', Matrix Market with "%%MatrixMarket", GML with `graph [` or `Creator "..."` or its
/// name's end, anything else is an edge list.
/// - Edge list: two labels a line, separated by blanks; `#` starts a comment; a label is any text without blanks.
///   Nodes are numbered in order of first appearance.
/// - GraphML and GML (igraph), NetworkX's node-link JSON: directions and the edges' attributes are ignored, with a
/// note;
///   labels are the nodes' `name` (GraphML) or `label` (GML) where every node has one of its own, else their `id`.
/// - Matrix Market: coordinate, pattern, general or symmetric; a square matrix whose entries are edges; labels are the
/// file's
///   own row numbers, 1 to n.
/// Weights are refused in every format, since gossip weights are derived from the graph: a third column of an edge
/// list, a Matrix Market file of real or integer values, whatever they are, an attribute `weight` of edges.
/// Self-loops and repeated edges are dropped with a note.
/// @throws Error(Errc::file) for what cannot be opened, is a directory, is empty or is not text; Error(Errc::syntax)
/// with the
///         line number for a line that cannot be read; Error(Errc::too_large) beyond the limits of generators.hpp.
/// @complexity O(size of the file); memory is bounded by what the file holds, never by what it claims.
[[nodiscard]] FileGraph read_graph(const std::string& path);

}  // namespace hearsay::graph
