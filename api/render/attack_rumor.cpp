// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_rumor.hpp"

#include <fmt/format.h>

#include <hearsay/report/probability.hpp>
#include "api/render/attack_run.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"
#include "api/rumor_names.hpp"

namespace hearsay::api {

namespace {

using empirical::RumorAnytimeResult;
using empirical::RumorSourceSuccess;

nlohmann::ordered_json success_json(const Bracket& success, std::uint64_t runs) {
  return {{"estimate", success.estimate()}, {"lower", success.lower()}, {"upper", success.upper()}, {"runs", runs}};
}

std::string interval_text(const Bracket& success) {
  return fmt::format("{} .. {}", report::share_text(success.lower(), 5), report::share_text(success.upper(), 5));
}

report::TerminalText fixed_text(const AttackRumorAnswer& answer, const RumorSourceSuccess& found) {
  const auto& [question, cap, computed, ignored] = answer;
  const auto& success = found.probability;
  auto text = paragraph("named the source in {} of {} runs: {}, {} % interval {}", found.successes, found.runs,
                        report::share_text(success.estimate(), 5), report::percent_text(question.confidence),
                        interval_text(success));
  if (computed.exact) text += paragraph("exact {}", report::share_text(*computed.exact, 9));
  if (computed.approximation)
    text += paragraph("approximation {}; too many states for an exact value",
                      report::share_text(*computed.approximation, 9));
  return text + (cap.success ? paragraph("the success of any attack is at most {}, by {}{}",
                                         report::share_text(*cap.success, 5), reason(cap.by),
                                         answer.refuted() ? ": refuted" : "")
                             : paragraph("no bound: {}", reason(cap.by)));
}

report::TerminalText anytime_text(const AttackRumorAnswer& answer, const RumorAnytimeResult& found) {
  const auto& success = found.probability;
  return paragraph("named the source in {} of {} runs: {}, {} % confidence sequence {}", found.state.hits[0],
                   found.state.runs, report::share_text(success.estimate(), 5),
                   report::percent_text(answer.question.confidence), interval_text(success)) +
         paragraph("by {}, success is at most {}: {}", reason(answer.cap.by),
                   report::share_text(answer.cap.success.value(), 5), anytime_line(found.stop, found.state));
}

}  // namespace

std::string_view reason(accounting::RumorSuccessCap::By by) {
  using By = accounting::RumorSuccessCap::By;
  switch (by) {
    case By::privacy_bound:
      return "the privacy bound";
    case By::nobody_curious:
      return "nobody being curious";
    case By::exact_delta:
      return "the exact delta(0) of terminated transcripts";
    case By::exact_view:
      return "the exact delta(0) of what the adversary sees";
    case By::no_view:
      return "no bound is published for what this adversary sees";
    case By::nothing:
      break;
  }
  return "the privacy bounds hold for unending transcripts only (hearsay explain rumor.thm7.terminated)";
}

nlohmann::ordered_json parameters_json(const AttackRumorQuestion& question) {
  nlohmann::ordered_json parameters{
      {"nodes", question.nodes},   {"curious", question.curious},
      {"muting", question.muting}, {"suspects", question.suspected()},
      {"rumors", question.rumors}, {"transcript", question.terminated ? "terminated" : "unending"}};
  const bool eavesdrops = question.view == empirical::RumorView::eavesdropper,
             reorders = question.view == empirical::RumorView::reordered;
  if (question.delayed_start) parameters["delayed_start"] = true;
  if (question.view != empirical::RumorView::messages) parameters["sees"] = name_of(question.view);
  if (eavesdrops) parameters["seen"] = question.seen;
  if (reorders) parameters["swap"] = question.swap;
  if (!question.anytime) parameters["runs"] = question.runs;
  parameters["confidence"] = question.confidence;
  if (question.anytime) parameters["runs"] = question.runs;  // may grow when the run is resumed: last
  return parameters;
}

nlohmann::ordered_json to_json(const AttackRumorAnswer& answer, const Origin& origin) {
  auto result = envelope("attack rumor", parameters_json(answer.question), origin);
  const auto& cap = answer.cap;
  if (const auto* found = std::get_if<RumorAnytimeResult>(&answer.found)) {
    result["success"] = success_json(found->probability, found->state.runs);
    result["bound"] = cap.success.value();
    result["anytime"] = anytime_json(found->stop, found->state);
    return result;
  }
  const auto& found = std::get<RumorSourceSuccess>(answer.found);
  result.update({{"success", success_json(found.probability, found.runs)},
                 {"exact", number_or_null(answer.computed.exact)},
                 {"approximation", number_or_null(answer.computed.approximation)},
                 {"bound", number_or_null(cap.success)},
                 {"bound_by", cap.success ? nlohmann::ordered_json(reason(cap.by)) : nlohmann::ordered_json(nullptr)},
                 {"timing", {{"seconds", origin.seconds}}}});
  add_partial(result, {.finished = found.runs, .asked = static_cast<std::uint64_t>(answer.question.runs)});
  return result;
}

report::TerminalText text(const AttackRumorAnswer& answer) {
  const auto* anytime = std::get_if<RumorAnytimeResult>(&answer.found);
  return anytime != nullptr ? anytime_text(answer, *anytime)
                            : fixed_text(answer, std::get<RumorSourceSuccess>(answer.found));
}

}  // namespace hearsay::api
