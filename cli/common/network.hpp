// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include "cli/common/cli11.hpp"
#include "cli/common/graph_options.hpp"

namespace hearsay::cli {

/// A graph and the gossip matrix on it.
struct Network {
  GossipGraph made;
  graph::GossipMatrix w;
  std::vector<graph::GossipMatrix> rounds = {};  ///< of a schedule, in which case w is empty
};

/// Says in the help of --weights that a file is taken too.
void take_weights_file(CLI::App& command);

/// What stands before a file's name where the graph is a schedule, and what its steps are.
inline constexpr std::string_view schedule_prefix = "schedule:";
inline constexpr std::string_view schedule_steps = "schedule";

/// Whether --weights names a rule, not a file.
[[nodiscard]] bool is_weights_rule(const std::string& weights);

/// Reads the schedule of options whose graph is one. @throws as graph::read_schedule.
[[nodiscard]] Network load_schedule(const GraphOptions& options);

/// Makes or reads the graph, connected or not, and W: by a rule, or from the file that --weights names. The same file
/// may be the graph's; W of another graph must have its nodes, under the same labels, and may be other than 0 only on
/// the diagonal and its edges.
/// @throws what load_any_graph and graph::read_weights throw; Error(Errc::shape) for a graph that does not fit W;
/// Error(Errc::file) for weights that are neither a rule nor a file.
[[nodiscard]] Network load_network(const GraphOptions& options, random::Seed seed);

}  // namespace hearsay::cli
