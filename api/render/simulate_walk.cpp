// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_walk.hpp"

#include <fmt/format.h>

#include <utility>

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
  auto result = envelope("simulate walk",
                         {{"users", q.users},
                          {"steps", q.steps},
                          {"epsilon", q.epsilon},
                          {"delta", q.delta},
                          {"rule", name_of(q.rule)},
                          {"known_neighbors", q.known_neighbors},
                          {"runs", q.runs}},
                         origin);
  result.update({{"network", to_json(answer.all.pairs)},
                 {"local", to_json(answer.all.local)},
                 {"local_gaussian", to_json(answer.all.local_gaussian)},
                 {"visits", to_json(answer.all.visits)}});
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
  for (const auto& [name, s] : {std::pair{"network DP epsilon, composed", all.pairs},
                                {"local DP epsilon, composed alike", all.local},
                                {"local DP epsilon of the Gaussian noise", all.local_gaussian},
                                {"visits to a user", all.visits}}) {
    table.row({name, number(s.least), number(s.mean), number(s.most)});
  }
  return table.text(report::page_width, true);
}

}  // namespace hearsay::api
