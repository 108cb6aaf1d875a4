// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <variant>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_end.hpp"
#include "api/attack_run.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/rumor.hpp"

namespace hearsay::api {

/// An attack on the source of a rumor on the complete graph, repeated.
struct AttackRumorQuestion {
  std::int64_t nodes = 0, curious = 0;
  double muting = 1.0;                                  ///< a node stays active after a message with this probability
  std::optional<std::int64_t> suspects = std::nullopt;  ///< the source among them; nothing: all honest nodes
  std::int64_t rumors = 1;                              ///< known to come from the same source
  bool delayed_start = false;  ///< the source sends once, then is silent until it receives a message
  empirical::RumorView view = empirical::RumorView::messages;
  double seen = 1.0;        ///< probability with which the eavesdropper sees a message
  double swap = 0.0;        ///< of reordered messages: probability that the next one overtakes
  bool terminated = false;  ///< the protocol ends when all nodes are informed, with its end observed
  std::int64_t runs = 0;
  double confidence = 0.95;  ///< of the interval
  bool anytime = false;      ///< judged by confidence sequences until the verdict is clear

  [[nodiscard]] std::int64_t suspected() const { return suspects.value_or(nodes - curious); }
};

/// How often the source was named, and how often it can be.
struct AttackRumorAnswer {
  AttackRumorQuestion question;
  accounting::RumorSuccessCap cap;         ///< what no attack exceeds
  accounting::RumorSuccess computed = {};  ///< of an attack of a fixed number of runs
  std::variant<empirical::RumorSourceSuccess, empirical::RumorAnytimeResult> found = {};

  [[nodiscard]] bool refuted() const;  ///< the cap is
};

/// @throws Error(Errc::domain) for numbers outside their domain; Error(Errc::too_large); Error(Errc::conditions) for an
/// attack that may stop at any time where no cap is known, or where view, `seen`, `swap`, `delayed_start` and the rest
/// do not go together; as anytime_state(); Interrupted.
[[nodiscard]] AttackRumorAnswer attack_rumor(const AttackRumorQuestion& question, const Execution& execution,
                                             const Continuation& continuation = {});

[[nodiscard]] AttackEnd end_of(const AttackRumorAnswer& answer);

// api/render/attack_rumor.cpp
/// Why no attack exceeds the cap, or why there is none.
[[nodiscard]] std::string_view reason(accounting::RumorSuccessCap::By by);
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackRumorQuestion& question);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackRumorAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackRumorAnswer& answer);

}  // namespace hearsay::api
