// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include "api/network/network.hpp"

namespace hearsay::api {

/// Which sets of observers are audited.
struct AuditedObservers {
  enum class Kind { nodes, each, coalitions } kind = Kind::nodes;
  std::vector<std::vector<graph::Node>> sets;  ///< without those that a greedy search tries
  std::size_t size = 1;                        ///< of the largest set
  bool greedy = false;
  bool singles = false;                 ///< of coalitions: every node alone, too
  std::vector<std::string> names = {};  ///< as they were asked for: labels, or each, coalitions:K or both
};

/// What the observers are if they are not given by label: "each", "coalitions:K" or both, in any order.
struct NamedObservers {
  bool each = false;
  std::optional<std::size_t> coalitions;  ///< K

  [[nodiscard]] bool any() const { return each || coalitions; }
};
/// @throws Error(Errc::syntax) named `observer` for a K that is no whole number >= 1.
[[nodiscard]] NamedObservers named_observers(const std::vector<std::string>& observers);

/// All nodes, in their order.
[[nodiscard]] std::vector<graph::Node> nodes_up_to(graph::Node nodes);

/// The nodes that may observe: all, or all but the one target.
[[nodiscard]] std::vector<graph::Node> possible_observers(graph::Node nodes, const std::vector<graph::Node>& targets);

/// The sets that `each` and `coalitions:K` stand for, of the nodes that may observe; for nodes by label no set yet. Of
/// both, first the nodes, then the coalitions.
/// @throws as named_observers; Error(Errc::domain) named `observer` for a K larger than there are nodes.
[[nodiscard]] AuditedObservers named_sets(const std::vector<std::string>& observers,
                                          const std::vector<graph::Node>& possible);

/// The sets of observers of a graph that are audited about these targets.
/// @param target  as it was asked for: a label, or "all".
/// @throws as named_sets and nodes_from_labels; Error(Errc::domain) if no target or no observer is left.
[[nodiscard]] AuditedObservers choose_observers(const std::vector<std::string>& observers, const std::string& target,
                                                const graph::Graph& graph, const std::vector<graph::Node>& targets);

}  // namespace hearsay::api
