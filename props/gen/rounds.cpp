// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/gen/rounds.hpp"

#include <algorithm>
#include <optional>
#include <ostream>
#include <set>

#include "props/gen/graphs.hpp"

namespace hearsay::props::gen {

using graph::Edge;
using graph::Graph;
using graph::Node;

std::vector<Graph> Rounds::graphs() const {
  std::vector<Graph> all;
  for (const auto& pairs : rounds) all.emplace_back(nodes, pairs);
  return all;
}

namespace {

std::vector<Edge> random_matching(Raw& raw, Node n, std::size_t max_pairs) {
  std::vector<Edge> pairs;
  std::vector<bool> busy(n, false);
  for (std::size_t wanted = 1 + raw.below(max_pairs); wanted > 0; --wanted) {
    const Node a = raw.below(n);
    const Node b = (a + 1 + raw.below(n - 1)) % n;
    if (busy[a] || busy[b]) continue;
    busy[a] = busy[b] = true;
    pairs.emplace_back(std::min(a, b), std::max(a, b));
  }
  std::ranges::sort(pairs);
  return pairs;
}

/// `from` with node `gone` renamed to `heir` (merged), or deleted with its pairs if there is no heir; nullopt if that
/// is not legal: an observer becomes a member of the group, pairs of a round overlap, or no observer, member or round
/// is left.
std::optional<Rounds> without_node(const Rounds& from, Node gone, std::optional<Node> heir) {
  auto place = [&](Node v) -> std::optional<Node> {
    if (v == gone && !heir) return std::nullopt;
    const Node now = v == gone ? *heir : v;
    return now - (now > gone ? 1 : 0);
  };
  std::set<Node> observers, group;
  for (const Node o : from.observers) {
    if (const auto now = place(o)) observers.insert(*now);
  }
  for (const Node u : from.group) {
    if (const auto now = place(u)) group.insert(*now);
  }
  if (observers.empty() || group.empty()) return std::nullopt;
  if (std::ranges::any_of(group, [&](Node u) { return observers.contains(u); })) return std::nullopt;

  Rounds next{.nodes = from.nodes - 1,
              .rounds = {},
              .observers = {observers.begin(), observers.end()},
              .group = {group.begin(), group.end()}};
  for (const auto& pairs : from.rounds) {
    std::vector<Edge> kept;
    std::set<Node> busy;
    for (const auto& [a, b] : pairs) {
      const auto x = place(a), y = place(b);
      if (!x || !y || x == y) continue;
      if (!busy.insert(*x).second || !busy.insert(*y).second) return std::nullopt;
      kept.emplace_back(std::min(*x, *y), std::max(*x, *y));
    }
    std::ranges::sort(kept);
    if (!kept.empty()) next.rounds.push_back(std::move(kept));
  }
  if (next.rounds.empty()) return std::nullopt;
  return next;
}

}  // namespace

std::vector<Rounds> smaller_rounds(const Rounds& from) {
  std::vector<Rounds> all;
  auto erased = [](auto list, std::size_t i) {
    list.erase(list.begin() + static_cast<std::ptrdiff_t>(i));
    return list;
  };
  for (std::size_t t = 0; from.rounds.size() > 1 && t < from.rounds.size(); ++t) {
    Rounds next = from;
    next.rounds = erased(from.rounds, t);
    all.push_back(std::move(next));
  }
  for (std::size_t t = 0; t < from.rounds.size(); ++t) {
    for (std::size_t i = 0; from.rounds[t].size() > 1 && i < from.rounds[t].size(); ++i) {
      Rounds next = from;
      next.rounds[t] = erased(from.rounds[t], i);
      all.push_back(std::move(next));
    }
  }
  for (Node v = from.nodes; v-- > 0;) {
    if (auto next = without_node(from, v, std::nullopt)) all.push_back(std::move(*next));
  }
  for (Node v = from.nodes; v-- > 0;) {
    for (Node heir = 0; heir < v; ++heir) {
      if (auto next = without_node(from, v, heir)) all.push_back(std::move(*next));
    }
  }
  for (std::size_t i = 0; from.observers.size() > 1 && i < from.observers.size(); ++i) {
    Rounds next = from;
    next.observers = erased(from.observers, i);
    all.push_back(std::move(next));
  }
  for (std::size_t i = 0; from.group.size() > 1 && i < from.group.size(); ++i) {
    Rounds next = from;
    next.group = erased(from.group, i);
    all.push_back(std::move(next));
  }
  return all;
}

rc::Gen<Rounds> round_sequences(const RoundsShape& shape) {
  return rc::Gen<Rounds>([shape](const rc::Random& random, int size) {
    Raw raw(random);
    const auto grown = static_cast<std::size_t>(std::clamp(size, 0, 60));
    Rounds s;
    s.nodes = shape.min_nodes + raw.below(grown * (shape.max_nodes - shape.min_nodes) / 60 + 1);
    const std::size_t length = 1 + raw.below(grown * (shape.max_rounds - 1) / 60 + 1);
    for (std::size_t t = 0; t < length; ++t) s.rounds.push_back(random_matching(raw, s.nodes, shape.max_pairs));
    std::set<Node> observers{raw.below(s.nodes)};
    if (shape.coalitions) {
      for (Node more = raw.below(1 + raw.below(s.nodes)); more > 0 && observers.size() + 1 < s.nodes; --more)
        observers.insert(raw.below(s.nodes));
    }
    s.observers.assign(observers.begin(), observers.end());
    std::vector<Node> honest;
    for (Node v = 0; v < s.nodes; ++v) {
      if (!observers.contains(v)) honest.push_back(v);
    }
    std::set<Node> group{honest[raw.below(honest.size())]};
    if (shape.groups) {
      for (auto more = raw.below(2 * honest.size()); more > 0; --more) group.insert(honest[raw.below(honest.size())]);
    }
    s.group.assign(group.begin(), group.end());
    return rc::shrinkable::shrinkRecur(std::move(s),
                                       [](const Rounds& from) { return rc::seq::fromContainer(smaller_rounds(from)); });
  });
}

bool for_each_pair_sequence(Node n, std::size_t length, const std::function<bool(const Rounds&)>& f) {
  std::vector<Edge> pairs;
  for (Node a = 0; a < n; ++a) {
    for (Node b = a + 1; b < n; ++b) pairs.emplace_back(a, b);
  }
  std::vector<std::size_t> digits(length, 0);
  while (true) {
    Rounds s{.nodes = n, .rounds = {}, .observers = {0}, .group = {}};
    for (const auto digit : digits) s.rounds.push_back({pairs[digit]});
    for (Node target = 1; target < n; ++target) {
      s.group = {target};
      if (!f(s)) return false;
    }
    std::size_t place = length;
    while (place > 0 && digits[place - 1] + 1 == pairs.size()) digits[--place] = 0;
    if (place == 0) return true;
    ++digits[place - 1];
  }
}

nlohmann::ordered_json to_json(const Rounds& s) {
  std::string text;
  for (std::size_t t = 0; t < s.rounds.size(); ++t) {
    if (t > 0) text += " |";
    for (const auto& [a, b] : s.rounds[t])
      text += (text.empty() ? "" : " ") + std::to_string(a) + "-" + std::to_string(b);
  }
  nlohmann::ordered_json json{{"nodes", s.nodes}, {"rounds", text}};
  if (s.observers.size() == 1) {
    json["observer"] = s.observers[0];
  } else {
    json["observers"] = s.observers;
  }
  if (s.group.size() == 1) {
    json["target"] = s.group[0];
  } else {
    json["group"] = s.group;
  }
  return json;
}

std::ostream& operator<<(std::ostream& out, const Rounds& rounds) { return out << to_json(rounds).dump(); }

}  // namespace hearsay::props::gen
