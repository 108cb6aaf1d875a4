// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::testing {

/// Gossip as a linear protocol: every node adds noise of deviation 1 in every round, node 0 sees its messages.
inline accounting::Protocol gossip_protocol(const graph::Graph& graph, int steps, bool own, int rounds = 1) {
  auto mix = std::make_shared<accounting::Mix>();
  mix->edges = graph.edge_list();
  accounting::Protocol protocol;
  protocol.nodes = graph.nodes();
  for (graph::Node v = 0; v < graph.nodes(); ++v) protocol.labels.push_back(std::to_string(v));
  accounting::ProtocolRound round;
  round.mix = mix;
  round.steps = steps;
  protocol.rounds.assign(static_cast<std::size_t>(rounds), round);
  accounting::NoiseKind noise;
  for (graph::Node v = 0; v < graph.nodes(); ++v) noise.nodes.push_back(v);
  protocol.noise = {noise};
  protocol.view = {.observers = {0}, .knows_own = own};
  return protocol;
}

}  // namespace hearsay::testing
