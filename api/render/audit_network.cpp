// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/table.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/audit_advice.hpp"
#include "api/render/audit_json.hpp"
#include "api/render/audit_words.hpp"
#include "api/render/reading.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// Nodes in the order of the table.
std::vector<audit::PairLoss> sorted_nodes(const AuditAnswer& answer, AuditRows::Order order) {
  auto nodes = answer.result.by_target;
  if (order == AuditRows::Order::loss) std::ranges::stable_sort(nodes, audit::worse);
  if (order == AuditRows::Order::published) {
    std::ranges::stable_sort(nodes, [](const auto& a, const auto& b) { return a.published > b.published; });
  }
  return nodes;
}

const Enclosure& resolved_of(const AuditAnswer& answer, graph::Node target) {
  const auto& nodes = answer.result.by_target;
  const auto found = std::ranges::find(nodes, target, &audit::PairLoss::target);
  return answer.resolved[static_cast<std::size_t>(found - nodes.begin())];
}

report::TerminalText nodes_text(const AuditAnswer& answer, const AuditRows& rows) {
  const auto& question = answer.question;
  std::vector<report::TextColumn> columns = {{.title = "node", .fit = report::Fit::cut},
                                             {.title = "worst\nobserver", .fit = report::Fit::cut},
                                             {.title = "published"},
                                             {.title = "exact"},
                                             {.title = "own noise"}};
  if (!answer.resolved.empty()) columns.push_back({.title = "resolved at\n" + question.noise.precision});
  columns.push_back({.title = "verdict", .align = report::TextColumn::Align::left});
  report::TextTable table(std::move(columns));
  const auto nodes = sorted_nodes(answer, rows.order);
  const auto count = std::min(nodes.size(), rows.most);
  const auto number = [&](const Enclosure& share) {
    return report::enclosure_text(in_promised_unit(question, share), 5);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto& pair = nodes[i];
    std::vector<report::TerminalText> cells = {
        answer.graph().label(pair.target), label_list(answer.graph(), pair.observers),
        std::isnan(pair.published) ? "-" : number(Enclosure::known(pair.published)), number(pair.exact),
        number(pair.exact_own_noise)};
    if (!answer.resolved.empty()) cells.emplace_back(number(resolved_of(answer, pair.target)));
    cells.emplace_back(report::colored(pair.verdict));
    table.row(std::move(cells));
  }
  auto all = table.text(report::page_width, true);
  if (count < nodes.size())
    all += report::terminal_text("... {} more nodes; the JSON lists all\n", nodes.size() - count);
  return all;
}

/// "3 steps", "54 steps (auto: gap 0.25)", "any number of steps".
std::string steps_text(const AuditQuestion& question) {
  if (!question.steps) return "any number of steps";
  return fmt::format("{} step{}{}", *question.steps, *question.steps == 1 ? "" : "s",
                     question.gap ? fmt::format(" (auto: gap {:.3g})", *question.gap) : "");
}

}  // namespace

nlohmann::ordered_json to_json(const AuditAnswer& answer, const Origin& origin) {
  auto result = audit_result(answer, origin);
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const AuditAnswer& answer, const AuditRows& rows) {
  const auto& question = answer.question;
  auto page = reading(question.network).text();
  page += paragraph("{}; {}; sigma {}, sensitivity {}", adversary_words(answer), steps_text(question),
                    question.sigma.words(), question.sensitivity.words());
  if (question.noise.noisy())
    page += paragraph("Gaussian noise of standard deviation {}{} is added to every message", question.noise.tau,
                      question.sigma.file.empty() ? " sigma" : "");
  page += paragraph("{}", verdict_text(answer));
  const auto tried = question.observers.greedy ? fmt::format(" of {} tried", answer.result.views) : "";
  page += paragraph("worst{}: {}", tried, worst_words(answer));
  page += report::TerminalText::lines("\n");
  if (answer.advice) {
    page += text(*answer.advice, answer);
    page += report::TerminalText::lines("\n");
  }
  const bool one_sentence = all_at_local_level(answer) && rows.most != all_rows;
  if (one_sentence) {
    page += paragraph("{}", local_level_words(answer));
  } else {
    page += nodes_text(answer, rows);
  }
  if (const auto doubt = doubt_words(answer); !doubt.empty()) page += paragraph("\nin doubt: {}", doubt);
  if (!one_sentence) {
    const auto as_much = question.scales ? std::string()
                                         : fmt::format("; {} of {} pairs lose as much", answer.result.at_local_level,
                                                       answer.result.pairs);
    page += paragraph("\nper node: the largest {} over all observers (without gossip: {:.6g}{})",
                      to_string(question.promise.quantity), in_promised_unit(question, 1.0), as_much);
  }
  for (const auto& words : summary_words(answer)) page += paragraph("\n{}", words);
  if (!question.steps) {
    page += paragraph(
        "\nforever: W is fixed, noise is added once, and messages carry no noise. The losses hold for every stopping "
        "rule that depends only on what the observers see. They do not hold for rules on hidden states, for schedules "
        "or for fresh noise");
  }
  return page;
}

}  // namespace hearsay::api
