// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/io/reading.hpp>

namespace hearsay::graph {

/// What a file held, and what was left out of it.
struct FileGraph {
  Graph graph;
  std::vector<std::string> notes;  ///< notes_of(reading)
  Reading reading;
};

/// Reads a graph, packed by gzip or not, "-" from standard input. The format is told by the content, and by the name's
/// end where that is no question of taste (.mtx, .gml, .graphml, .json, .metis, .graph, .csv); content that may be in
/// two formats is refused, and so is a format that is known but not read. What is read:
/// - Edge list: two labels a line, separated by blanks or by commas; `#` and `% ` start comments; a label in double
///   quotes may hold blanks and commas. A first line may name the columns (source,target or from,to or u,v; others are
///   ignored, with a note), and a line may end in a dictionary, as networkx writes them. Nodes are numbered in order of
///   first appearance. KONECT is told by its first line, and its nodes without edges are kept.
/// - METIS, without weights; nodes are called 1 to n.
/// - GraphML (libxml2), GML, NetworkX's node-link JSON: one graph of nodes and edges between nodes that the file
/// declares.
///   Labels are the nodes' `name` (GraphML), `label` or else `name` (GML), where every node has one of its own, else
///   their `id`.
/// - Matrix Market: coordinate, pattern, general or symmetric; a square matrix whose entries are edges; labels are the
///   file's own row numbers, 1 to n.
/// Weights are refused in every format, since gossip weights are derived from the graph: a third column of an edge
/// list, a Matrix Market file of real or integer values, whatever they are, an attribute `weight` of edges.
/// Self-loops, repeated edges, directions and attributes of edges are left out, with a note.
/// @throws Error(Errc::file) for what cannot be opened, is a directory, is empty or is not text; Error(Errc::syntax),
/// with
///         the line number where there is one, for what cannot be read, and for a label that is no name
///         (core/printable.hpp); Error(Errc::too_large) beyond the limits of generators.hpp.
/// @complexity O(m log m) for a file of m edges; memory is bounded by what the file holds, never by what it claims.
[[nodiscard]] FileGraph read_graph(const std::string& path);

}  // namespace hearsay::graph
