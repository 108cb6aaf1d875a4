// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include "api/account_rumor_on_graph.hpp"

namespace hearsay::api {

/// "parameters" of a result about a rumor on a graph, without what was asked for.
[[nodiscard]] nlohmann::ordered_json rumor_graph_parameters(const RumorOnGraphAnswer& answer);
/// Adds "read", "honest", "delta", "pure_epsilon", "prediction_uncertainty", "map_success", "complete_graph_delta",
/// "quantiles", "nodes", "pairs".
void add_rumor_losses(nlohmann::ordered_json& result, const RumorOnGraphAnswer& answer);
/// {"lower", "estimate", "upper"}, null for infinite.
[[nodiscard]] nlohmann::ordered_json sender_ends_json(const accounting::Ends& ends);

/// "4 of 39 nodes are curious (drawn at random); the 35 honest nodes form 2 components, ...".
[[nodiscard]] std::string curious_words(const RumorOnGraphAnswer& answer);
/// Which pairs were compared: "all pairs of honest nodes", "1000 pairs, drawn at random".
[[nodiscard]] std::string compared_words(const RumorOnGraphAnswer& answer);
/// Whom the adversary tells apart best, and how well.
[[nodiscard]] std::string worst_words(const RumorOnGraphAnswer& answer);
/// What the columns of losses_text() and its first table are.
[[nodiscard]] std::string columns_words(const RumorOnGraphAnswer& answer);

/// The quantities of the network, a row each.
[[nodiscard]] report::TerminalText quantities_text(const RumorOnGraphAnswer& answer);
/// The nodes or pairs that lose most, in this order.
[[nodiscard]] report::TerminalText losses_text(const RumorOnGraphAnswer& answer, std::size_t most = 20);

/// The nodes of a survey, those that lose most first.
[[nodiscard]] std::vector<accounting::SenderNode> nodes_by_loss(const RumorOnGraphAnswer& answer);

}  // namespace hearsay::api
