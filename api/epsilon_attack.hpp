// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include <hearsay/accounting/token/guarantee.hpp>
#include "api/attack_end.hpp"
#include "api/attack_run.hpp"
#include "empirical/attack/epsilon_test.hpp"

namespace hearsay::api {

/// How an attack that bounds epsilon at the delta of a published guarantee is run.
struct EpsilonAttackTerms {
  std::int64_t runs = 10'000;                            ///< simulated views a hypothesis
  double confidence = 0.95;                              ///< of the lower bound
  bool anytime = false;                                  ///< judged by confidence sequences until the verdict is clear
  std::optional<double> claimed_epsilon = std::nullopt;  ///< judged then, in place of the published epsilon
};

/// What the views show, beside what is promised.
struct EpsilonAttack {
  EpsilonAttackTerms terms;
  accounting::Guarantee published, repaired;  ///< the promise under attack, and what it should have been
  std::variant<empirical::EpsilonResult, empirical::EpsilonAnytimeResult> found = {};

  [[nodiscard]] bool refuted() const;  ///< what was judged
};

[[nodiscard]] AttackEnd end_of(const EpsilonAttack& attack);

/// The terms of the test, at the published delta.
/// @throws Error(Errc::conditions), naming `where`, if the published delta is no promise: there are too many of
/// `contributions`, "steps" or "rounds".
[[nodiscard]] empirical::EpsilonTerms epsilon_terms(std::string_view where, std::string_view contributions,
                                                    const EpsilonAttack& attack, const Execution& execution);

/// Makes the test, of a fixed number of runs or anytime-valid.
/// @param identity  as run_identity() has it, without the number of runs.
/// @param fixed     () -> EpsilonResult.
/// @param anytime   (claimed epsilon, AnytimeState, AnytimeWatch) -> EpsilonAnytimeResult.
/// @throws what these throw; as anytime_state().
template <class Fixed, class Anytime>
void make_test(EpsilonAttack& attack, nlohmann::ordered_json identity, const Execution& execution,
               const Continuation& continuation, const Fixed& fixed, const Anytime& anytime) {
  if (!attack.terms.anytime) {
    attack.found = fixed();
    return;
  }
  const AnytimeRun run{
      .identity = std::move(identity), .runs = static_cast<std::uint64_t>(attack.terms.runs), .events = 2};
  attack.found = attack_anytime(continuation, run, execution, [&](auto from, const auto& keeper) {
    return anytime(attack.terms.claimed_epsilon.value_or(attack.published.value.epsilon), std::move(from), keeper);
  });
}

}  // namespace hearsay::api
