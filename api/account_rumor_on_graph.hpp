// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/accounting/rumor/sender_survey.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/curious_nodes.hpp"
#include "api/network/network.hpp"
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// Which pairs of sources are compared: one, all, or so many that are drawn at random. Nothing: all if that takes
/// minutes, else 1,000.
struct ComparedSources {
  std::optional<std::pair<graph::Node, graph::Node>> pair = std::nullopt;  ///< `source`, `against`
  bool worst = false;
  std::optional<std::int64_t> drawn = std::nullopt;  ///< `pairs`
};

/// Rumor spreading with muting 0 on any graph, connected or not, unending transcripts of the messages to curious nodes.
struct RumorOnGraphQuestion {
  Network network;  ///< of the weights nothing is used
  CuriousNodes curious;
  accounting::SenderPoint at;  ///< epsilon of delta(epsilon), and perhaps delta of epsilon(delta)
  ComparedSources sources;
};

/// What the adversary learns of the source.
struct RumorOnGraphAnswer {
  RumorOnGraphQuestion question;
  std::vector<graph::Node> curious;  ///< increasing
  accounting::HonestPart part;
  std::optional<accounting::SenderSurvey> survey = std::nullopt;  ///< of all pairs
  std::vector<accounting::SenderPair> pairs = {};                 ///< one, or those that were drawn
  std::size_t asked = 0;                                          ///< pairs to be drawn; fewer if the run was cut short

  [[nodiscard]] const graph::Graph& graph() const { return question.network.graph(); }
  [[nodiscard]] bool sampled() const { return !survey && !question.sources.pair; }
  /// delta(epsilon) of the pairs that were compared: the largest.
  [[nodiscard]] accounting::Ends delta() const;
  [[nodiscard]] accounting::Ends pure_epsilon() const;
  /// epsilon(delta) of the same. @pre a delta is given.
  [[nodiscard]] accounting::Ends epsilon() const;
};

/// @param execution  its seed draws curious nodes and pairs; once `stop` says true, drawn pairs are those finished.
/// @throws Error(Errc::domain) for numbers outside their range, Error(Errc::conditions) for questions that contradict
/// themselves, Error(Errc::too_large) as require_affordable; as accounting::honest_part; Interrupted.
[[nodiscard]] RumorOnGraphAnswer account_rumor_on_graph(const RumorOnGraphQuestion& question,
                                                        const Execution& execution);

/// Refuses a graph of more than 6 nodes with muting > 0 or another adversary: its exact values are not known.
/// @throws Error(Errc::conditions) that says what is known instead.
void require_exact_rumor_graph(const graph::Graph& graph);

/// delta of the worst pair that was compared, from both sides, on a connected graph of 3 to 6 nodes.
[[nodiscard]] Proofs proofs_of(const RumorOnGraphAnswer& answer);

// api/render/account_rumor_on_graph.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const RumorOnGraphAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const RumorOnGraphAnswer& answer);

}  // namespace hearsay::api
