// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/refute.hpp"

namespace hearsay::api {

RefuteAnswer refute(const RefuteQuestion& question, const BoundSearch& bounds, const Execution& execution) {
  RefuteAnswer answer{.question = question, .finding = {}};
  const run::Context context{.claim = "refute", .effort = question.effort, .seed = execution.seed};
  const auto trial = trial_of(question.bound, execution.seed);
  bounds.require_sound(trial);
  if (trial.network) {
    for (const auto& note : trial.network->notes) execution.say(note);
    answer.read = trial.network->read;
  }
  answer.finding = bounds.search(trial, context, execution);
  answer.partial = execution.stop && execution.stop() && answer.finding.verdict != Verdict::holds;
  return answer;
}

Proofs proofs_of(const RefuteAnswer& answer, const BoundSearch& bounds, random::Seed seed) {
  if (!answer.finding.witness) return {.certificates = {}, .missing = {"there is no counterexample"}};
  if (auto proof = bounds.certificate(trial_of(answer.question.bound, seed), *answer.finding.witness))
    return {.certificates = {*std::move(proof)}, .missing = {}};
  return {.certificates = {},
          .missing = {"only comparisons of a single loss with a fraction, such as `exact <= ...`, or of uncertainty or "
                      "delta(...) of a rumor, have certificates (docs/refute.md)"}};
}

}  // namespace hearsay::api
