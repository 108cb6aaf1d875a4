// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_rumor.hpp"

#include <hearsay/core/error.hpp>

namespace hearsay::api {

namespace {

/// What the largest delta says of a bound.
Verdict judged_delta(const RumorOnGraphAnswer& found, double bound) {
  const auto delta = found.delta();
  if (delta.lower > bound) return Verdict::refuted;
  return found.survey && delta.upper <= bound ? Verdict::holds : Verdict::inconclusive;
}

}  // namespace

AuditRumorAnswer audit_rumor(const AuditRumorQuestion& question, const Execution& execution) {
  auto promise = rumor_promise(question.promise);
  if (question.sources.pair)
    throw Error(Errc::conditions, "audit rumor",
                "`source` and `against` are not audited: a promise is about all sources");
  auto found = account_rumor_on_graph({.network = question.network,
                                       .curious = question.curious,
                                       .at = {.epsilon = promise.epsilon},
                                       .sources = question.sources},
                                      execution);
  const auto verdict = judged_delta(found, promise.delta);
  return {.promise = std::move(promise), .found = std::move(found), .verdict = verdict};
}

}  // namespace hearsay::api
