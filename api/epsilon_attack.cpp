// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/epsilon_attack.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>

namespace hearsay::api {

bool EpsilonAttack::refuted() const {
  if (const auto* anytime = std::get_if<empirical::EpsilonAnytimeResult>(&found)) return refutes(anytime->stop);
  return std::get<empirical::EpsilonResult>(found).epsilon_lower > published.value.epsilon;
}

AttackEnd end_of(const EpsilonAttack& attack) {
  if (const auto* anytime = std::get_if<empirical::EpsilonAnytimeResult>(&attack.found)) return end_of(anytime->stop);
  return end_of_runs(attack.refuted(), std::get<empirical::EpsilonResult>(attack.found).runs,
                     static_cast<std::uint64_t>(attack.terms.runs));
}

empirical::EpsilonTerms epsilon_terms(std::string_view where, std::string_view contributions,
                                      const EpsilonAttack& attack, const Execution& execution) {
  const double delta = attack.published.value.delta;
  if (delta >= 1.0)
    throw Error(Errc::conditions, where,
                fmt::format("the published delta = {:.6g} must be < 1, or there is no promise to refute; use fewer {} "
                            "or a smaller `delta`",
                            delta, contributions));
  return {.delta = delta, .runs = attack.terms.runs, .confidence = attack.terms.confidence, .execution = execution};
}

}  // namespace hearsay::api
