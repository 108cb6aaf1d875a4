// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_ring.hpp"

#include "api/render/runs.hpp"
#include "api/render/words.hpp"
#include "api/simulation_names.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json histogram_json(const SimulateRingAnswer& answer, const Origin& origin) {
  const auto& q = answer.question;
  auto result = envelope("simulate ring",
                         {{"users", q.plan.users},
                          {"rounds", q.plan.rounds},
                          {"task", "histogram"},
                          {"buckets", q.histogram->buckets},
                          {"gamma", q.histogram->gamma},
                          {"runs", q.runs}},
                         origin);
  result["histogram"] = to_json(*answer.histogram);
  add_partial(result, answer.runs);
  return result;
}

}  // namespace

nlohmann::ordered_json to_json(const SimulateRingAnswer& answer, const Origin& origin) {
  if (answer.histogram) return histogram_json(answer, origin);
  const auto& q = answer.question;
  auto result = envelope("simulate ring",
                         {{"users", q.plan.users},
                          {"rounds", q.plan.rounds},
                          {"sigma", q.perturb.sigma},
                          {"value", q.value},
                          {"noise", name_of(q.plan.noise)},
                          {"law", name_of(q.perturb.law)},
                          {"publish", q.plan.publish},
                          {"runs", q.runs}},
                         origin);
  result.update({{"sum", answer.sum},
                 {"noise_events", answer.noise_events},
                 {"estimate",
                  {{"mean", answer.mean},
                   {"sd", answer.deviation},
                   {"sd_exact", answer.exact_deviation},
                   {"quantiles", to_json(answer.estimates)}}}});
  add_partial(result, answer.runs);
  return result;
}

report::TerminalText text(const SimulateRingAnswer& answer) {
  if (answer.histogram) return text(*answer.histogram);
  return paragraph("sum {:.10g}, {} noise events; {} runs: mean {:.8g}, standard deviation {:.6g} (exactly {:.6g})",
                   answer.sum, answer.noise_events, answer.runs.finished, answer.mean, answer.deviation,
                   answer.exact_deviation);
}

}  // namespace hearsay::api
