// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include "api/account_gossip.hpp"
#include "api/network/message_noise.hpp"

// What the table, the JSON and the page of `account gossip` say alike.
namespace hearsay::api {

/// "2 of 4 targets lose more than the published formula says".
[[nodiscard]] std::string violation_words(const accounting::GossipReport& report);

/// Over the targets, to the observers that `trust` names: as exact as the account, or as resolved at the precision.
[[nodiscard]] ShareSummary share_summary(const GossipTerms& terms, const GossipLosses& found, bool resolved);

/// The losses' summaries, where message noise or a precision is given.
[[nodiscard]] std::vector<std::string> summary_words(const GossipTerms& terms, const GossipLosses& found);

/// The two adversaries of every account, in words.
[[nodiscard]] std::string adversary_words(const graph::Graph& graph, const std::vector<graph::Node>& observers);

}  // namespace hearsay::api
