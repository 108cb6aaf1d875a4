// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/epsilon_attack.hpp"

#include <fmt/format.h>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/attack_run.hpp"
#include "api/render/guarantees.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using empirical::EpsilonAnytimeResult;
using empirical::EpsilonResult;

/// Whether the published guarantee is refuted, whatever was judged.
bool refutes_published(const EpsilonAttack& attack, double epsilon_lower) {
  return attack.terms.claimed_epsilon ? epsilon_lower > attack.published.value.epsilon : attack.refuted();
}

void add_fields(nlohmann::ordered_json& result, const EpsilonAttack& attack, const Bracket& detected,
                const Bracket& false_alarm, double epsilon_lower) {
  result.update({{"delta", attack.published.value.delta},
                 {"detected", rate_json(detected)},
                 {"false_alarm", rate_json(false_alarm)},
                 {"epsilon_lower", epsilon_lower},
                 {"published", to_json(attack.published)},
                 {"repaired", to_json(attack.repaired)},
                 {"refutes_published", refutes_published(attack, epsilon_lower)}});
}

/// Said where the test fired in no view or in all: then it tells nothing.
report::TerminalText silence_words(const Bracket& detected, const Bracket& false_alarm) {
  const double sum = detected.estimate() + false_alarm.estimate();
  if (sum != 0.0 && sum != 2.0) return {};
  return paragraph("the test reports a change in {} view, so the views do not distinguish the two inputs",
                   sum == 0.0 ? "no" : "every");
}

report::TerminalText fixed_text(const EpsilonAttack& attack, const EpsilonResult& found, std::string_view view) {
  return paragraph(
             "likelihood-ratio test on the view of {}, {} runs per hypothesis: true positive rate {}, false positive "
             "rate {}",
             view, found.runs, report::share_text(found.detected.estimate(), 4),
             report::share_text(found.false_alarm.estimate(), 4)) +
         paragraph("epsilon >= {} at delta = {:.4g} with confidence {}; published {:.6g}: {}",
                   report::number_text_below(found.epsilon_lower, 6), attack.published.value.delta,
                   report::probability_text(attack.terms.confidence), attack.published.value.epsilon,
                   attack.refuted() ? "refuted" : "not refuted") +
         silence_words(found.detected, found.false_alarm);
}

report::TerminalText anytime_text(const EpsilonAttack& attack, const EpsilonAnytimeResult& found) {
  const auto& claimed = attack.terms.claimed_epsilon;
  return paragraph("epsilon >= {} at delta = {:.4g} with confidence {} at every look; {} {:.6g}: {}",
                   report::number_text_below(found.epsilon_lower, 6), attack.published.value.delta,
                   report::probability_text(attack.terms.confidence), claimed ? "claimed" : "published",
                   claimed.value_or(attack.published.value.epsilon), anytime_line(found.stop, found.state)) +
         silence_words(found.rates.true_positive, found.rates.false_positive);
}

}  // namespace

void add_parameters(nlohmann::ordered_json& parameters, const EpsilonAttackTerms& terms) {
  parameters["runs"] = terms.runs;
  parameters["confidence"] = terms.confidence;
  if (terms.claimed_epsilon) parameters["claimed_epsilon"] = *terms.claimed_epsilon;
}

void add_test(nlohmann::ordered_json& result, const EpsilonAttack& attack) {
  if (const auto* found = std::get_if<EpsilonAnytimeResult>(&attack.found)) {
    add_fields(result, attack, found->rates.true_positive, found->rates.false_positive, found->epsilon_lower);
    result["anytime"] = anytime_json(found->stop, found->state);
    return;
  }
  const auto& found = std::get<EpsilonResult>(attack.found);
  add_fields(result, attack, found.detected, found.false_alarm, found.epsilon_lower);
  add_partial(result, {.finished = found.runs, .asked = static_cast<std::uint64_t>(attack.terms.runs)});
}

report::TerminalText test_text(const EpsilonAttack& attack, std::string_view view) {
  const auto* anytime = std::get_if<EpsilonAnytimeResult>(&attack.found);
  return anytime != nullptr ? anytime_text(attack, *anytime)
                            : fixed_text(attack, std::get<EpsilonResult>(attack.found), view);
}

}  // namespace hearsay::api
