// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/io/reading.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::graph {

/// A gossip matrix of the user's own: row u has the weights that u gives what it hears.
struct WeightedGraph {
  Graph graph;     ///< u and v are neighbors if w(u, v) or w(v, u) is not 0
  GossipMatrix w;  ///< any finite reals; need be neither symmetric nor stochastic (weight_sums() says which)
  Reading reading;
};

/// Reads a gossip matrix; the content determines the format, as for read_graph.
/// - Matrix Market, coordinate or array, real or integer, general or symmetric: W itself, diagonal included; labels are
///   1 to n.
/// - Edge list of three columns or with a header that names a column `weight`, or undirected GraphML, GML or node-link
///   JSON with the edges' attribute `weight`: W of the two directions of each edge, what they leave of 1 on the
///   diagonal; labels as read_graph.
/// Nothing is dropped: other attributes of edges, repeated edges and self-loops are refused.
/// @throws Error as read_graph; Error(Errc::syntax) for what has no weights or is not finite; Error(Errc::domain) if
/// the edges of a node have weights that sum to more than 1.
[[nodiscard]] WeightedGraph read_weights(const std::string& path);

}  // namespace hearsay::graph
