// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/refute.hpp"

#include <utility>

#include <hearsay/report/table.hpp>
#include "api/render/words.hpp"

namespace hearsay::api {

nlohmann::ordered_json to_json(const RefuteAnswer& answer, const Origin& origin) {
  const auto& finding = answer.finding;
  auto parameters = to_json(answer.question.bound);
  parameters["effort"] = to_string(answer.question.effort);
  auto result = envelope("refute", std::move(parameters), origin);
  nlohmann::ordered_json witness = nullptr;
  if (const auto& found = finding.witness) {
    witness = {{"instance", found->instance},
               {"claimed", found->claimed},
               {"actual", found->actual},
               {"certified", run::to_string(found->certificate)}};
  }
  result.update({{"verdict", to_string(finding.verdict)},
                 {"instances", finding.instances},
                 {"tightness", number_or_null(finding.tightness)},
                 {"slack", number_or_null(finding.slack)},
                 {"witness", witness},
                 {"note", finding.note}});
  if (answer.partial) result["partial"] = {{"instances", finding.instances}};
  return result;
}

report::TerminalText text(const RefuteAnswer& answer) {
  const auto& finding = answer.finding;
  auto told = paragraph("'{}': {} after {} instances", answer.question.bound.statement,
                        report::colored(finding.verdict), finding.instances);
  if (const auto& found = finding.witness) {
    told += paragraph("smallest counterexample: {}", found->instance.dump());
    told += paragraph("the right side is {}, the left side {} ({})", found->claimed, found->actual,
                      run::to_string(found->certificate));
  }
  if (finding.verdict == Verdict::holds && finding.slack)
    told += paragraph(
        "smallest right side / left side: {:.6g}; the absence of a counterexample among the instances is evidence, not "
        "proof",
        *finding.slack);
  if (!finding.note.empty()) told += paragraph("{}", finding.note);
  return told;
}

}  // namespace hearsay::api
