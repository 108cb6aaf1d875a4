// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/graph/graph.hpp>
#include <hearsay/linalg/sparse.hpp>

namespace hearsay::graph {

/// How a gossip matrix W (symmetric, stochastic, non-negative, supported on edges and the diagonal) is made from a
/// graph.
enum class Weights {
  metropolis,  ///< W_uv = 1 / (1 + max(d_u, d_v)), the rest on the diagonal
  min_degree,  ///< W_uv = min(1/d_u, 1/d_v), the rest on the diagonal (muffliato Table 1)
};

using GossipMatrix = linalg::SparseMatrix;

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

/// What the rows of a matrix, or its columns, sum to.
struct LineSums {
  enum class Kind {
    one,      ///< 1, as far as doubles tell: off by at most 2^-53 of the absolute sum, the rounding of what was written
    rounded,  ///< 1, if each entry was rounded to six decimals: off by at most 0.5e-6 an entry
    other
  } kind = Kind::one;
  double least = 1.0, most = 1.0;
  double deviation = 0.0;  ///< the largest distance from 1
  Node at = 0;             ///< a row or column where it is
};
struct WeightSums {
  LineSums rows, columns;
};

/// What the rows and the columns of W sum to. Gossip averages, every node's value being a weighted mean, if rows sum to
/// 1; it keeps the sum of all values if columns do.
/// @complexity O(entries).
[[nodiscard]] WeightSums weight_sums(const GossipMatrix& w);

}  // namespace hearsay::graph
