// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

nlohmann::ordered_json ends_json(const Bracket& number) {
  const bool bounded = std::isfinite(number.upper());
  return {{"lower", number.lower()}, {"upper", bounded ? nlohmann::ordered_json(number.upper()) : nullptr}};
}

bool one_set(const GraphWalkQuestion& question) { return question.observers.sets.size() == 1; }

nlohmann::ordered_json losses_json(const GraphWalkAnswer& answer) {
  auto found = nlohmann::ordered_json::array();
  const NodeNames names(answer.question.network.graph());
  for (const auto& [set, target, losses] : answer.losses) {
    nlohmann::ordered_json entry{{"target", names.json(target)}};
    if (!one_set(answer.question))
      entry["worst_observer"] = walk_observers_json(names, answer.question.observers.sets[set]);
    entry["limit"] = ends_json(losses.limit);
    entry["renyi2"] = ends_json(losses.renyi);
    if (losses.epsilon) entry["epsilon"] = ends_json(*losses.epsilon);
    found.push_back(std::move(entry));
  }
  return found;
}

/// The first `rows` targets.
report::TextTable losses_table(const GraphWalkAnswer& answer, std::size_t rows) {
  using report::Fit;
  const auto& q = answer.question;
  std::vector<report::TextColumn> columns{{.title = "target", .fit = Fit::cut}};
  if (!one_set(q)) columns.push_back({.title = "worst\nobserver", .fit = Fit::cut});
  columns.insert(columns.end(), {{.title = "limit"}, {.title = "Renyi 2\nat least"}, {.title = "Renyi 2\nat most"}});
  if (q.delta) columns.insert(columns.end(), {{.title = "epsilon\nat least"}, {.title = "epsilon\nat most"}});
  report::TextTable table(columns);
  for (std::size_t i = 0; i < std::min(rows, answer.losses.size()); ++i) {
    const auto& [set, target, losses] = answer.losses[i];
    std::vector<report::TerminalText> row{q.network.graph().label(target)};
    if (!one_set(q)) row.push_back(label_list(q.network.graph(), q.observers.sets[set]));
    row.insert(row.end(),
               {report::number_text_above(losses.limit.upper(), 6), report::number_text_below(losses.renyi.lower(), 6),
                report::number_text_above(losses.renyi.upper(), 6)});
    if (losses.epsilon)
      row.insert(row.end(), {report::number_text_below(losses.epsilon->lower(), 6),
                             report::number_text_above(losses.epsilon->upper(), 6)});
    table.row(row);
  }
  return table;
}

std::string readers(const GraphWalkQuestion& question) {
  using Kind = AuditedObservers::Kind;
  if (question.observers.kind == Kind::each) return "each node alone reads it whenever it arrives";
  if (question.observers.kind == Kind::coalitions)
    return fmt::format("any {} nodes together read it whenever it arrives at one of them", question.observers.size);
  const auto labels = label_list(question.network.graph(), question.observers.sets.front());
  return question.observers.size == 1
             ? fmt::format("observer {} reads it whenever it arrives", labels)
             : fmt::format("observers {} together read it whenever it arrives at one of them", labels);
}

}  // namespace

nlohmann::ordered_json walk_observers_json(const NodeNames& names, const std::vector<graph::Node>& members) {
  if (members.size() == 1) return names.json(members.front());
  auto all = nlohmann::ordered_json::array();
  for (const auto v : members) all.push_back(names.json(v));
  return all;
}

nlohmann::ordered_json walk_parameters(const GraphWalkQuestion& question) {
  const bool labels = question.observers.kind == AuditedObservers::Kind::nodes;
  auto parameters =
      graph_parameters(question.network, labels ? question.observers.sets.front() : std::vector<graph::Node>{});
  if (!labels) parameters["observer"] = question.observers.names;
  parameters["steps"] = question.steps;
  parameters["tokens"] = question.tokens;
  parameters["sigma"] = question.sigma;
  parameters["others"] = name_of(question.others);
  if (question.delta) parameters["delta"] = *question.delta;
  return parameters;
}

report::TerminalText walk_words(const GraphWalkQuestion& question) {
  const auto tokens = question.tokens == 1 ? std::string("a token walks")
                                           : fmt::format("{} tokens walk independently, each", question.tokens);
  return paragraph("{} {} steps from a uniform start; {}", tokens, question.steps,
                   report::TerminalText(readers(question)));
}

nlohmann::ordered_json to_json(const GraphWalkAnswer& answer, const Origin& origin) {
  auto result = envelope("account walk", walk_parameters(answer.question), origin);
  result["read"] = reading(answer.question.network).json;
  result["losses"] = losses_json(answer);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const GraphWalkAnswer& answer) {
  const auto& q = answer.question;
  constexpr std::size_t rows = 20;
  auto text = reading(q.network).text();
  text += walk_words(q);
  text += report::TerminalText::lines("\n");
  text += losses_table(answer, rows).text(report::page_width, true);
  text += paragraph(
      "losses of a target that adds 1 or 0, with noise of standard deviation {:.6g}, {}. limit: Renyi divergence "
      "divided by alpha / (2 sigma^2), for large sigma, at most",
      q.sigma,
      q.others == accounting::OtherData::known
          ? "if the observer knows what the others add"
          : "for any values of the others: an upper bound, nearly reached if their values lie far apart");
  if (answer.losses.size() > rows)
    text += report::terminal_text("... {} more targets; the JSON lists all\n", answer.losses.size() - rows);
  return text;
}

}  // namespace hearsay::api
