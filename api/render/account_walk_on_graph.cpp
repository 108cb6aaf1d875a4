// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/account_walk_on_graph.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"
#include "api/token_names.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json parameters_json(const GraphWalkQuestion& question) {
  auto parameters = graph_parameters(question.network, {question.observer});
  parameters["steps"] = question.steps;
  parameters["sigma"] = question.sigma;
  parameters["others"] = name_of(question.others);
  if (question.delta) parameters["delta"] = *question.delta;
  return parameters;
}

nlohmann::ordered_json losses_json(const GraphWalkAnswer& answer) {
  auto found = nlohmann::ordered_json::array();
  const NodeNames names(answer.question.network.graph());
  for (std::size_t i = 0; i < answer.losses.size(); ++i) {
    const auto& [limit, renyi2, epsilon] = answer.losses[i];
    nlohmann::ordered_json entry{
        {"target", names.json(answer.question.targets[i])}, {"limit", limit}, {"renyi2", renyi2}};
    if (epsilon) entry["epsilon"] = {{"lower", epsilon->lower()}, {"upper", epsilon->upper()}};
    found.push_back(std::move(entry));
  }
  return found;
}

/// The first `rows` targets.
report::TextTable losses_table(const GraphWalkAnswer& answer, std::size_t rows) {
  using report::Fit;
  std::vector<report::TextColumn> columns{
      {.title = "target", .fit = Fit::cut}, {.title = "limit"}, {.title = "Renyi\norder 2"}};
  if (answer.question.delta)
    columns.insert(columns.end(), {{.title = "epsilon\nat least"}, {.title = "epsilon\nat most"}});
  report::TextTable table(columns);
  const auto number = [](double x) { return fmt::format("{:.6g}", x); };
  for (std::size_t i = 0; i < std::min(rows, answer.losses.size()); ++i) {
    const auto& [limit, renyi2, epsilon] = answer.losses[i];
    std::vector<report::TerminalText> row{answer.question.network.graph().label(answer.question.targets[i]),
                                          number(limit), number(renyi2)};
    if (epsilon)
      row.insert(row.end(),
                 {report::number_text_below(epsilon->lower(), 6), report::number_text_above(epsilon->upper(), 6)});
    table.row(row);
  }
  return table;
}

}  // namespace

nlohmann::ordered_json to_json(const GraphWalkAnswer& answer, const Origin& origin) {
  auto result = envelope("account walk", parameters_json(answer.question), origin);
  result["read"] = reading(answer.question.network).json;
  result["losses"] = losses_json(answer);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const GraphWalkAnswer& answer) {
  const auto& q = answer.question;
  constexpr std::size_t rows = 20;
  auto text = reading(q.network).text();
  text += paragraph("a token walks {} steps from a uniform start; observer {} reads it whenever it arrives", q.steps,
                    q.network.graph().label(q.observer));
  text += report::TerminalText::lines("\n");
  text += losses_table(answer, rows).text(report::page_width, true);
  text += paragraph(
      "losses of a target that adds 1 or 0, with noise of standard deviation {:.6g}, {}. limit: Renyi divergence "
      "divided by alpha / (2 sigma^2), for large sigma",
      q.sigma,
      q.others == accounting::OtherData::known
          ? "if the observer knows what the others add"
          : "for any values of the others: an upper bound, nearly reached if their values lie far apart");
  if (answer.losses.size() > rows)
    text += report::terminal_text("... {} more targets; the JSON lists all\n", answer.losses.size() - rows);
  return text;
}

}  // namespace hearsay::api
