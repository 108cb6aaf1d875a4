// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_file.hpp"

#include <utility>

#include <hearsay/report/table.hpp>
#include "api/render/audit_json.hpp"
#include "api/render/audit_words.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

nlohmann::ordered_json to_json(const AuditFileAnswer& answer, const Origin& origin) {
  auto result = envelope("audit", {{"file", answer.question.file}}, origin);
  result["verdict"] = to_string(answer.verdict);
  auto& list = result["audits"] = nlohmann::ordered_json::array();
  for (const auto& audit : answer.audits) {
    nlohmann::ordered_json entry = {{"name", audit.question.name}, {"parameters", audit_parameters(audit)}};
    entry.update(audit_findings(audit));
    entry["provenance"] = audit_provenance(audit, origin);
    list.push_back(std::move(entry));
  }
  if (answer.partial()) result["partial"] = {{"audits", answer.audits.size()}};
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const AuditFileAnswer& answer) {
  report::TerminalText page;
  for (const auto& audit : answer.audits) {
    page += paragraph("{}: {}", audit.question.name, reading(audit.question.network).line());
    page += paragraph("  {}", verdict_text(audit));
    page += paragraph("  worst: {}", worst_words(audit));
  }
  return page += paragraph("\n{} of {} audits: {}", answer.audits.size(), answer.question.requests.size(),
                           report::colored(answer.verdict));
}

}  // namespace hearsay::api
