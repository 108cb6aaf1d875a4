// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/audit_protocol.hpp"
#include "api/render/audit_json.hpp"
#include "api/render/audit_outputs.hpp"
#include "api/render/linear_result.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using audit::ProtocolLoss;
using nlohmann::ordered_json;

std::string labels_text(const std::vector<graph::Node>& observers, const LinearNames& names) {
  std::vector<std::string> labels;
  for (const auto v : observers) labels.push_back(names.text(v));
  return fmt::format("{}", fmt::join(labels, ", "));
}

/// Who sees and knows what.
std::string protocol_view_words(const accounting::Protocol& protocol) {
  constexpr std::string_view seen[] = {"the messages sent to them", "their own states", "every value that is sent",
                                       "the sum of the messages sent to them", "the values at the end"};
  return fmt::format("seeing {}{}, {}", seen[static_cast<int>(protocol.view.sees)],
                     protocol.view.first_step_only ? " in the first step of a round" : "",
                     protocol.view.knows_own ? "own noise known" : "all noise unknown");
}

std::string protocol_adversary(const ProtocolAuditQuestion& question, const LinearNames& names) {
  const auto& observers = question.observers;
  const auto who =
      observers.kind == AuditedObservers::Kind::each ? std::string("each node alone")
      : observers.kind == AuditedObservers::Kind::coalitions
          ? fmt::format("{}any {} nodes together", observers.singles ? "each node alone and " : "", observers.size)
      : observers.size == 1 ? "node " + labels_text(observers.sets.front(), names)
                            : fmt::format("nodes {} together", labels_text(observers.sets.front(), names));
  return who + ", " + protocol_view_words(question.protocol);
}

std::string pair_words(const ProtocolAuditQuestion& question, const ProtocolLoss& pair, const LinearNames& names) {
  const bool several = question.protocol.injections() > 1;
  const auto who =
      fmt::format("{} {}", pair.observers.size() == 1 ? "node" : "nodes", labels_text(pair.observers, names));
  const auto what = fmt::format("node {}'s contribution{}", names.text(pair.target), several ? "s" : "");
  if (!pair.loss.is_private)
    return fmt::format("{} see{} a change of {} without noise", who, pair.observers.size() == 1 ? "s" : "", what);
  const auto mu = shown_loss(pair.loss, question.contributions).mapped([](double loss) { return std::sqrt(loss); });
  return fmt::format("{} guess{} right in {} of cases whether {} changed by 1{} (50 % is chance)", who,
                     pair.observers.size() == 1 ? "es" : "", accuracy_words(mu), what,
                     several ? " in every round" : "");
}

ordered_json pair_json(const ProtocolLoss& pair, const ProtocolAuditQuestion& question, const LinearNames& names,
                       const std::string& node_key, const std::string& observer_key) {
  const auto& loss = pair.loss.of(question.contributions);
  const auto& exact = pair.loss.exact_of(question.contributions);
  ordered_json json;
  json[node_key] = names.text(pair.target);
  json[observer_key] =
      pair.observers.size() == 1 ? ordered_json(names.text(pair.observers.front())) : names.json(pair.observers);
  json["lower"] = number_or_infinite(pair.promised.lower());
  json["upper"] = number_or_infinite(pair.promised.upper());
  json["loss"] = {{"lower", number_or_infinite(loss.lower)},
                  {"upper", number_or_infinite(loss.upper)},
                  {"exact", exact ? ordered_json(exact::to_string(*exact)) : ordered_json(nullptr)},
                  {"certified", to_string(pair.loss.certified)}};
  json["verdict"] = to_string(pair.verdict);
  return json;
}

report::TerminalText protocol_summary(const ProtocolAuditAnswer& answer, const report::TerminalText& verdict) {
  const auto& [question, found] = answer;
  const auto undecided = found.undecided > 0 ? fmt::format(", {} are undecided", found.undecided) : "";
  return report::terminal_text("promise '{}', for contributions that are {}: {}; {} of {} pairs break it{}",
                               question.promise.text, to_string(question.contributions), verdict, found.violations,
                               found.pairs, undecided);
}

report::TerminalText protocol_rows(const ProtocolAuditAnswer& answer, const LinearNames& names, const AuditRows& rows) {
  const auto& found = answer.result;
  report::TextTable table({{.title = "node", .fit = report::Fit::cut},
                           {.title = "worst\nobserver", .fit = report::Fit::cut},
                           {.title = "at least"},
                           {.title = "at most"},
                           {.title = "verdict", .align = report::TextColumn::Align::left}});
  const auto count = std::min(found.by_target.size(), rows.most);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& pair = found.by_target[i];
    table.row({names.text(pair.target), labels_text(pair.observers, names),
               report::number_text_below(pair.promised.lower(), 5), report::number_text_above(pair.promised.upper(), 5),
               report::colored(pair.verdict)});
  }
  auto all = table.text(report::page_width, true);
  if (count < found.by_target.size())
    all += report::terminal_text("... {} more nodes; the JSON lists all\n", found.by_target.size() - count);
  return all;
}

}  // namespace

nlohmann::ordered_json to_json(const ProtocolAuditAnswer& answer, const Origin& origin) {
  const auto& [question, found] = answer;
  const accounting::LinearModel model(question.protocol);
  const LinearNames names(model);
  auto result = envelope("audit gossip",
                         {{"protocol", question.source},
                          {"observer", question.observers.names},
                          {"target", question.target},
                          {"promise", question.promise.text},
                          {"contributions", to_string(question.contributions)}},
                         origin);
  result["name"] = question.protocol.name;
  result["promise"] = promise_json(question.promise);
  result["verdict"] = to_string(found.verdict());
  result["adversary"] = protocol_adversary(question, names);
  result["observers"] = audited_json(question.observers, found.views);
  result["pairs"] = found.pairs;
  result["violations"] = found.violations;
  result["undecided"] = found.undecided;
  result["broken_share"] = static_cast<double>(found.violations) / static_cast<double>(found.pairs);
  result["worst"] = pair_json(*found.worst, question, names, "target", "observer");
  result["worst"]["sentence"] = pair_words(question, *found.worst, names);
  auto& nodes = result["nodes"] = ordered_json::array();
  for (const auto& pair : found.by_target) nodes.push_back(pair_json(pair, question, names, "node", "worst_observer"));
  result["adaptivity"] = adaptivity_words(model);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const ProtocolAuditAnswer& answer, const AuditRows& rows) {
  const auto& [question, found] = answer;
  const accounting::LinearModel model(question.protocol);
  const LinearNames names(model);
  const auto rounds = question.protocol.rounds.size();
  auto page = report::terminal_text("{}: {} nodes, {} round{}\n",
                                    question.protocol.name.empty() ? question.source : question.protocol.name,
                                    names.nodes(), rounds, rounds == 1 ? "" : "s");
  page += paragraph("{}", protocol_adversary(question, names));
  page += paragraph("{}", protocol_summary(answer, report::colored(found.verdict())));
  page += paragraph("worst: {}", pair_words(question, *found.worst, names));
  page += report::TerminalText::lines("\n");
  page += protocol_rows(answer, names, rows);
  page += paragraph("\nper node: the largest {} over all observers",
                    question.promise.text.substr(0, question.promise.text.find("<=")));
  if (rounds > 1) page += paragraph("{}", contributions_words(question.contributions));
  page += paragraph("\n{}", adaptivity_words(model));
  return page;
}

std::string junit(const ProtocolAuditAnswer& answer, double seconds) {
  const auto& [question, found] = answer;
  const LinearNames names{accounting::LinearModel(question.protocol)};
  const auto verdict = found.verdict();
  const auto name = fmt::format("{} on {}", question.promise.text, question.source);
  return junit_suite({.tests = 1,
                      .failures = verdict == Verdict::refuted ? 1 : 0,
                      .errors = verdict == Verdict::inconclusive ? 1 : 0,
                      .cases = junit_case(name, verdict, protocol_summary(answer, to_string(verdict)).string(),
                                          pair_words(question, *found.worst, names), "gossip")},
                     seconds);
}

}  // namespace hearsay::api
