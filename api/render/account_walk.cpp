// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_walk.hpp"

#include <vector>

#include <hearsay/report/number_text.hpp>
#include "api/render/guarantees.hpp"
#include "api/render/words.hpp"
#include "api/token_names.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json parameters_json(const WalkQuestion& question) {
  const auto& q = question.token;
  auto parameters = to_json(q);
  parameters["task"] = name_of(q.task);
  parameters["buckets"] = q.buckets;
  parameters["colluders"] = q.colluders;
  parameters["known_neighbors"] = q.known_neighbors;
  parameters["noise"] = name_of({.noise = question.noise, .calibration = q.calibration});
  return parameters;
}

nlohmann::ordered_json tight_json(const accounting::TightGuarantee& tight) {
  auto result = to_json(tight.guarantee);
  if (tight.bracket) {
    result["epsilon_bracket"] = {{"lower", tight.bracket->lower()}, {"upper", tight.bracket->upper()}};
  } else {
    result["epsilon_bracket"] = nullptr;
    result["no_bracket"] = tight.no_bracket;
  }
  return result;
}

nlohmann::ordered_json visits_json(const accounting::VisitsReport& visits) {
  const auto& chernoff = visits.chernoff;
  return {{"mean", visits.mean},
          {"exact", visits.exact},
          {"chernoff", {{"value", chernoff.value}, {"valid", chernoff.valid}, {"why", chernoff.why}}},
          {"bernstein", visits.bernstein}};
}

/// The guarantees of a sum that hold for more data than `tight`.
std::vector<NamedGuarantee> further_rows(const accounting::TokenReport& report) {
  std::vector<NamedGuarantee> rows;
  if (report.in_range) rows.push_back({"in range", *report.in_range});
  if (report.any_data) rows.push_back({"any data", report.any_data->guarantee});
  return rows;
}

}  // namespace

nlohmann::ordered_json to_json(const WalkAnswer& answer, const Origin& origin) {
  const auto& report = answer.report;
  auto result = envelope("account walk", parameters_json(answer.question), origin);
  result.update({{"visits", visits_json(report.visits)},
                 {"local", to_json(report.local)},
                 {"published", to_json(report.published)},
                 {"repaired", to_json(report.repaired)},
                 {"tight", tight_json(report.tight)}});
  if (report.in_range) result["in_range"] = to_json(*report.in_range);
  if (report.any_data) result["any_data"] = tight_json(*report.any_data);
  return result;
}

report::TerminalText text(const WalkAnswer& answer) {
  const auto& report = answer.report;
  auto text =
      guarantees_text(report.local, report.published, report.repaired, report.tight.guarantee, further_rows(report));
  if (const auto& bracket = report.tight.bracket) {
    text += paragraph("exact epsilon at delta {:.6g}{}: {} to {}", report.tight.guarantee.value.delta,
                      report.in_range ? " if the observer knows what the others add" : "",
                      report::number_text_below(bracket->lower(), 8), report::number_text_above(bracket->upper(), 8));
  }
  return text;
}

}  // namespace hearsay::api
