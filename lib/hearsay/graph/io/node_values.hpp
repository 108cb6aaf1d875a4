// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

enum class Zeros { refused, allowed };

/// Reads a number for every node of a graph: a CSV file without header, `label,value` a line, labels as split_list()
/// has them, in any order; packed by gzip or not, "-" from standard input.
/// @param zeros  whether a value may be 0.
/// @return by node.
/// @throws Error(Errc::file) as read_graph; Error(Errc::syntax) with the line for what is no such line, a value that is
/// not finite and positive (or 0, if that is allowed), a label that no node has or that was there before;
/// Error(Errc::shape) naming a node that lacks a value.
[[nodiscard]] std::vector<double> read_node_values(const std::string& path, const Graph& graph, Zeros zeros);

}  // namespace hearsay::graph
