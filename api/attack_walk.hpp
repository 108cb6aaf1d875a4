// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <variant>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_end.hpp"
#include "api/attack_run.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/token.hpp"

namespace hearsay::api {

/// One curious user's likelihood-ratio attack on the sum walk, at the delta of the published guarantee.
struct AttackWalkQuestion {
  accounting::TokenQuestion token;
  std::int64_t runs = 10'000;                            ///< simulated views a side
  double confidence = 0.95;                              ///< of the lower bound
  bool anytime = false;                                  ///< judged by confidence sequences until the verdict is clear
  std::optional<double> claimed_epsilon = std::nullopt;  ///< judged then, in place of the published epsilon
};

/// What the user's views show, beside what is promised.
struct AttackWalkAnswer {
  AttackWalkQuestion question;
  accounting::Guarantee published, repaired;  ///< the promise under attack, and what it should have been
  double mu = 0.0;                            ///< Delta / sigma of a contribution
  std::variant<empirical::WalkAttackResult, empirical::WalkAnytimeResult> found;

  [[nodiscard]] bool refuted() const;  ///< what was judged
};

/// @throws Error(Errc::domain) as empirical::attack_walk; Error(Errc::too_large); Error(Errc::conditions) if the
/// published delta is no promise; as anytime_state(); Interrupted.
[[nodiscard]] AttackWalkAnswer attack_walk(const AttackWalkQuestion& question, const Execution& execution,
                                           const Continuation& continuation = {});

[[nodiscard]] AttackEnd end_of(const AttackWalkAnswer& answer);

// api/render/attack_walk.cpp
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackWalkQuestion& question);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackWalkAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackWalkAnswer& answer);

}  // namespace hearsay::api
