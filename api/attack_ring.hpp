// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/epsilon_attack.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/ring.hpp"

namespace hearsay::api {

/// One curious user's likelihood-ratio attack on a token that goes around a ring, at the delta of the published
/// guarantee (Theorem 1 of a sum, Theorem 2 of a histogram). The user knows what the others hold.
struct AttackRingQuestion {
  accounting::RingQuestion token;
  std::optional<double> delta;  ///< of one contribution, in place of the token's: nothing for Laplace noise
  empirical::RingOutput output = empirical::RingOutput::hidden;
  EpsilonAttackTerms terms = {};
};

/// What the user's views show, beside what is promised.
struct AttackRingAnswer {
  AttackRingQuestion question;
  EpsilonAttack test;
  empirical::RingPair pair;     ///< users from 0
  std::optional<double> mu;     ///< of Gaussian noise: Delta / sigma of a contribution
  std::optional<double> gamma;  ///< of a histogram: share of random answers, by Theorem 2 as printed
};

/// "hidden", "published", "perturbed". @throws Error(Errc::unknown) for other names.
[[nodiscard]] empirical::RingOutput ring_output_named(std::string_view name);
[[nodiscard]] std::string_view name_of(empirical::RingOutput output);

/// @throws as accounting::require_ring; Error(Errc::domain) as empirical::attack_ring; Error(Errc::too_large);
/// Error(Errc::conditions) for Laplace noise with a delta or Gaussian noise without, for the output of a histogram, or
/// if the published delta is no promise; as anytime_state(); Interrupted.
[[nodiscard]] AttackRingAnswer attack_ring(const AttackRingQuestion& question, const Execution& execution,
                                           const Continuation& continuation = {});

[[nodiscard]] inline AttackEnd end_of(const AttackRingAnswer& answer) { return end_of(answer.test); }

// api/render/attack_ring.cpp
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackRingQuestion& question);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackRingAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AttackRingAnswer& answer);

}  // namespace hearsay::api
