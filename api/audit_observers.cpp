// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_observers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <string_view>

#include <hearsay/audit/coalitions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::api {

namespace {

constexpr std::string_view coalitions_prefix = "coalitions:";

std::size_t coalition_size(std::string_view text) {
  const auto size = parse_whole<std::size_t>(text.substr(coalitions_prefix.size()));
  if (!size || *size < 1)
    throw Error(Errc::syntax, "`observer`", fmt::format("'{}' is not coalitions:K with a whole number K >= 1", text));
  return *size;
}

}  // namespace

NamedObservers named_observers(const std::vector<std::string>& observers) {
  NamedObservers named;
  for (const std::string_view text : observers) {
    if (text == "each" && !named.each) {
      named.each = true;
    } else if (text.starts_with(coalitions_prefix) && !named.coalitions) {
      named.coalitions = coalition_size(text);
    } else {
      return {};
    }
  }
  return named;
}

std::vector<graph::Node> nodes_up_to(graph::Node nodes) {
  std::vector<graph::Node> all(nodes);
  std::iota(all.begin(), all.end(), graph::Node{0});
  return all;
}

std::vector<graph::Node> possible_observers(graph::Node nodes, const std::vector<graph::Node>& targets) {
  auto possible = nodes_up_to(nodes);
  if (targets.size() == 1) std::erase(possible, targets.front());
  return possible;
}

AuditedObservers named_sets(const std::vector<std::string>& observers, const std::vector<graph::Node>& possible) {
  AuditedObservers chosen;
  chosen.names = observers;
  const auto named = named_observers(observers);
  if (!named.any()) return chosen;
  chosen.kind = AuditedObservers::Kind::each;
  chosen.singles = named.each && named.coalitions;
  if (named.each)
    for (const auto v : possible) chosen.sets.push_back({v});
  if (!named.coalitions) return chosen;
  chosen.kind = AuditedObservers::Kind::coalitions;
  chosen.size = *named.coalitions;
  if (chosen.size > possible.size()) {
    throw Error(Errc::domain, "`observer`",
                fmt::format("{} of {} nodes cannot be observers; a coalition must leave a target", chosen.size,
                            possible.size()));
  }
  chosen.greedy = chosen.size > 1 && audit::coalition_count(possible.size(), chosen.size) > audit::most_coalitions;
  if (chosen.greedy || (chosen.singles && chosen.size == 1)) return chosen;
  std::ranges::move(audit::coalitions(possible, chosen.size), std::back_inserter(chosen.sets));
  return chosen;
}

AuditedObservers choose_observers(const std::vector<std::string>& observers, const std::string& target,
                                  const graph::Graph& graph, const std::vector<graph::Node>& targets) {
  auto chosen = named_sets(observers, possible_observers(graph.nodes(), targets));
  if (chosen.kind == AuditedObservers::Kind::nodes) {
    chosen.sets = {nodes_from_labels("`observer`", graph, observers)};
    chosen.size = chosen.sets.front().size();
    if (target != "all" && std::ranges::count(chosen.sets.front(), targets.front()) > 0) {
      throw Error(Errc::domain, "`target`", fmt::format("node '{}' is an observer and cannot be a target", target));
    }
  }
  if (targets.size() <= chosen.size && targets.size() != 1)
    throw Error(Errc::domain, "`observer`", "every node is an observer, so no target is left");
  if (chosen.sets.empty() && !chosen.greedy)
    throw Error(Errc::domain, "`observer`", "no other node is left as observer");
  return chosen;
}

}  // namespace hearsay::api
