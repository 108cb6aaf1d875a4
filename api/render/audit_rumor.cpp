// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_rumor.hpp"

#include <fmt/format.h>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include "api/render/audit_outputs.hpp"
#include "api/render/audit_rumor_words.hpp"
#include "api/render/reading.hpp"
#include "api/render/rumor_words.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

std::string audited_rumor(const AuditRumorAnswer& answer) {
  return fmt::format("{} on {}", answer.promise.text, answer.found.question.network.source.spec);
}

}  // namespace

std::string verdict_words(const AuditRumorAnswer& answer) {
  const auto& found = answer.found;
  const auto delta = found.delta();
  const auto at = fmt::format("delta({})", answer.promise.epsilon);
  const auto bound = fmt::format("promised: {}", answer.promise.delta);
  if (answer.verdict == Verdict::refuted)
    return fmt::format("{} is at least {}; {}", at, report::number_text_below(delta.lower, 6), bound);
  if (answer.verdict == Verdict::holds)
    return fmt::format("{} is at most {} for every pair of honest nodes; {}", at,
                       report::number_text_above(delta.upper, 6), bound);
  if (found.survey)
    return fmt::format("{} is between {} and {}; {}", at, report::number_text_below(delta.lower, 6),
                       report::number_text_above(delta.upper, 6), bound);
  return fmt::format("no pair of {} breaks the promise; {} of others may be larger", compared_words(found), at);
}

nlohmann::ordered_json to_json(const AuditRumorAnswer& answer, const Origin& origin) {
  auto parameters = rumor_graph_parameters(answer.found);
  const auto& promise = answer.promise;
  parameters["promise"] = {{"text", promise.text},
                           {"quantity", promise.of_epsilon ? "epsilon" : "delta"},
                           {"epsilon", promise.epsilon},
                           {"delta", promise.delta}};
  auto result = envelope("audit rumor", std::move(parameters), origin);
  result["verdict"] = to_string(answer.verdict);
  result["words"] = verdict_words(answer);
  add_rumor_losses(result, answer.found);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const AuditRumorAnswer& answer) {
  const auto& found = answer.found;
  auto page = reading_without_weights(found.question.network).text();
  page += paragraph("{}; muting 0; {}", curious_words(found), compared_words(found));
  page += paragraph("{}: {}; {}", report::colored(answer.verdict), answer.promise.text, verdict_words(answer));
  page += paragraph("worst: {}", worst_words(found));
  page += report::TerminalText::lines("\n");
  page += losses_text(found);
  page += paragraph("\n{}", columns_words(found));
  return page;
}

std::string junit(const AuditRumorAnswer& answer, double seconds) {
  const auto verdict = answer.verdict;
  return junit_suite(
      {.tests = 1,
       .failures = verdict == Verdict::refuted ? 1 : 0,
       .errors = verdict == Verdict::inconclusive ? 1 : 0,
       .cases = junit_case(audited_rumor(answer), verdict, verdict_words(answer), worst_words(answer.found), "rumor")},
      seconds);
}

}  // namespace hearsay::api
