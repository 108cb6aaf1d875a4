// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_end.hpp"
#include "api/network/curious_nodes.hpp"
#include "api/network/network.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/rumor_on_graph.hpp"

namespace hearsay::api {

/// An attack that tells two sources of a rumor on a graph apart.
struct AttackRumorOnGraphQuestion {
  Network network;  ///< of the weights nothing is used
  CuriousNodes curious;
  graph::Node source = 0, against = 0;
  double muting = 1.0;                         ///< a node stays active after a message with this probability
  double epsilon = 0.0;                        ///< at which delta is bounded from below
  std::optional<double> delta = std::nullopt;  ///< at which epsilon is bounded, too
  std::int64_t runs = 0;                       ///< per source that certify; as many learn, and as many choose
  double confidence = 0.95;                    ///< of the bounds together
};

/// What the attack certifies, beside what is exact.
struct AttackRumorOnGraphAnswer {
  AttackRumorOnGraphQuestion question;
  std::vector<graph::Node> curious_set;  ///< that was attacked with
  empirical::RumorGraphAttackResult found;
  std::optional<Bracket> exact;       ///< delta at epsilon: for muting 0, and for at most 6 nodes
  double complete_graph_bound = 0.0;  ///< published for as many nodes on the complete graph; it does not hold here
};

/// @throws Error(Errc::domain) for numbers outside their range, and for a source that is curious or `against`;
/// Error(Errc::conditions) for a source that is never heard; Error(Errc::too_large); Interrupted.
[[nodiscard]] AttackRumorOnGraphAnswer attack_rumor_on_graph(const AttackRumorOnGraphQuestion& question,
                                                             const Execution& execution);

[[nodiscard]] AttackEnd end_of(const AttackRumorOnGraphAnswer& answer);

// api/render/attack_rumor_on_graph.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const AttackRumorOnGraphAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackRumorOnGraphAnswer& answer);

}  // namespace hearsay::api
