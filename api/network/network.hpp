// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include "api/network/graph_source.hpp"

namespace hearsay::api {

/// A graph and the gossip matrix on it.
struct Network {
  GossipGraph made;
  graph::GossipMatrix w;
  std::vector<graph::GossipMatrix> rounds = {};  ///< of a schedule, in which case w is empty
  GraphSource source = {};                       ///< how the graph and the weights were asked for

  [[nodiscard]] const graph::Graph& graph() const { return made.graph(); }
};

/// A network that is in memory already. @param graph  with its labels. @param w  on its edges.
/// @param source  what results say of where it comes from.
[[nodiscard]] Network network_of(graph::Graph graph, graph::GossipMatrix w, GraphSource source);

/// What stands before a file's name where the graph is a schedule, and what its steps are.
inline constexpr std::string_view schedule_prefix = "schedule:";
inline constexpr std::string_view schedule_steps = "schedule";

/// Whether `weights` names a rule, not a file.
[[nodiscard]] bool is_weights_rule(const std::string& weights);

/// Reads the schedule of options whose graph is one. @throws as graph::read_schedule.
[[nodiscard]] Network load_schedule(const GraphSource& options);

/// Makes or reads the graph, connected or not, and W: by a rule, or from the file that `weights` names. The same file
/// may be the graph's; W of another graph must have its nodes, under the same labels, and may be other than 0 only on
/// the diagonal and its edges.
/// @throws what load_any_graph and graph::read_weights throw; Error(Errc::shape) for a graph that does not fit W;
/// Error(Errc::file) for weights that are neither a rule nor a file.
[[nodiscard]] Network load_network(const GraphSource& options, random::Seed seed);

}  // namespace hearsay::api
