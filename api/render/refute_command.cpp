// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/refute_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/formula/expression.hpp>

namespace hearsay::api {

using Json = nlohmann::ordered_json;

namespace {

/// A number, a label, or several of them with commas.
std::string list_text(const Json& value) {
  if (!value.is_array()) return value.is_string() ? value.get<std::string>() : value.dump();
  std::vector<std::string> parts;
  for (const auto& part : value) parts.push_back(list_text(part));
  return fmt::format("{}", fmt::join(parts, ","));
}

/// " --name VALUE" for each of these keys that the instance has.
std::string options_of(const Json& instance, std::initializer_list<std::pair<const char*, const char*>> names) {
  std::string words;
  for (const auto& [key, option] : names)
    if (instance.contains(key)) words += fmt::format(" {} {}", option, shell_word(list_text(instance.at(key))));
  return words;
}

/// The first argument of the first call of a function, if it is a number.
std::optional<double> constant_argument(const formula::Expression& e, std::string_view function) {
  if (e.kind == formula::Expression::Kind::call && e.name == function && !e.parts.empty() &&
      e.parts.front().kind == formula::Expression::Kind::number)
    return exact::to_double(e.parts.front().number);
  for (const auto& part : e.parts)
    if (const auto found = constant_argument(part, function)) return found;
  return std::nullopt;
}

/// Whether every call of a function has this name as its argument.
bool only_of(const formula::Expression& e, std::string_view function, std::string_view name) {
  if (e.kind == formula::Expression::Kind::call && e.name == function)
    return e.parts.front().kind == formula::Expression::Kind::name && e.parts.front().name == name;
  return std::ranges::all_of(e.parts, [&](const auto& part) { return only_of(part, function, name); });
}

/// " --graph ... --observer 0 --target 2", with what the network of the question adds.
std::string place_words(const BoundQuestion& question, const Json& instance) {
  std::string words = " --graph ";
  if (question.graph.empty()) {
    words += fmt::format("'edges:{}'", instance.at("graph").get<std::string>());
    words += options_of(instance, {{"observer", "--observer"}, {"observers", "--observer"}, {"target", "--target"}});
    return words;
  }
  words += shell_word(question.graph);
  if (!question.component.empty()) words += " --component " + question.component;
  return words +
         options_of(instance, {{"observer", "--observer"}, {"observers", "--observer"}, {"target", "--target"}});
}

std::string weights_words(const BoundQuestion& question, const Json& instance) {
  const auto weights = !question.graph.empty()        ? question.weights
                       : instance.contains("weights") ? instance.at("weights").get<std::string>()
                                                      : std::string();
  return weights.empty() ? "" : " --weights " + shell_word(weights);
}

/// The file of the question, or the numbers of the instance: one for all nodes, or one for each.
std::string scale_words(const char* option, const std::string& asked, const Json& instance, const char* key) {
  if (scale_is_file(asked)) return fmt::format(" {} {}", option, shell_word(asked));
  if (!instance.contains(key)) return {};
  auto numbers = list_text(instance.at(key));
  std::ranges::replace(numbers, ',', ':');
  return fmt::format(" {} {}", option, numbers);
}

std::string gossip_command(const BoundQuestion& question, const formula::Expression& statement, const Json& instance) {
  auto words = "hearsay account gossip" + place_words(question, instance) +
               options_of(instance, {{"steps", "--steps"}}) + weights_words(question, instance) +
               scale_words("--sigma", question.sigma, instance, "sigma") +
               scale_words("--sensitivity", question.sensitivity, instance, "sensitivity");
  if (const auto alpha = constant_argument(statement, "renyi"); alpha && *alpha != 2.0)
    words += fmt::format(" --alpha {}", *alpha);
  if (const auto delta = constant_argument(statement, "epsilon")) words += fmt::format(" --delta {}", *delta);
  return words;
}

std::string graphwalk_command(const BoundQuestion& question, const formula::Expression& statement,
                              const Json& instance) {
  auto words = "hearsay account walk" + place_words(question, instance) + options_of(instance, {{"steps", "--steps"}}) +
               weights_words(question, instance) + options_of(instance, {{"sigma", "--sigma"}});
  if (const auto delta = constant_argument(statement, "epsilon")) words += fmt::format(" --delta {}", *delta);
  return words;
}

std::string noise_words(const Json& instance) {
  return options_of(instance, {{"local_epsilon", "--epsilon"},
                               {"local_delta", "--delta"},
                               {"delta_prime", "--delta-prime"},
                               {"delta_hat", "--delta-hat"}});
}

/// The bound, tried with these users alone.
std::string same_bound(const BoundQuestion& question, std::string_view kind, const Json& instance) {
  const auto users = instance.at("users").dump();
  return fmt::format("hearsay refute {} --protocol {} --graphs {}:{}", shell_word(question.statement),
                     question.protocol, kind, users) +
         options_of(instance, {{"steps", "--steps"}, {"rounds", "--rounds"}}) + noise_words(instance);
}

std::string rumor_command(const Json& instance) {
  return fmt::format("hearsay account rumor --nodes {} --curious {} --muting {} --exact", instance.at("nodes").dump(),
                     instance.at("curious").dump(),
                     exact::to_double(exact::parse_fraction(instance.at("muting").get<std::string>()).value()));
}

}  // namespace

std::string shell_word(std::string_view text) {
  const auto plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           std::string_view("._/:=,@%+-").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string observers_text(const Json& instance) {
  return list_text(instance.contains("observers") ? instance.at("observers") : instance.at("observer"));
}

std::string command_of(const BoundQuestion& question, const Json& instance) {
  const auto statement = formula::parse(question.statement);
  if (question.protocol == "rumor") return rumor_command(instance);
  if (question.protocol == "stream")
    return "hearsay account stream" + place_words(question, instance) + options_of(instance, {{"rounds", "--rounds"}}) +
           weights_words(question, instance);
  if (question.protocol == "graphwalk") return graphwalk_command(question, statement, instance);
  if (question.protocol == "walk") return same_bound(question, "complete", instance);
  if (question.protocol == "ring") {
    const bool shown = !mentions(statement, "renyi") && !mentions(statement, "delta") &&
                       only_of(statement, "epsilon", "published_delta");
    if (!shown) return same_bound(question, "ring", instance);
    return "hearsay account ring" + options_of(instance, {{"users", "--users"}, {"rounds", "--rounds"}}) +
           noise_words(instance);
  }
  return gossip_command(question, statement, instance);
}

}  // namespace hearsay::api
