// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_rumor.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/reading.hpp"
#include "api/render/words.hpp"
#include "api/rumor_names.hpp"

namespace hearsay::api {

namespace {

nlohmann::ordered_json bracket_json(const Bracket& bracket) {
  return {{"lower", bracket.lower()}, {"estimate", bracket.estimate()}, {"upper", bracket.upper()}};
}

nlohmann::ordered_json parameters_json(const RumorAnswer& answer) {
  const auto& q = answer.question.adversary;
  nlohmann::ordered_json result{{"nodes", answer.nodes},
                                {"curious", answer.curious},
                                {"muting", q.muting},
                                {"epsilon", q.epsilon},
                                {"delta", number_or_null(q.delta)},
                                {"transcript", name_of(q.end)},
                                {"sees", name_of(q.sight)},
                                {"seen", q.seen},
                                {"delayed_start", q.delayed}};
  if (q.sight == accounting::RumorSight::reordered) result["swap"] = q.swap;
  if (const auto& network = answer.question.network) {
    result["graph"] = network->source.spec;
    auto& labels = result["curious_set"] = nlohmann::ordered_json::array();
    for (const auto v : answer.question.curious_set) labels.push_back(network->graph().label(v));
  } else {
    result["exact"] = answer.question.exact;
  }
  return result;
}

nlohmann::ordered_json first_seen_json(const RumorAnswer& answer) {
  if (!answer.first_seen) return nullptr;
  const auto crowd = accounting::rumor_crowd(answer.nodes, answer.curious);
  return {{"delta", bracket_json(*answer.first_seen)},
          {"bound", accounting::rumor_delta_bound(crowd, answer.question.adversary.muting)}};
}

/// Rumors know no weights.
ReadGraph rumor_reading(const RumorAnswer& answer) {
  const auto& network = answer.question.network;
  return network ? reading_without_weights(*network) : ReadGraph{};
}

report::TextTable rumor_table(const RumorAnswer& answer) {
  std::vector<report::TextColumn> columns = {
      {.title = "", .align = report::TextColumn::Align::left}, {.title = "limit"}, {.title = "bound"}};
  if (answer.exact) columns.insert(columns.end(), {{.title = "exact, at least"}, {.title = "exact, at most"}});
  report::TextTable table(std::move(columns));
  const auto row = [&](const std::string& name, double accounting::RumorBounds::*limit,
                       double accounting::RumorBounds::*bound, Bracket accounting::RumorExactReport::*exact) {
    std::vector<report::TerminalText> cells = {name};
    for (const auto value : {limit, bound})
      cells.push_back(answer.bounds ? report::probability_text(*answer.bounds.*value) : "-");
    if (answer.exact) {
      const Bracket& bracket = *answer.exact.*exact;
      cells.insert(cells.end(),
                   {report::number_text_below(bracket.lower(), 9), report::number_text_above(bracket.upper(), 9)});
    }
    table.row(std::move(cells));
  };
  using accounting::RumorBounds, accounting::RumorExactReport;
  const auto& q = answer.question.adversary;
  row(fmt::format("delta({})", q.epsilon), &RumorBounds::delta_limit, &RumorBounds::delta_bound,
      &RumorExactReport::delta);
  row("prediction uncertainty", &RumorBounds::uncertainty_limit, &RumorBounds::uncertainty_bound,
      &RumorExactReport::uncertainty);
  if (answer.exact && answer.exact->epsilon) {
    table.row({fmt::format("epsilon({})", *q.delta), "-", "-",
               report::number_text_below(answer.exact->epsilon->lower(), 9),
               report::number_text_above(answer.exact->epsilon->upper(), 9)});
  }
  return table;
}

}  // namespace

nlohmann::ordered_json to_json(const RumorAnswer& answer, const Origin& origin) {
  auto result = envelope("account rumor", parameters_json(answer), origin);
  if (const auto read = rumor_reading(answer); !read.json.is_null()) result["read"] = read.json;
  nlohmann::ordered_json delta, uncertainty, epsilon;
  if (const auto& bounds = answer.bounds) {
    delta = {{"limit", bounds->delta_limit}, {"bound", bounds->delta_bound}};
    uncertainty = {{"limit", bounds->uncertainty_limit}, {"bound", bounds->uncertainty_bound}};
  }
  if (const auto& exact = answer.exact) {
    delta["exact"] = bracket_json(exact->delta);
    uncertainty["exact"] = bracket_json(exact->uncertainty);
    if (exact->epsilon) epsilon["exact"] = bracket_json(*exact->epsilon);
  }
  result.update({{"delta", delta},
                 {"prediction_uncertainty", uncertainty},
                 {"epsilon", epsilon},
                 {"first_seen", first_seen_json(answer)},
                 {"timing", {{"seconds", origin.seconds}}}});
  return result;
}

report::TerminalText text(const RumorAnswer& answer) {
  auto text = rumor_reading(answer).text() + rumor_table(answer).text(report::page_width, true);
  if (answer.bounds) {
    text +=
        paragraph("limit: no gossip protocol is better. bound: published for this muting and unending transcripts{}",
                  answer.question.adversary.end == accounting::RumorEnd::terminated
                      ? " (it fails for terminated transcripts: hearsay explain rumor.thm7.terminated)"
                      : "");
  }
  if (answer.first_seen) {
    const auto crowd = accounting::rumor_crowd(answer.nodes, answer.curious);
    text += paragraph(
        "delta(0) is at least {} (published bound: {}): the probability that node 0 is seen before node 1 if it is the "
        "source, less that if node 1 is. Equal by Theorem 10, which is checked exactly to n = 6 (hearsay explain "
        "rumor.thm10)",
        report::number_text_below(answer.first_seen->lower(), 9),
        report::probability_text(accounting::rumor_delta_bound(crowd, answer.question.adversary.muting)));
  }
  return text;
}

}  // namespace hearsay::api
