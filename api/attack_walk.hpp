// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/epsilon_attack.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/token.hpp"

namespace hearsay::api {

/// One curious user's likelihood-ratio attack on a walk that collects a sum or a histogram, at the delta of the
/// published guarantee. The user knows what the others hold, and neither its senders nor its receivers.
struct AttackWalkQuestion {
  accounting::TokenQuestion token;
  EpsilonAttackTerms terms = {};
};

/// What the user's views show, beside what is promised.
struct AttackWalkAnswer {
  AttackWalkQuestion question;
  EpsilonAttack test;
  std::optional<double> mu;     ///< of a sum: Delta / sigma of a contribution
  std::optional<double> gamma;  ///< of a histogram: share of random answers
};

/// @throws Error(Errc::domain) as empirical::attack_walk; Error(Errc::too_large); Error(Errc::conditions) if the
/// published delta is no promise, or for a task that is neither sum nor histogram; as anytime_state(); Interrupted.
[[nodiscard]] AttackWalkAnswer attack_walk(const AttackWalkQuestion& question, const Execution& execution,
                                           const Continuation& continuation = {});

[[nodiscard]] inline AttackEnd end_of(const AttackWalkAnswer& answer) { return end_of(answer.test); }

// api/render/attack_walk.cpp
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackWalkQuestion& question);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackWalkAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackWalkAnswer& answer);

}  // namespace hearsay::api
