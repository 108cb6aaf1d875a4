// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_linear_subjects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::api {

namespace {

graph::Node require_hidden(std::string_view field, graph::Node node, const std::vector<graph::Node>& observers,
                           const LinearNames& names) {
  if (std::ranges::count(observers, node) > 0)
    throw Error(Errc::domain, field,
                fmt::format("node '{}' is an observer: it has no secret from itself", names.text(node)));
  return node;
}

LinearSubjects group_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                        const LinearNames& names) {
  std::vector<graph::Node> members;
  std::string text = "group";
  for (const auto& label : question.group) {
    const auto node = require_hidden("`group`", names.node("`group`", label), observers, names);
    if (std::ranges::count(members, node) > 0)
      throw Error(Errc::domain, "`group`", fmt::format("node '{}' is named twice", label));
    members.push_back(node);
    text += " " + names.text(node);
  }
  LinearSubjects found;
  found.add(accounting::group_subject(members), {{"group", names.json(members)}}, text);
  return found;
}

LinearSubjects direction_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                            const LinearNames& names) {
  std::vector<std::pair<graph::Node, exact::Rational>> terms;
  auto entry = nlohmann::ordered_json::array();
  for (const auto& text : question.direction) {
    const auto colon = text.rfind(':');
    const auto factor = colon == text.npos ? std::nullopt : exact::parse_fraction(text.substr(colon + 1));
    if (!factor)
      throw Error(Errc::syntax, "`direction`", fmt::format("'{}' must be node:factor, such as 2:-1/3", text));
    const auto node = require_hidden("`direction`", names.node("`direction`", text.substr(0, colon)), observers, names);
    if (std::ranges::count(terms, node, [](const auto& term) { return term.first; }) > 0)
      throw Error(Errc::domain, "`direction`", fmt::format("node '{}' is named twice", names.text(node)));
    terms.emplace_back(node, *factor);
    entry.push_back({names.json(node), exact::to_string(*factor)});
  }
  LinearSubjects found;
  found.add(accounting::direction_subject(terms), {{"direction", entry}}, "direction");
  return found;
}

}  // namespace

void LinearSubjects::add(accounting::Subject subject, nlohmann::ordered_json entry, std::string name) {
  subjects.push_back(std::move(subject));
  json.push_back(std::move(entry));
  names.push_back(std::move(name));
}

std::vector<std::vector<graph::Node>> coalitions(const LinearQuestion& question, const LinearNames& names) {
  if (question.every_observer()) {
    std::vector<std::vector<graph::Node>> all;
    for (graph::Node v = 0; v < names.nodes(); ++v) all.push_back({v});
    return all;
  }
  const auto* protocol = std::get_if<accounting::Protocol>(&question.model);
  if (question.observers.empty()) return {protocol != nullptr ? protocol->view.observers : std::vector<graph::Node>{}};
  return {names.nodes("`observer`", question.observers)};
}

LinearSubjects subjects_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                           const LinearNames& names) {
  if (!question.group.empty()) return group_of(question, observers, names);
  if (!question.direction.empty()) return direction_of(question, observers, names);
  LinearSubjects found;
  const auto add = [&](graph::Node node) {
    found.add(accounting::node_subject(node), {{"target", names.json(node)}}, names.text(node));
  };
  if (question.targets == std::vector<std::string>{"all"}) {
    for (graph::Node v = 0; v < names.nodes(); ++v) {
      if (std::ranges::count(observers, v) == 0) add(v);
    }
    return found;
  }
  for (const auto& label : question.targets) {
    const auto node = names.node("`target`", label);
    // With every observer in turn a target is left out where it observes.
    if (question.every_observer() && observers.front() == node) continue;
    add(require_hidden("`target`", node, observers, names));
  }
  return found;
}

}  // namespace hearsay::api
