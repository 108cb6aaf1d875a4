// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/refute.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/report/table.hpp>
#include "api/render/refute_command.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using Json = nlohmann::ordered_json;

/// ", sigma = 2", or ", sigma by node 1,2".
std::string scale_words(const Json& instance, const char* name) {
  if (!instance.contains(name)) return {};
  const auto& value = instance.at(name);
  if (!value.is_array()) return fmt::format(", {} = {}", name, value.dump());
  std::vector<double> values = value;
  return fmt::format(", {} by node {}", name, fmt::join(values, ","));
}

/// "n = 3, rounds = 2, local_epsilon = 0.5".
std::string setting_words(const Json& instance, std::string_view steps) {
  std::string words;
  for (const auto& [key, value] : instance.items()) {
    const std::string_view name = key == "users" || key == "nodes" ? "n"
                                  : key == "steps"                 ? steps
                                  : key == "curious"               ? "f"
                                  : key == "muting"                ? "s"
                                                                   : std::string_view(key);
    words += fmt::format("{}{} = {}", words.empty() ? "" : ", ", name,
                         value.is_string() ? value.get<std::string>() : value.dump());
  }
  return words;
}

/// An instance in the variables of bounds: "graph 0-1 0-2 2-3, observer 0, target 3, T = 2" or "n = 3, f = 1, s = 0".
std::string instance_words(const Json& instance) {
  if (!instance.contains("target")) return setting_words(instance, "T");
  const auto graph =
      instance.contains("graph") ? fmt::format("graph {}, ", instance.at("graph").get<std::string>()) : std::string();
  const bool stream = instance.contains("rounds");
  const auto weights =
      instance.contains("weights") ? ", weights " + instance.at("weights").get<std::string>() : std::string();
  const auto& target = instance.at("target");
  return fmt::format("{}observer{} {}, target {}, {} = {}{}{}{}", graph, instance.contains("observers") ? "s" : "",
                     observers_text(instance), target.is_string() ? target.get<std::string>() : target.dump(),
                     stream ? "rounds" : "T", instance.at(stream ? "rounds" : "steps").dump(), weights,
                     scale_words(instance, "sigma"), scale_words(instance, "sensitivity"));
}

}  // namespace

nlohmann::ordered_json to_json(const RefuteAnswer& answer, const Origin& origin) {
  const auto& finding = answer.finding;
  auto parameters = to_json(answer.question.bound);
  parameters["effort"] = to_string(answer.question.effort);
  auto result = envelope("refute", std::move(parameters), origin);
  if (!answer.read.json.is_null()) result["read"] = answer.read.json;
  nlohmann::ordered_json witness = nullptr;
  if (const auto& found = finding.witness) {
    witness = {{"instance", found->instance},
               {"claimed", found->claimed},
               {"actual", found->actual},
               {"certified", run::to_string(found->certificate)},
               {"command", command_of(answer.question.bound, found->instance)}};
  }
  result.update({{"verdict", to_string(finding.verdict)},
                 {"instances", finding.instances},
                 {"tightness", number_or_null(finding.tightness)},
                 {"slack", number_or_null(finding.slack)},
                 {"witness", witness},
                 {"note", finding.note}});
  if (answer.partial) result["partial"] = {{"instances", finding.instances}};
  return result;
}

report::TerminalText text(const RefuteAnswer& answer) {
  const auto& finding = answer.finding;
  const bool holds = finding.verdict == Verdict::holds;
  auto told = answer.read.text();
  told += holds ? paragraph("'{}': no counterexample in {} instances (evidence, not proof)",
                            answer.question.bound.statement, finding.instances)
                : paragraph("'{}': {} after {} instances", answer.question.bound.statement,
                            report::colored(finding.verdict), finding.instances);
  if (const auto& found = finding.witness) {
    told += paragraph("smallest counterexample: {}", instance_words(found->instance));
    told += paragraph("the right side is {}, the left side {} ({})", found->claimed, found->actual,
                      run::to_string(found->certificate));
    told += report::TerminalText::lines(fmt::format("{}\n", command_of(answer.question.bound, found->instance)));
  }
  if (holds && finding.slack) told += paragraph("smallest right side / left side: {:.6g}", *finding.slack);
  if (!finding.note.empty()) told += paragraph("{}", finding.note);
  return told;
}

}  // namespace hearsay::api
