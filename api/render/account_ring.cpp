// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_ring.hpp"
#include "api/render/guarantees.hpp"
#include "api/token_names.hpp"

namespace hearsay::api {

namespace {

template <class Number>
nlohmann::ordered_json pair_json(const accounting::PublishedRepaired<Number>& pair) {
  return {{"published", pair.published}, {"repaired", pair.repaired}};
}

nlohmann::ordered_json parameters_json(const RingQuestion& question) {
  const auto& q = question.token;
  return {{"users", q.users},
          {"rounds", q.rounds},
          {"epsilon", q.epsilon},
          {"delta", number_or_null(question.delta)},
          {"delta_prime", q.delta_prime},
          {"task", name_of(q.task)},
          {"buckets", q.buckets},
          {"noise", name_of({.noise = q.noise, .calibration = q.calibration})},
          {"colluders", q.colluders}};
}

}  // namespace

nlohmann::ordered_json to_json(const RingAnswer& answer, const Origin& origin) {
  const auto& report = answer.report;
  auto result = envelope("account ring", parameters_json(answer.question), origin);
  result.update({{"local", to_json(report.local)},
                 {"published", to_json(report.published)},
                 {"repaired", to_json(report.repaired)},
                 {"tight", to_json(report.tight)}});
  if (report.noise_events) result["noise_events"] = pair_json(*report.noise_events);
  if (report.mu) result["mu"] = *report.mu;
  if (report.scale) result["scale"] = *report.scale;
  if (report.distributed) result["distributed"] = to_json(*report.distributed);
  if (report.gamma) result["gamma"] = pair_json(*report.gamma);
  return result;
}

report::TerminalText text(const RingAnswer& answer) {
  const auto& report = answer.report;
  std::vector<NamedGuarantee> further;
  if (report.distributed) further.push_back({"distributed", *report.distributed});
  return guarantees_text(report.local, report.published, report.repaired, report.tight, further);
}

}  // namespace hearsay::api
