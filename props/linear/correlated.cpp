// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/linear/correlated.hpp"

#include <memory>
#include <string>

namespace hearsay::props {

accounting::Protocol correlated(const graph::Graph& graph, const oracle::Rational& pair) {
  accounting::Protocol protocol;
  protocol.nodes = graph.nodes();
  for (graph::Node v = 0; v < graph.nodes(); ++v) protocol.labels.push_back(std::to_string(v));
  accounting::ProtocolRound round;
  auto mix = std::make_shared<accounting::Mix>();
  mix->edges = graph.edge_list();
  round.mix = mix;
  round.steps = 1;
  protocol.rounds = {round};
  accounting::NoiseKind node, between;
  for (graph::Node v = 0; v < graph.nodes(); ++v) node.nodes.push_back(v);
  between.kind = accounting::NoiseKind::Kind::pair;
  between.sigma = pair;
  between.pairs = graph.edge_list();
  protocol.noise = {node, between};
  protocol.view.sees = accounting::ProtocolView::Sees::all;
  return protocol;
}

}  // namespace hearsay::props
