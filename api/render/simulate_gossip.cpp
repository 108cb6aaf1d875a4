// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_gossip.hpp"

#include <fmt/format.h>

#include <string>

#include <hearsay/report/text_table.hpp>
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/runs.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

nlohmann::ordered_json to_json(const SimulateGossipAnswer& answer, const Origin& origin) {
  const auto& q = answer.question;
  auto parameters = graph_parameters(q.network.source, q.network.made, {});
  parameters.update({{"steps", answer.steps}, {"schedule", q.schedule.name()}, {"sigma", q.sigma}, {"runs", q.runs}});
  auto trace = nlohmann::ordered_json::array();
  for (const auto& error : answer.errors)
    trace.push_back({{"step", error.step}, {"mean", error.mean}, {"quantiles", to_json(error.quantiles)}});
  auto result = envelope("simulate gossip", std::move(parameters), origin);
  result["read"] = reading(q.network).json;
  result.update({{"messages", answer.messages},
                 {"mean", answer.mean},
                 {"noise_floor", answer.noise_floor},
                 {"squared_error", trace}});
  add_partial(result, answer.runs);
  return result;
}

report::TerminalText text(const SimulateGossipAnswer& answer) {
  const auto& q = answer.question;
  auto text = reading(q.network).text();
  text += paragraph("{} gossip, {} steps, {} messages, {} runs", q.schedule.file() ? "time-varying" : q.schedule.how,
                    answer.steps, answer.messages, answer.runs.finished);
  text += paragraph(
      "mean squared distance of the nodes from the true mean {:.6g}; the noise alone gives sigma^2/n = {:.6g}",
      answer.mean, answer.noise_floor);
  report::TextTable table(
      {{.title = "step"}, {.title = "mean"}, {.title = "5 %"}, {.title = "median"}, {.title = "95 %"}});
  const auto number = [](double x) { return fmt::format("{:.6g}", x); };
  for (const auto& [step, mean, spread] : answer.errors)
    table.row({std::to_string(step), number(mean), number(spread.low), number(spread.median), number(spread.high)});
  return text + report::TerminalText::lines("\n") + table.text(report::page_width, true);
}

}  // namespace hearsay::api
