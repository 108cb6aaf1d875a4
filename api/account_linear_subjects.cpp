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
    throw Error(Errc::domain, field, fmt::format("node '{}' is an observer and cannot be a target", names.text(node)));
  return node;
}

/// Adds a node that is neither an observer nor among the members yet. @param label  as the refusal names it.
void add_member(LinearSubject& subject, std::string_view field, const std::pair<graph::Node, exact::Rational>& member,
                const std::string& label) {
  if (std::ranges::count(subject.nodes, member.first, &std::pair<graph::Node, exact::Rational>::first) > 0)
    throw Error(Errc::domain, field, fmt::format("node '{}' is given twice", label));
  subject.nodes.push_back(member);
}

LinearSubject group_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                       const LinearNames& names) {
  LinearSubject group{.kind = LinearSubject::Kind::group, .nodes = {}};
  for (const auto& label : question.group)
    add_member(group, "`group`", {require_hidden("`group`", names.node("`group`", label), observers, names), 1}, label);
  return group;
}

LinearSubject direction_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                           const LinearNames& names) {
  LinearSubject direction{.kind = LinearSubject::Kind::direction, .nodes = {}};
  for (const auto& text : question.direction) {
    const auto colon = text.rfind(':');
    const auto factor = colon == text.npos ? std::nullopt : exact::parse_fraction(text.substr(colon + 1));
    if (!factor)
      throw Error(Errc::syntax, "`direction`", fmt::format("'{}' must be node:factor, such as 2:-1/3", text));
    const auto node = require_hidden("`direction`", names.node("`direction`", text.substr(0, colon)), observers, names);
    add_member(direction, "`direction`", {node, *factor}, names.text(node));
  }
  return direction;
}

accounting::Subject accounting_subject(const LinearSubject& subject) {
  if (subject.kind == LinearSubject::Kind::target) return accounting::node_subject(subject.nodes.front().first);
  if (subject.kind == LinearSubject::Kind::direction) return accounting::direction_subject(subject.nodes);
  std::vector<graph::Node> members;
  for (const auto& member : subject.nodes) members.push_back(member.first);
  return accounting::group_subject(members);
}

}  // namespace

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

std::vector<LinearSubject> subjects_of(const LinearQuestion& question, const std::vector<graph::Node>& observers,
                                       const LinearNames& names) {
  if (!question.group.empty()) return {group_of(question, observers, names)};
  if (!question.direction.empty()) return {direction_of(question, observers, names)};
  std::vector<LinearSubject> found;
  const auto add = [&](graph::Node node) {
    found.push_back({.kind = LinearSubject::Kind::target, .nodes = {{node, 1}}});
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

std::vector<accounting::Subject> accounting_subjects(const std::vector<LinearSubject>& subjects) {
  std::vector<accounting::Subject> found;
  for (const auto& subject : subjects) found.push_back(accounting_subject(subject));
  return found;
}

}  // namespace hearsay::api
