// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// What a file was read as, and what of it did not become a part of the graph.
struct Reading {
  std::string format = {};  ///< "edge list", "GML", ...; "family" for a graph that is made by a rule
  Node nodes = 0;           ///< of the file, as all that follows: before a component is chosen
  std::size_t edges = 0;    ///< of the simple graph
  std::size_t components = 0;
  bool directed = false;      ///< the file has directions, which are ignored
  bool largest_only = false;  ///< the largest component was kept
  std::string header = {};    ///< the line of names of columns, as it stands there; empty: none
  std::size_t self_loops = 0, repeated_edges = 0, comments = 0;         ///< left out
  std::vector<std::string> edge_attributes = {}, node_attributes = {};  ///< left out, fit to be shown
  std::vector<std::string> remarks = {};  ///< what else a reader of the result should know
};

/// The reading of a graph as it stands: nodes, edges and components.
[[nodiscard]] Reading reading_of(std::string format, const Graph& graph);

/// What was left out of a file, and what else is remarkable, a sentence each, without the counted comments.
/// @param path  the file, which begins each sentence.
[[nodiscard]] std::vector<std::string> notes_of(const Reading& reading, const std::string& path);

}  // namespace hearsay::graph
