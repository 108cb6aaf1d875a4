// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/io/reading.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::graph {

/// Who talked to whom, step by step.
struct Schedule {
  Graph graph;                       ///< of all pairs; labels are the file's own, in order of first appearance
  std::vector<GossipMatrix> rounds;  ///< W_0, W_1, ...: symmetric, rows sum to 1
  Reading reading;
};

/// Reads a CSV file with the header `step,u,v` or `step,u,v,weight` (`round` means the same), quoted or not, for u and
/// v also source and target or from and to; labels as split_list() has them. Steps are whole numbers, in any order;
/// those without a pair change no value and are left out. Without weights the pairs of a step are disjoint and average:
/// both go on with the mean. With weights u gives what it hears of v its weight, and v the same, and keeps the rest.
/// @throws Error(Errc::file) as read_graph; Error(Errc::syntax) with the line for what cannot be read, a pair that is
/// given twice in a step, a pair of one node, or a node in two pairs of a step without weights; Error(Errc::domain)
/// for weights of a node that sum to more than 1 in a step; Error(Errc::too_large) beyond 10^8 nodes times steps.
[[nodiscard]] Schedule read_schedule(const std::string& path);

}  // namespace hearsay::graph
