// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_walk.hpp"

#include <fmt/format.h>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/attack_run.hpp"
#include "api/render/guarantees.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"
#include "api/token_names.hpp"

namespace hearsay::api {

namespace {

using empirical::WalkAnytimeResult;
using empirical::WalkAttackResult;

/// Whether the published guarantee is refuted, whatever was judged.
bool refutes_published(const AttackWalkAnswer& answer, double epsilon_lower) {
  return answer.question.claimed_epsilon ? epsilon_lower > answer.published.value.epsilon : answer.refuted();
}

void add_fields(nlohmann::ordered_json& result, const AttackWalkAnswer& answer, const Bracket& detected,
                const Bracket& false_alarm, double epsilon_lower) {
  result.update({{"mu", answer.mu},
                 {"delta", answer.published.value.delta},
                 {"detected", rate_json(detected)},
                 {"false_alarm", rate_json(false_alarm)},
                 {"epsilon_lower", epsilon_lower},
                 {"published", to_json(answer.published)},
                 {"repaired", to_json(answer.repaired)},
                 {"refutes_published", refutes_published(answer, epsilon_lower)}});
}

/// Said where the test fired in no view or in all: then it tells nothing.
report::TerminalText silence_words(const Bracket& detected, const Bracket& false_alarm) {
  const double sum = detected.estimate() + false_alarm.estimate();
  if (sum != 0.0 && sum != 2.0) return {};
  return paragraph("the test reports a change in {} view, so the views do not distinguish the two inputs",
                   sum == 0.0 ? "no" : "every");
}

report::TerminalText fixed_text(const AttackWalkAnswer& answer, const WalkAttackResult& found) {
  return paragraph(
             "likelihood-ratio test on the view of v, {} runs per hypothesis: true positive rate {}, false positive "
             "rate {}",
             found.runs, report::share_text(found.detected.estimate(), 4),
             report::share_text(found.false_alarm.estimate(), 4)) +
         paragraph("epsilon >= {} at delta = {:.4g} with confidence {}; published {:.6g}: {}",
                   report::number_text_below(found.epsilon_lower, 6), answer.published.value.delta,
                   report::probability_text(answer.question.confidence), answer.published.value.epsilon,
                   answer.refuted() ? "refuted" : "not refuted") +
         silence_words(found.detected, found.false_alarm);
}

report::TerminalText anytime_text(const AttackWalkAnswer& answer, const WalkAnytimeResult& found) {
  const auto& claimed = answer.question.claimed_epsilon;
  return paragraph("epsilon >= {} at delta = {:.4g} with confidence {} at every look; {} {:.6g}: {}",
                   report::number_text_below(found.epsilon_lower, 6), answer.published.value.delta,
                   report::probability_text(answer.question.confidence), claimed ? "claimed" : "published",
                   claimed.value_or(answer.published.value.epsilon), anytime_line(found.stop, found.state)) +
         silence_words(found.rates.true_positive, found.rates.false_positive);
}

}  // namespace

nlohmann::ordered_json parameters_json(const AttackWalkQuestion& question) {
  auto parameters = to_json(question.token);
  parameters["noise"] = name_of({.calibration = question.token.calibration});
  parameters["runs"] = question.runs;
  parameters["confidence"] = question.confidence;
  if (question.claimed_epsilon) parameters["claimed_epsilon"] = *question.claimed_epsilon;
  return parameters;
}

nlohmann::ordered_json to_json(const AttackWalkAnswer& answer, const Origin& origin) {
  auto result = envelope("attack walk", parameters_json(answer.question), origin);
  if (const auto* found = std::get_if<WalkAnytimeResult>(&answer.found)) {
    add_fields(result, answer, found->rates.true_positive, found->rates.false_positive, found->epsilon_lower);
    result["anytime"] = anytime_json(found->stop, found->state);
    return result;
  }
  const auto& found = std::get<WalkAttackResult>(answer.found);
  add_fields(result, answer, found.detected, found.false_alarm, found.epsilon_lower);
  add_partial(result, {.finished = found.runs, .asked = static_cast<std::uint64_t>(answer.question.runs)});
  return result;
}

report::TerminalText text(const AttackWalkAnswer& answer) {
  const auto* anytime = std::get_if<WalkAnytimeResult>(&answer.found);
  return anytime != nullptr ? anytime_text(answer, *anytime)
                            : fixed_text(answer, std::get<WalkAttackResult>(answer.found));
}

}  // namespace hearsay::api
