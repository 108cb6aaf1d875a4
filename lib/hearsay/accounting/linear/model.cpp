// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/model.hpp>

#include <fmt/format.h>

namespace hearsay::accounting {

namespace {

std::string label(const LinearModel& model, graph::Node node) {
  const auto* protocol = std::get_if<Protocol>(&model);
  return protocol != nullptr ? protocol->labels.at(node) : std::to_string(node);
}

}  // namespace

Subject node_subject(graph::Node node) { return {{{{node, exact::Rational(1)}}}}; }

Subject group_subject(const std::vector<graph::Node>& nodes) {
  Subject subject;
  for (const auto node : nodes) subject.members.push_back({{node, exact::Rational(1)}});
  return subject;
}

Subject direction_subject(std::vector<std::pair<graph::Node, exact::Rational>> direction) {
  Subject subject;
  subject.members.push_back(std::move(direction));
  return subject;
}

std::vector<Change> changes_of(const Subject& subject, std::size_t nodes, std::size_t rounds) {
  std::vector<Change> changes;
  for (std::size_t t = 0; t < rounds; ++t) {
    for (const auto& member : subject.members) {
      auto& change = changes.emplace_back();
      for (const auto& [node, factor] : member) change.emplace_back(t * nodes + node, factor);
    }
  }
  return changes;
}

std::string row_words(const RowName& name, std::size_t row, const LinearModel& model) {
  if (name.round < 0) return fmt::format("row {}", row);
  const auto when = fmt::format("in round {}, step {}", name.round, name.step);
  if (!name.sender) return fmt::format("sum to node {} {}", label(model, *name.receiver), when);
  if (!name.receiver) return fmt::format("node {} {}", label(model, *name.sender), when);
  return fmt::format("node {} to node {} {}", label(model, *name.sender), label(model, *name.receiver), when);
}

std::string noise_words(const NoiseName& name, std::size_t column, const LinearModel& model) {
  if (name.source < 0) return fmt::format("column {}", column);
  std::string whose;
  if (name.first) whose = fmt::format(" of node {}", label(model, *name.first));
  if (name.first && name.second)
    whose = fmt::format(" of nodes {} and {}", label(model, *name.first), label(model, *name.second));
  return fmt::format("noise {}{} in round {}", name.source, whose, name.round);
}

}  // namespace hearsay::accounting
