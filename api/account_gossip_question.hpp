// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/audit/network_views.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/message_noise.hpp"
#include "api/network/network.hpp"
#include "api/network/node_scales.hpp"
#include "api/network/schedule.hpp"
#include "api/promise.hpp"

namespace hearsay::api {

/// What `account gossip` is called in results and errors.
inline constexpr std::string_view account_gossip_name = "account gossip";
/// Any number of steps, as `steps` says it.
inline constexpr std::string_view any_steps = "forever";

/// The terms of the losses of gossip besides the network and the observers.
struct GossipTerms {
  GossipSchedule schedule;
  std::string steps;   ///< a number, "auto" or "forever"; schedule_steps for a file of rounds
  double alpha = 2.0;  ///< order of the Renyi loss
  Scale sigma;         ///< standard deviation of the noise that nodes add once
  Scale sensitivity;   ///< largest change of a private value
  std::optional<double> delta;
  PromisedLoss claim;  ///< that is judged, if one is given
  MessageNoise noise;

  /// The unit of losses, where nodes are alike.
  [[nodiscard]] accounting::GaussianLossScale scale() const {
    return {.alpha = alpha, .sigma = sigma.number, .sensitivity = sensitivity.number, .delta = delta};
  }
};

/// The losses of the other nodes to the observers, from gossip that begins with Gaussian noise.
struct GossipQuestion {
  Network network;  ///< connected, unless a file gives its rounds
  std::vector<graph::Node> observers;
  std::optional<graph::Node> target;  ///< nothing: every node that does not observe
  GossipTerms terms;
  std::optional<audit::NodeScales> scales;  ///< where nodes differ in noise or sensitivity, what terms say of them
};

/// The network and the nodes of a question, by name.
struct GossipNames {
  GraphSource graph;
  std::vector<std::string> observers;
  std::string target = "all";
};

/// What is wanted of an answer besides its losses, and not every question has.
struct GossipExtras {
  bool certificate = false, page = false;
};

/// Refuses what has no answer on any network.
/// @throws Error(Errc::domain), Error(Errc::syntax) or Error(Errc::conditions), which names the field.
void require_answerable(const GossipTerms& terms, const GossipExtras& extras = {});

/// Refuses what there is of nodes with one noise and sensitivity only. @throws Error(Errc::conditions).
void require_answerable_by_node(const GossipTerms& terms, const GossipExtras& extras = {});

/// The question that these names ask, and the scales of its nodes. Says what of a file was left out, once nothing can
/// be wrong with the names any more.
/// @throws as require_answerable, load_network, nodes_from_labels, graph::find_node, require_target, read_scales,
/// require_answerable_by_node; Error(Errc::not_connected).
[[nodiscard]] GossipQuestion load_gossip(const GossipTerms& terms, const GossipNames& names, const GossipExtras& extras,
                                         const Execution& execution);

/// Refuses a target that observes, and observers who are all nodes. @throws Error(Errc::domain).
void require_target(const GossipQuestion& question);

/// The nodes whose losses are asked for. @throws as require_target.
[[nodiscard]] std::vector<graph::Node> targets_of(const GossipQuestion& question);

}  // namespace hearsay::api
