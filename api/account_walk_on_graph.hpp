// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include <hearsay/accounting/token/other_data.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/network.hpp"
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct GraphWalkQuestion {
  Network network;
  graph::Node observer = 0;          ///< who reads the token whenever it arrives
  std::vector<graph::Node> targets;  ///< whose loss is wanted, without the observer
  std::int64_t steps = 1;            ///< of the token, from a uniform start
  double sigma = 1.0;                ///< of the noise of a contribution, which changes by at most 1
  accounting::OtherData others = accounting::OtherData::known;  ///< known or anything
  std::optional<double> delta;                                  ///< where epsilons are wanted
};

/// What one target loses.
struct GraphWalkLosses {
  double limit = 0.0;              ///< Renyi divergence over alpha / (2 sigma^2) for much noise
  double renyi2 = 0.0;             ///< Renyi divergence of order 2
  std::optional<Bracket> epsilon;  ///< at delta, if it is given
};

/// What the observer of a token that walks on a graph learns.
struct GraphWalkAnswer {
  GraphWalkQuestion question;
  std::vector<GraphWalkLosses> losses;  ///< by target
};

/// @param execution  says what of a file was left out.
/// @throws Error(Errc::domain) unless 1 <= steps <= 100,000, sigma > 0, 0 < delta < 1; Error(Errc::too_large) as
/// require_affordable; as accounting::walk_gaps, accounting::GraphWalkLoss; Interrupted.
[[nodiscard]] GraphWalkAnswer account_walk_on_graph(const GraphWalkQuestion& question, const Execution& execution);

/// What every walk lacks.
inline constexpr std::string_view no_walk_epsilon_proved =
    "epsilons have no certificate; no kind of certificate covers the mixture that an observer of a walk sees";

/// There are none yet.
[[nodiscard]] Proofs proofs_of(const GraphWalkAnswer& answer);

// api/render/account_walk_on_graph.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const GraphWalkAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const GraphWalkAnswer& answer);

}  // namespace hearsay::api
