// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/accounting/token/other_data.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/audit_observers.hpp"
#include "api/network/network.hpp"
#include "api/proofs.hpp"
#include "api/render/node_names.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct GraphWalkQuestion {
  Network network;
  AuditedObservers observers;        ///< coalitions that read the token whenever it arrives at a member
  std::vector<graph::Node> targets;  ///< whose loss is wanted; an observer is left out of its own set
  std::int64_t steps = 1;            ///< of a token, from a uniform start
  std::int64_t tokens = 1;           ///< that walk independently, each with noise of its own
  double sigma = 1.0;                ///< of the noise of a contribution, which changes by at most 1
  accounting::OtherData others = accounting::OtherData::known;  ///< known or anything
  std::optional<double> delta;                                  ///< where epsilons are wanted
};

/// The same in texts, as options give it.
struct GraphWalkRequest {
  GraphSource graph;
  std::vector<std::string> observers;  ///< labels, or one of: each, coalitions:K
  std::vector<std::string> targets;    ///< labels, or all
  std::int64_t steps = 1, tokens = 1;
  double sigma = 1.0;
  std::string others = "known";
  std::optional<double> delta;
};

/// The request about a network that is there already.
/// @throws Error naming the field; Error(Errc::too_large) for more than audit::most_coalitions coalitions.
[[nodiscard]] GraphWalkQuestion question_of(const GraphWalkRequest& request, Network network);
/// The same of the network that the request names. @throws as load_network and the other.
[[nodiscard]] GraphWalkQuestion question_of(const GraphWalkRequest& request, random::Seed seed);

/// What one target loses to one coalition.
struct GraphWalkLosses {
  Bracket limit = Bracket::exact(0.0);  ///< Renyi divergence over alpha / (2 sigma^2) for much noise
  Bracket renyi = Bracket::exact(0.0);  ///< Renyi divergence of the order that is asked for; `upper` may be infinite
  std::optional<Bracket> epsilon = {};  ///< at delta, if it is given
};

/// The losses of one target to one set of observers.
struct GraphWalkPair {
  std::size_t set = 0;  ///< of AuditedObservers::sets
  graph::Node target = 0;
  GraphWalkLosses losses;
};

/// What the observers of a token that walks on a graph learn.
struct GraphWalkAnswer {
  GraphWalkQuestion question;
  std::vector<GraphWalkPair> losses;  ///< by target: to the set of observers to whom it loses the most
};

/// The losses of all targets to all sets, set by set, each target that is no observer of the set. One observer of a
/// short walk: by transfer matrices (accounting::walk_gaps). Others: by series in time
/// (accounting::seen_target_losses).
/// @throws Error(Errc::domain) unless 1 <= steps <= 10^7, 1 <= tokens <= 1000, sigma > 0, 0 < delta < 1;
/// Error(Errc::too_large) as require_affordable; as accounting::walk_gaps, accounting::seen_walk; Interrupted.
[[nodiscard]] std::vector<GraphWalkPair> graph_walk_pairs(std::string_view where, const GraphWalkQuestion& question,
                                                          double order, const Execution& execution);

/// @param execution  says what of a file was left out. @throws as graph_walk_pairs.
[[nodiscard]] GraphWalkAnswer account_walk_on_graph(const GraphWalkQuestion& question, const Execution& execution);

/// What every walk lacks.
inline constexpr std::string_view no_walk_epsilon_proved =
    "epsilons have no certificate; no kind of certificate covers the mixture that an observer of a walk sees";

/// There are none yet.
[[nodiscard]] Proofs proofs_of(const GraphWalkAnswer& answer);

// api/render/account_walk_on_graph.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const GraphWalkAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const GraphWalkAnswer& answer);

/// The question as results repeat it, and in words; the members of a set, a single one without a list.
[[nodiscard]] nlohmann::ordered_json walk_parameters(const GraphWalkQuestion& question);
[[nodiscard]] nlohmann::ordered_json walk_observers_json(const NodeNames& names,
                                                         const std::vector<graph::Node>& members);
[[nodiscard]] report::TerminalText walk_words(const GraphWalkQuestion& question);

}  // namespace hearsay::api
