// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <hearsay/audit/network_audit.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::audit {

/// Coalitions that are tried one by one, all of them.
inline constexpr double most_coalitions = 1e5;

/// C(n, k), in double precision.
[[nodiscard]] double coalition_count(std::size_t n, std::size_t k);

/// All sets of `k` of the nodes, in lexicographic order.
/// @pre coalition_count(nodes.size(), k) is small.
[[nodiscard]] std::vector<std::vector<graph::Node>> coalitions(std::span<const graph::Node> nodes, std::size_t k);

/// Sets that greedy_coalitions tries, at most.
[[nodiscard]] double greedy_count(std::size_t n, std::size_t k);

/// Searches for the worst set of `k` of the nodes: from each node, adds k - 1 times the node that makes the most
/// violations, among equal ones the largest sum of severities. Only sets of k nodes are counted in the audit, so what
/// it says is about them alone: a promise that holds for all that were tried may fail for another. Every start has an
/// equal share of the budget for ranks by elimination.
/// @param smaller    of the same question: judges the smaller sets on the way.
/// @param execution  told after each set; asked to stop before each.
/// @return how many starts were finished.
std::size_t greedy_coalitions(std::span<const graph::Node> nodes, std::size_t k, NetworkAudit& audit,
                              NetworkAudit& smaller, const Execution& execution);

}  // namespace hearsay::audit
