// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_advice.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/node_names.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

constexpr std::size_t most_shown = 10;  ///< edges in the table

using Json = nlohmann::ordered_json;

std::string steps_words(const std::optional<int>& steps) {
  if (!steps) return "there is any number of steps";
  if (*steps == 0) return "no message is sent";
  return fmt::format("there {} {} step{}", *steps == 1 ? "is" : "are", *steps, *steps == 1 ? "" : "s");
}

Json changed_json(const AuditAdvice::Changed& changed) {
  return {{"loss", changed.loss},
          {"float32", number_or_null(changed.float32)},
          {"violations", changed.violations},
          {"verdict", to_string(changed.verdict)}};
}

}  // namespace

Json to_json(const AuditAdvice& advice, const AuditAnswer& answer) {
  const NodeNames names(answer.graph());
  Json json = {{"now", changed_json(advice.now)}, {"sigma", nullptr}, {"steps", nullptr}};
  if (advice.sigma) {
    json["sigma"] = {{"sigma", advice.sigma->sigma}};
    json["sigma"].update(changed_json(advice.sigma->then));
  }
  if (advice.steps) {
    json["steps"] = {{"most", advice.steps->steps ? Json(*advice.steps->steps) : Json("forever")}};
    json["steps"].update(changed_json(advice.steps->then));
  }
  auto& edges = json["edges"] = Json::array();
  for (const auto& edge : advice.edges) {
    edges.push_back({{"edge", {names.json(edge.u), names.json(edge.v)}}});
    edges.back().update(changed_json(edge.then));
  }
  json["bridges"] = advice.bridges;
  return json;
}

report::TerminalText text(const AuditAdvice& advice, const AuditAnswer& answer) {
  const auto& question = answer.question;
  report::TextTable table({{.title = "if", .align = report::TextColumn::Align::left, .fit = report::Fit::cut},
                           {.title = fmt::format("then {}\nis at most", to_string(question.promise.quantity))},
                           {.title = "at\nfloat32"},
                           {.title = "pairs that\nbreak it"},
                           {.title = "verdict", .align = report::TextColumn::Align::left}});
  const auto row = [&](const std::string& change, const AuditAdvice::Changed& then) {
    table.row({change, report::number_text_above(then.loss, 5),
               then.float32 ? report::number_text_above(*then.float32, 5) : "-", fmt::format("{}", then.violations),
               report::colored(then.verdict)});
  };
  row("nothing changes", advice.now);
  const auto same_steps = question.gap ? fmt::format(", after the same {} steps", *question.steps) : std::string();
  if (advice.sigma) row(fmt::format("sigma is {}{}", advice.sigma->sigma, same_steps), advice.sigma->then);
  if (advice.steps) row(steps_words(advice.steps->steps), advice.steps->then);
  const auto& graph = answer.graph();
  std::size_t shown = 0;
  for (const auto& edge : advice.edges) {
    const bool helps = edge.then.loss < advice.now.loss || edge.then.violations < advice.now.violations;
    if (!helps || shown == most_shown) break;
    row(fmt::format("{} and {} do not exchange messages", graph.label(edge.u), graph.label(edge.v)), edge.then);
    ++shown;
  }
  auto told = table.text(report::page_width, true);
  if (advice.now.float32) told += paragraph("at float32: {}", resolved_words);
  if (!advice.edges.empty() && shown == 0)
    told += paragraph("no removal of a single edge lowers the largest loss or the number of pairs ({} were tried)",
                      advice.edges.size());
  if (advice.bridges > 0)
    told += paragraph("{} edge{} without which the network falls apart {} not removed", advice.bridges,
                      advice.bridges == 1 ? "" : "s", advice.bridges == 1 ? "was" : "were");
  return told;
}

}  // namespace hearsay::api
