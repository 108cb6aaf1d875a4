// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hearsay/audit/network_views.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::api {

/// A network whose views a page shows.
struct PageNetwork {
  const graph::Graph& graph;
  const graph::GossipMatrix& w;                 ///< empty for a schedule
  std::span<const graph::GossipMatrix> rounds;  ///< of a schedule
  linalg::Steps steps;                          ///< of the result
  std::vector<std::uint64_t> primes;            ///< for ranks: accounting::random_primes
  const audit::NodeScales* scales = nullptr;    ///< where nodes differ: nothing is published then
  double tau = 0.0;                             ///< of noise on every message; 0: none
};

/// What a reader should see first, and most of.
struct PageFocus {
  std::vector<graph::Node> observers;                      ///< whose view is shown at every number of steps
  std::vector<std::vector<graph::Node>> next;              ///< sets of observers in the order of what they learn
  std::span<const std::vector<graph::Node>> audited = {};  ///< sets of observers whose audit the page shows
  const audit::NetworkViews* views = nullptr;              ///< of all steps, if they were made already
  std::optional<audit::ViewShares> shares = {};            ///< of the observers after all steps, if known
};

/// Numbers of steps that a slider stops at: 1, 2, 3, 4, 6, 8, 12, ... and `steps`; for any number of steps those below
/// the number of nodes, and nothing, last. All of them where they are few.
[[nodiscard]] std::vector<linalg::Steps> slider_stops(linalg::Steps steps, graph::Node nodes);

/// The views of a page: {"sets": [[node]], "steps": [number | null], "views": [{"set", "step", "messages", "published",
/// "exact", "exact_own_noise", "least"}], "whole": whether every node alone is there after all steps, "cut_short"}.
/// Losses are shares of the local loss by node; one number stands for an array of equal ones. A view
/// with losses in doubt has "least" too: {"exact", "exact_own_noise"}, their lower ends; the others are upper ends
/// then. Where every node alone is too much text, arrays are base64 of single precision, rounded to their side. As many
/// views as fit in about 17 megabytes and take 1.5 times as long as the audit, or a second more: the focus at
/// every stop, every node alone after all steps (or `next`), sets of two, of three, ..., then these at the other stops.
/// What has time is counted in operations, so that a page does not depend on the machine.
/// @param execution  once `stop` says true, no further view starts.
[[nodiscard]] nlohmann::ordered_json page_views(const PageNetwork& network, const PageFocus& focus,
                                                const Execution& execution);

}  // namespace hearsay::api
