// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_walk.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include <hearsay/report/text_table.hpp>
#include "api/render/runs.hpp"
#include "api/render/words.hpp"
#include "api/simulation_names.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json to_json(const Spread& s) { return {{"min", s.least}, {"mean", s.mean}, {"max", s.most}}; }

}  // namespace

nlohmann::ordered_json to_json(const SimulateWalkAnswer& answer, const Origin& origin) {
  const auto& q = answer.question;
  nlohmann::ordered_json parameters{{"users", q.users},        {"steps", q.steps},
                                    {"epsilon", q.epsilon},    {"delta", q.delta},
                                    {"rule", name_of(q.rule)}, {"known_neighbors", q.known_neighbors}};
  if (q.buckets) parameters.update({{"task", "histogram"}, {"buckets", *q.buckets}});
  parameters["runs"] = q.runs;
  auto result = envelope("simulate walk", std::move(parameters), origin);
  result["network"] = to_json(answer.all.pairs);
  result["local"] = to_json(answer.all.local);
  if (!q.buckets) result["local_gaussian"] = to_json(answer.all.local_gaussian);
  result["visits"] = to_json(answer.all.visits);
  if (answer.histogram) {
    result["gamma"] = answer.histogram->plan.gamma;
    result["histogram"] = to_json(*answer.histogram);
  }
  add_partial(result, answer.runs);
  return result;
}

report::TerminalText text(const SimulateWalkAnswer& answer) {
  report::TextTable table({{.title = fmt::format("{} walks, all pairs of users", answer.runs.finished),
                            .align = report::TextColumn::Align::left},
                           {.title = "min"},
                           {.title = "mean"},
                           {.title = "max"}});
  const auto number = [](double x) { return fmt::format("{:.6g}", x); };
  const auto& all = answer.all;
  std::vector<std::pair<std::string, Spread>> rows{{"network DP epsilon, composed", all.pairs},
                                                   {"local DP epsilon, composed alike", all.local}};
  if (!answer.histogram) rows.emplace_back("local DP epsilon of the Gaussian noise", all.local_gaussian);
  rows.emplace_back("visits to a user", all.visits);
  for (const auto& [name, s] : rows) table.row({name, number(s.least), number(s.mean), number(s.most)});
  auto shown = table.text(report::page_width, true);
  if (answer.histogram) shown += report::terminal_text("\n{}", text(*answer.histogram));
  return shown;
}

}  // namespace hearsay::api
