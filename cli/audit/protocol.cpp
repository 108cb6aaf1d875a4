// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/protocol.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hearsay/audit/coalitions.hpp>
#include <hearsay/audit/protocol_audit.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/promise.hpp"
#include "api/render/linear_result.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/audit/outputs.hpp"
#include "cli/audit/request.hpp"
#include "cli/common/interrupt.hpp"

namespace hearsay::cli {

namespace {

using audit::ProtocolLoss;
using nlohmann::ordered_json;

audit::PromisedBound read_promise(const std::string& text) {
  auto promise = audit::parse_promise(text, "--promise", audit::Bounds::formula);
  if (!promise.bound || promise.quantity == audit::Quantity::exact ||
      promise.quantity == audit::Quantity::exact_own_noise)
    throw Error(Errc::conditions, "--promise",
                "a protocol of your own has no published and no local loss: promise renyi, epsilon, mu or attack_tpr "
                "to be at most a number");
  return promise;
}

/// Everything that is audited.
struct ProtocolQuestion {
  accounting::Protocol protocol;
  audit::PromisedBound promise;
  AuditedObservers observers;
  std::vector<graph::Node> targets;
  accounting::Contributions contributions;
};

AuditedObservers observers_of(const ProtocolAuditRequest& request, const LinearNames& names,
                              const std::vector<graph::Node>& targets) {
  std::vector<graph::Node> possible(names.nodes());
  std::iota(possible.begin(), possible.end(), graph::Node{0});
  if (targets.size() == 1) std::erase(possible, targets.front());
  auto chosen = named_sets(request.observers, possible);
  if (chosen.greedy)
    throw Error(Errc::too_large, "--observer",
                fmt::format("more than {} coalitions are not tried for a protocol: name some, or ask for a smaller K",
                            audit::most_coalitions));
  if (chosen.kind != AuditedObservers::Kind::nodes) return chosen;
  const auto& set = chosen.sets.emplace_back(names.nodes("--observer", request.observers));
  chosen.size = set.size();
  if (std::ranges::all_of(targets, [&](graph::Node u) { return std::ranges::count(set, u) > 0; }))
    throw Error(Errc::domain, "--observer", "every target is an observer: no secret is left");
  return chosen;
}

ProtocolQuestion question_of(const ProtocolAuditRequest& request) {
  ProtocolQuestion question{.protocol = {},
                            .promise = read_promise(request.promise),
                            .observers = {},
                            .targets = {},
                            .contributions = contributions_of(request.contributions)};
  question.protocol = accounting::read_protocol(request.protocol);
  const LinearNames names{accounting::LinearModel(question.protocol)};
  if (request.target == "all") {
    question.targets.resize(names.nodes());
    std::iota(question.targets.begin(), question.targets.end(), graph::Node{0});
  } else {
    question.targets = {names.node("--target", request.target)};
  }
  question.observers = observers_of(request, names, question.targets);
  return question;
}

std::string observers_text(const std::vector<graph::Node>& observers, const LinearNames& names) {
  std::vector<std::string> labels;
  for (const auto v : observers) labels.push_back(names.text(v));
  return fmt::format("{}", fmt::join(labels, ", "));
}

/// Who sees and knows what.
std::string view_words(const accounting::Protocol& protocol) {
  constexpr std::string_view seen[] = {"the messages that they are sent", "their own states",
                                       "every value that is sent", "the sum of what they are sent",
                                       "the values at the end"};
  return fmt::format("seeing {}{}, knowing {}", seen[static_cast<int>(protocol.view.sees)],
                     protocol.view.first_step_only ? " in the first step of a round" : "",
                     protocol.view.knows_own ? "the noise that they drew themselves" : "nobody's noise");
}

std::string adversary_of(const ProtocolQuestion& question, const LinearNames& names) {
  const auto& observers = question.observers;
  const auto who =
      observers.kind == AuditedObservers::Kind::each         ? std::string("each node alone")
      : observers.kind == AuditedObservers::Kind::coalitions ? fmt::format("any {} nodes together", observers.size)
      : observers.size == 1                                  ? "node " + observers_text(observers.sets.front(), names)
                            : fmt::format("nodes {} together", observers_text(observers.sets.front(), names));
  return who + ", " + view_words(question.protocol);
}

std::string sentence(const ProtocolQuestion& question, const ProtocolLoss& pair, const LinearNames& names) {
  const bool several = question.protocol.injections() > 1;
  const auto who =
      fmt::format("{} {}", pair.observers.size() == 1 ? "node" : "nodes", observers_text(pair.observers, names));
  const auto what = fmt::format("node {}'s contribution{}", names.text(pair.target), several ? "s" : "");
  if (!pair.loss.is_private)
    return fmt::format("{} see{} a change of {} without noise", who, pair.observers.size() == 1 ? "s" : "", what);
  const auto mu = shown_loss(pair.loss, question.contributions).mapped([](double loss) { return std::sqrt(loss); });
  return fmt::format("{} guess{} right in {} of cases whether {} changed by 1{} (50 % is chance)", who,
                     pair.observers.size() == 1 ? "es" : "", accuracy_words(mu), what,
                     several ? " in every round" : "");
}

ordered_json to_json(const ProtocolLoss& pair, const ProtocolQuestion& question, const LinearNames& names,
                     const std::string& node_key, const std::string& observer_key) {
  const auto& loss = pair.loss.of(question.contributions);
  const auto& exact = pair.loss.exact_of(question.contributions);
  const auto number = [](double x) { return std::isinf(x) ? ordered_json("infinite") : ordered_json(x); };
  ordered_json json;
  json[node_key] = names.json(pair.target);
  json[observer_key] = pair.observers.size() == 1 ? names.json(pair.observers.front()) : names.json(pair.observers);
  json["lower"] = number(pair.promised.lower());
  json["upper"] = number(pair.promised.upper());
  json["loss"] = {{"lower", number(loss.lower)},
                  {"upper", number(loss.upper)},
                  {"exact", exact ? ordered_json(exact::to_string(*exact)) : ordered_json(nullptr)},
                  {"certified", to_string(pair.loss.certified)}};
  json["verdict"] = to_string(pair.verdict);
  return json;
}

ordered_json result_json(const ProtocolAuditRequest& request, const ProtocolQuestion& question,
                         const audit::ProtocolResult& found, const Common& common) {
  const accounting::LinearModel model(question.protocol);
  const LinearNames names(model);
  auto result = envelope("audit gossip",
                         {{"protocol", request.protocol},
                          {"observer", request.observers},
                          {"target", request.target},
                          {"promise", question.promise.text},
                          {"contributions", to_string(question.contributions)}},
                         common.origin());
  result["name"] = question.protocol.name;
  result["promise"] = promise_json(question.promise);
  result["verdict"] = to_string(found.verdict());
  result["adversary"] = adversary_of(question, names);
  result["observers"] = observers_json(question.observers, found.views);
  result["pairs"] = found.pairs;
  result["violations"] = found.violations;
  result["undecided"] = found.undecided;
  result["broken_share"] = static_cast<double>(found.violations) / static_cast<double>(found.pairs);
  result["worst"] = to_json(*found.worst, question, names, "target", "observer");
  result["worst"]["sentence"] = sentence(question, *found.worst, names);
  auto& nodes = result["nodes"] = ordered_json::array();
  for (const auto& pair : found.by_target) nodes.push_back(to_json(pair, question, names, "node", "worst_observer"));
  result["adaptivity"] = adaptivity_words(model);
  return result;
}

report::TerminalText summary(const ProtocolQuestion& question, const audit::ProtocolResult& found,
                             const report::TerminalText& verdict) {
  const auto undecided = found.undecided > 0 ? fmt::format(", {} are not decided", found.undecided) : "";
  return report::terminal_text("promise '{}', for contributions that are {}: {}; {} of {} pairs break it{}",
                               question.promise.text, to_string(question.contributions), verdict, found.violations,
                               found.pairs, undecided);
}

void print(const ProtocolAuditRequest& request, const ProtocolQuestion& question, const audit::ProtocolResult& found) {
  const accounting::LinearModel model(question.protocol);
  const LinearNames names(model);
  const auto rounds = question.protocol.rounds.size();
  put("{}: {} nodes, {} round{}\n", question.protocol.name.empty() ? request.protocol : question.protocol.name,
      names.nodes(), rounds, rounds == 1 ? "" : "s");
  print_wrapped("{}", adversary_of(question, names));
  print_wrapped("{}", summary(question, found, verdict_word(found.verdict())));
  print_wrapped("worst: {}", sentence(question, *found.worst, names));
  put("\n");
  report::TextTable table({{.title = "node", .fit = report::Fit::cut},
                           {.title = "worst\nobserver", .fit = report::Fit::cut},
                           {.title = "at least"},
                           {.title = "at most"},
                           {.title = "verdict", .align = report::TextColumn::Align::left}});
  const auto count = std::min(found.by_target.size(), request.rows);
  for (std::size_t i = 0; i < count; ++i) {
    const auto& pair = found.by_target[i];
    table.row({names.text(pair.target), observers_text(pair.observers, names),
               report::number_text_below(pair.promised.lower(), 5), report::number_text_above(pair.promised.upper(), 5),
               verdict_word(pair.verdict)});
  }
  show(table);
  if (count < found.by_target.size())
    put("... {} more nodes; --all lists them, --json has all\n", found.by_target.size() - count);
  print_wrapped("\nof each node what its worst observer learns, as {}",
                question.promise.text.substr(0, question.promise.text.find("<=")));
  if (rounds > 1) print_wrapped("{}", contributions_words(question.contributions));
  print_wrapped("\n{}", adaptivity_words(model));
}

}  // namespace

int audit_protocol(const ProtocolAuditRequest& request, const Common& common) {
  const Stopwatch watch;
  const auto question = question_of(request);
  catch_interrupts();
  const auto found = audit::audit_protocol(question.protocol, question.promise, question.observers.sets,
                                           question.targets, question.contributions, common.execution());
  const LinearNames names{accounting::LinearModel(question.protocol)};
  if (common.wants_table()) print(request, question, found);
  if (common.wants_json()) {
    auto result = result_json(request, question, found, common);
    result["timing"] = timing_json(common.origin());
    write_json(common, result);
  }
  if (!request.junit.empty()) {
    const auto verdict = found.verdict();
    const auto name = fmt::format("{} on {}", question.promise.text, request.protocol);
    write_file(request.junit,
               junit_suite({.tests = 1,
                            .failures = verdict == Verdict::refuted ? 1 : 0,
                            .errors = verdict == Verdict::inconclusive ? 1 : 0,
                            .cases = junit_case(name, verdict, summary(question, found, to_string(verdict)).string(),
                                                sentence(question, *found.worst, names))},
                           watch.seconds()));
  }
  return exit_code(found.verdict());
}

}  // namespace hearsay::cli
