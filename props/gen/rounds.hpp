// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::props::gen {

/// Time-varying gossip by rounds of pairwise averaging: in round t disjoint pairs replace both values by their mean,
/// which is Metropolis gossip on the graph of that round's pairs. Always legal: nodes >= 2, at least one round, pairs
/// of a round disjoint, observers sorted and distinct, `group` is non-empty, sorted and holds no observer.
struct Rounds {
  graph::Node nodes = 2;
  std::vector<std::vector<graph::Edge>> rounds;
  std::vector<graph::Node> observers{0};
  std::vector<graph::Node> group{1};  ///< whose inputs change: one target, or several members

  [[nodiscard]] graph::Node target() const { return group.front(); }
  /// The graphs G_0, G_1, ...
  [[nodiscard]] std::vector<graph::Graph> graphs() const;
};

/// Which sequences to draw.
struct RoundsShape {
  graph::Node max_nodes = 8;
  graph::Node min_nodes = 2;  ///< of draws; shrinking goes below
  std::size_t max_rounds = 10;
  std::size_t max_pairs = 3;  ///< pairs a round; 1 for randomized gossip
  bool coalitions = false;
  bool groups = false;
};

/// Shrinks to fewer rounds, fewer pairs, fewer nodes (deleted with their pairs, or merged), fewer observers, a smaller
/// group.
[[nodiscard]] rc::Gen<Rounds> round_sequences(const RoundsShape& shape);

/// Every sequence one step below, in that order.
[[nodiscard]] std::vector<Rounds> smaller_rounds(const Rounds& rounds);

/// Calls f(sequence) for every sequence of `length` rounds of one pair each on nodes 0 .. n-1, observer 0 (the others
/// are renamings) and every target, until f returns false. @return false if f did.
/// @complexity (n (n-1) / 2)^length (n-1) calls.
bool for_each_pair_sequence(graph::Node n, std::size_t length, const std::function<bool(const Rounds&)>& f);

/// {"nodes":3,"rounds":"0-1 | 1-2","observer":0,"target":2}; "observers", "group" if several.
[[nodiscard]] nlohmann::ordered_json to_json(const Rounds& rounds);

std::ostream& operator<<(std::ostream& out, const Rounds& rounds);

}  // namespace hearsay::props::gen
