// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view stream_assumption =
    "each contribution depends only on data of its node and on what these observers saw before, not on hidden states, "
    "as gradients at the nodes' own models do";

std::string_view trust_name(const StreamQuestion& question) {
  return question.own_noise ? "own-noise-known" : "all-noise";
}
std::string_view view_name(const StreamQuestion& question) { return question.messages ? "messages" : "states"; }

nlohmann::ordered_json bounds_json(const accounting::ContinualBounds& bounds) {
  return {{"constant", bounds.constant}, {"lower", bounds.lower}, {"upper", bounds.upper}};
}

nlohmann::ordered_json report_json(const accounting::ContinualReport& report, const NodeNames& names) {
  nlohmann::ordered_json entry = {{"target", names.json(report.target)}};
  entry["sensitivity_squared"] = bounds_json(report.squared);
  if (report.exact) entry["sensitivity_squared"]["exact"] = *report.exact;
  entry["rate"] = {{"predicted", number_or_null(report.rate)},
                   {"observed", report.observed_rate},
                   {"last_round", report.last_round}};
  if (report.epsilon) entry["epsilon"] = bounds_json(*report.epsilon);
  if (report.sigma_needed) entry["sigma"] = *report.sigma_needed;
  return entry;
}

nlohmann::ordered_json parameters_json(const StreamQuestion& question, const NodeNames& names) {
  auto parameters = graph_parameters(question.network, question.observers);
  for (const auto u : question.targets) parameters["target"].push_back(names.json(u));
  parameters["rounds"] = question.rounds;
  parameters["steps_per_round"] = question.steps_per_round;
  parameters["trust"] = trust_name(question);
  parameters["view"] = view_name(question);
  parameters["sigma"] = question.scale.sigma;
  if (question.scale.delta) parameters["delta"] = *question.scale.delta;
  if (question.scale.epsilon) parameters["epsilon"] = *question.scale.epsilon;
  return parameters;
}

nlohmann::ordered_json adaptivity_json(const accounting::ContinualSafeLoss& safe) {
  nlohmann::ordered_json otherwise{{"view", "all values that are sent"}, {"sensitivity_squared", safe.squared}};
  if (safe.epsilon) otherwise["epsilon"] = *safe.epsilon;
  if (safe.sigma_needed) otherwise["sigma"] = *safe.sigma_needed;
  return {{"assumes", std::string(stream_assumption)}, {"else", std::move(otherwise)}};
}

constexpr std::size_t stream_rows = 20;  ///< of a table
constexpr int stream_digits = 6;

/// The first targets' sensitivities.
report::TextTable squared_table(const StreamAnswer& answer) {
  report::TextTable table({{.title = "target", .fit = report::Fit::cut},
                           {.title = "squared\nconstant"},
                           {.title = "squared\nat least"},
                           {.title = "squared\nat most"},
                           {.title = "growth\npredicted"},
                           {.title = "growth\nlast round"}});
  const auto number = [](double x) { return report::number_text(x, stream_digits); };
  for (std::size_t i = 0; i < std::min(stream_rows, answer.reports.size()); ++i) {
    const auto& r = answer.reports[i];
    table.row({answer.question.network.graph().label(r.target), number(r.squared.constant),
               report::number_text_below(r.squared.lower, stream_digits),
               report::number_text_above(r.squared.upper, stream_digits), r.rate ? number(*r.rate) : "-",
               number(r.last_round)});
  }
  return table;
}

/// The first targets' epsilons. @pre there are some.
report::TextTable epsilon_table(const StreamAnswer& answer) {
  report::TextTable table({{.title = "target", .fit = report::Fit::cut},
                           {.title = "epsilon\nat least"},
                           {.title = "epsilon\nat most"},
                           {.title = "sigma that\nsuffices"}});
  for (std::size_t i = 0; i < std::min(stream_rows, answer.reports.size()); ++i) {
    const auto& r = answer.reports[i];
    table.row({answer.question.network.graph().label(r.target),
               report::number_text_below(r.epsilon->lower, stream_digits),
               report::number_text_above(r.epsilon->upper, stream_digits),
               r.sigma_needed ? fmt::format("{}", *r.sigma_needed) : "-"});
  }
  return table;
}

report::TerminalText assumption_text(const accounting::ContinualSafeLoss& safe) {
  const auto epsilon =
      safe.epsilon ? ", epsilon " + report::number_text_above(*safe.epsilon, stream_digits) : std::string();
  const auto sigma = safe.sigma_needed ? fmt::format(", sigma that suffices {}", *safe.sigma_needed) : std::string();
  return paragraph(
      "\nassumed: {}. If contributions depend on hidden states, use the loss to an observer who sees all values: "
      "squared {}{}{}",
      stream_assumption, safe.squared, epsilon, sigma);
}

}  // namespace

nlohmann::ordered_json to_json(const StreamAnswer& answer, const Origin& origin) {
  const auto& q = answer.question;
  const NodeNames names(q.network.graph());
  auto result = envelope("account stream", parameters_json(q, names), origin);
  result["read"] = reading(q.network).json;
  result["rank"] = answer.rank;
  result["adaptivity"] = adaptivity_json(answer.safe);
  auto& targets = result["targets"] = nlohmann::ordered_json::array();
  for (const auto& report : answer.reports) targets.push_back(report_json(report, names));
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const StreamAnswer& answer) {
  const auto& q = answer.question;
  const auto free_line = report::TerminalText::lines("\n");
  auto text = reading(q.network).text();
  text += paragraph("observer {} ({}, {}), {} rounds of {} gossip step{}: a view of rank {}",
                    node_list(q.network.graph(), q.observers), view_name(q), trust_name(q), q.rounds, q.steps_per_round,
                    q.steps_per_round == 1 ? "" : "s", answer.rank);
  text += free_line + squared_table(answer).text(report::page_width, true);
  text += paragraph(
      "squared: squared sensitivity, for constant contributions and for any contributions. growth: growth per round "
      "for constant contributions");
  if (!answer.reports.front().rate)
    text +=
        paragraph("no growth is predicted, because W has the eigenvalue -1 (a bipartite graph without self-weights)");
  if (q.scale.delta) text += free_line + epsilon_table(answer).text(report::page_width, true);
  if (answer.reports.size() > stream_rows)
    text += report::terminal_text("... {} more targets; the JSON lists all\n", answer.reports.size() - stream_rows);
  return text + assumption_text(answer.safe);
}

}  // namespace hearsay::api
