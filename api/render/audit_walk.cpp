// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_walk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/audit_json.hpp"
#include "api/render/audit_outputs.hpp"
#include "api/render/node_names.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using nlohmann::ordered_json;

const graph::Graph& graph_of(const WalkAuditAnswer& answer) { return answer.question.walk.network.graph(); }

const std::vector<graph::Node>& observers_of(const WalkAuditAnswer& answer, const WalkAuditPair& pair) {
  return answer.question.walk.observers.sets[pair.set];
}

ordered_json walk_pair_json(const WalkAuditAnswer& answer, const WalkAuditPair& pair, const std::string& node_key,
                            const std::string& observer_key) {
  const NodeNames names(graph_of(answer));
  return {{node_key, names.json(pair.target)},
          {observer_key, walk_observers_json(names, observers_of(answer, pair))},
          {"lower", pair.promised.lower()},
          {"upper", number_or_infinite(pair.promised.upper())},
          {"verdict", to_string(pair.verdict)}};
}

report::TerminalText walk_summary(const WalkAuditAnswer& answer, const report::TerminalText& verdict) {
  const auto undecided = answer.undecided > 0 ? fmt::format(", {} are undecided", answer.undecided) : "";
  return report::terminal_text("promise '{}': {}; {} of {} pairs break it{}", answer.question.promise.text, verdict,
                               answer.violations, answer.pairs, undecided);
}

report::TerminalText worst_words(const WalkAuditAnswer& answer) {
  const auto& pair = answer.worst();
  const auto& graph = graph_of(answer);
  const auto& members = observers_of(answer, pair);
  return report::terminal_text(
      "{} {} {} of node {}'s contributions: between {} and {}", members.size() == 1 ? "node" : "nodes",
      label_list(graph, members), members.size() == 1 ? "learns" : "learn", graph.label(pair.target),
      report::number_text_below(pair.promised.lower(), 5), report::number_text_above(pair.promised.upper(), 5));
}

}  // namespace

nlohmann::ordered_json to_json(const WalkAuditAnswer& answer, const Origin& origin) {
  const auto& question = answer.question;
  auto parameters = walk_parameters(question.walk);
  parameters.erase("delta");
  parameters["promise"] = question.promise.text;
  auto result = envelope("audit walk", std::move(parameters), origin);
  result["read"] = reading(question.walk.network).json;
  result["promise"] = promise_json(question.promise);
  result["verdict"] = to_string(answer.verdict);
  result["observers"] = audited_json(question.walk.observers, question.walk.observers.sets.size());
  result["pairs"] = answer.pairs;
  result["violations"] = answer.violations;
  result["undecided"] = answer.undecided;
  result["worst"] = walk_pair_json(answer, answer.worst(), "target", "observer");
  result["worst"]["sentence"] = worst_words(answer).string();
  auto& nodes = result["nodes"] = ordered_json::array();
  for (const auto& pair : answer.by_target) nodes.push_back(walk_pair_json(answer, pair, "node", "worst_observer"));
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const WalkAuditAnswer& answer, const AuditRows& rows) {
  const auto& question = answer.question;
  auto page = reading(question.walk.network).text();
  page += walk_words(question.walk);
  page += paragraph("{}", walk_summary(answer, report::colored(answer.verdict)));
  page += paragraph("worst: {}", worst_words(answer));
  page += report::TerminalText::lines("\n");
  report::TextTable table({{.title = "node", .fit = report::Fit::cut},
                           {.title = "worst\nobserver", .fit = report::Fit::cut},
                           {.title = "at least"},
                           {.title = "at most"},
                           {.title = "verdict", .align = report::TextColumn::Align::left}});
  const auto count = std::min(answer.by_target.size(), rows.most);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& pair = answer.by_target[i];
    table.row({graph_of(answer).label(pair.target), label_list(graph_of(answer), observers_of(answer, pair)),
               report::number_text_below(pair.promised.lower(), 5), report::number_text_above(pair.promised.upper(), 5),
               report::colored(pair.verdict)});
  }
  page += table.text(report::page_width, true);
  if (count < answer.by_target.size())
    page += report::terminal_text("... {} more nodes; the JSON lists all\n", answer.by_target.size() - count);
  return page;
}

std::string junit(const WalkAuditAnswer& answer, double seconds) {
  const auto name = fmt::format("{} on {}", answer.question.promise.text, answer.question.walk.network.source.spec);
  return junit_suite(
      {.tests = 1,
       .failures = answer.verdict == Verdict::refuted ? 1 : 0,
       .errors = answer.verdict == Verdict::inconclusive ? 1 : 0,
       .cases = junit_case(name, answer.verdict, walk_summary(answer, to_string(answer.verdict)).string(),
                           worst_words(answer).string(), "walk")},
      seconds);
}

}  // namespace hearsay::api
