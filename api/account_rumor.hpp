// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/network.hpp"
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct RumorQuestion {
  std::optional<std::int64_t> nodes, curious;  ///< of the complete graph, or else
  std::optional<Network> network;              ///< of at most 6 nodes; of the weights nothing is used
  std::vector<graph::Node> curious_set;        ///< of its nodes
  accounting::RumorQuestion adversary;         ///< muting, privacy, and what the adversary sees
  bool exact = false;  ///< on the complete graph: also the exact values, of at most 6 nodes; always of a network
};

/// How well rumor spreading hides its source: bounds for the complete graph, exact values where they are asked for.
struct RumorAnswer {
  RumorQuestion question;
  std::int64_t nodes = 0, curious = 0;
  std::optional<accounting::RumorBounds> bounds;
  std::optional<accounting::RumorExactReport> exact;
  std::optional<Bracket> first_seen = std::nullopt;  ///< delta(0) at least, on the complete graph of any size
};

/// @param execution  says what of a file was left out.
/// @throws Error(Errc::domain) for numbers outside their range, Error(Errc::conditions) if the graph, the adversary and
/// the start that are asked for do not go together; as accounting::rumor_bounds and accounting::rumor_exact_report.
[[nodiscard]] RumorAnswer account_rumor(const RumorQuestion& question, const Execution& execution);

/// delta and the prediction uncertainty on the complete graph of at most 5 nodes, from both sides.
[[nodiscard]] Proofs proofs_of(const RumorAnswer& answer);

// api/render/account_rumor.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const RumorAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const RumorAnswer& answer);

}  // namespace hearsay::api
