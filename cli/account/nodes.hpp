// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/graph/graph.hpp>
#include "api/network/message_noise.hpp"
#include "api/network/network.hpp"
#include "api/network/node_scales.hpp"
#include "api/promise.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// What `account gossip` is asked where nodes differ in noise or sensitivity.
struct NodesQuestion {
  const Common& common;
  const GraphSource& graph;
  const Network& network;
  std::vector<graph::Node> observers, targets;
  std::optional<int> steps;  ///< nothing: any number
  Scale sigma, sensitivity;
  audit::NodeScales scales;
  const MessageNoise& noise;
  double alpha = 2.0;
  std::optional<double> delta;
  const PromisedLoss& claim;
  std::string adversaries;  ///< whose losses these are
};

/// Prints the losses and writes the result. Nothing is published: the theorem knows one noise of all nodes.
/// @return the exit code.
[[nodiscard]] int account_nodes(const NodesQuestion& question);

}  // namespace hearsay::cli
