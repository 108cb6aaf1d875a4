// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/SparseCore>

#include <string_view>

#include <hearsay/graph/graph.hpp>

namespace hearsay::graph {

/// How a gossip matrix W (symmetric, stochastic, non-negative, supported on edges and the diagonal) is made from a
/// graph.
enum class Weights {
  metropolis,  ///< W_uv = 1 / (1 + max(d_u, d_v)), the rest on the diagonal
  min_degree,  ///< W_uv = min(1/d_u, 1/d_v), the rest on the diagonal (muffliato Table 1)
};

using GossipMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>;

/// W_uv of an edge between nodes of degrees `du` and `dv`, as numerator 1 over the returned integer.
[[nodiscard]] constexpr std::size_t weight_denominator(Weights weights, std::size_t du, std::size_t dv) {
  const std::size_t larger = du > dv ? du : dv;
  return weights == Weights::metropolis ? 1 + larger : larger;
}

/// The gossip matrix of `graph`, n x n, rows sorted by column.
/// @complexity O(n + m).
/// @cite cyffers2022muffliato (Table 1: min-degree)
[[nodiscard]] GossipMatrix gossip_matrix(const Graph& graph, Weights weights);

[[nodiscard]] std::string_view to_string(Weights weights);

}  // namespace hearsay::graph
