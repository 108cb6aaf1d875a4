// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>
#include "api/network/graph_source.hpp"
#include "api/network/network.hpp"

namespace hearsay::api {

/// The edges that are used in a step of gossip, as `schedule` says it.
struct GossipSchedule {
  std::string how = "synchronous";  ///< or "accelerated", "randomized", or a file of rounds

  [[nodiscard]] bool synchronous() const { return how == "synchronous"; }
  [[nodiscard]] bool accelerated() const { return how == "accelerated"; }
  [[nodiscard]] bool randomized() const { return how == "randomized"; }
  [[nodiscard]] std::string name() const { return file() ? "file" : how; }
  [[nodiscard]] bool file() const { return !synchronous() && !accelerated() && !randomized(); }
};

/// The rounds of a file, or the graph that the options ask for, connected, with weights by a rule.
/// @throws as load_schedule and load_graph.
[[nodiscard]] Network load_network(const GossipSchedule& schedule, const GraphSource& options, random::Seed seed);

/// The same with weights by a file too. @throws as load_schedule and load_network; Error(Errc::not_connected).
[[nodiscard]] Network load_weighted(const GossipSchedule& schedule, const GraphSource& options, random::Seed seed);

/// `steps`: a number, or "auto": the published stopping time of the schedule, which is that of accelerated gossip
/// unless it is randomized, for noise `sigma`, V = 1/4; or the rounds of a file. The gap is also that of accelerated
/// gossip.
/// @throws as resolve_steps; what graph::algebraic_connectivity throws.
[[nodiscard]] Steps resolve_steps(const GossipSchedule& schedule, const std::string& text, const Network& network,
                                  double sigma);

/// Randomized gossip: `steps` edges, each drawn evenly from all, whose ends take their mean.
[[nodiscard]] std::vector<graph::GossipMatrix> random_rounds(const graph::Graph& graph, int steps, random::Seed seed);

}  // namespace hearsay::api
