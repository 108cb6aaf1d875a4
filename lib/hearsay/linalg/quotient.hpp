// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/SparseCore>

#include <optional>
#include <span>

#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// A matrix M as it acts on the vectors that are constant on the cells of an equitable partition, on which the row of
/// each node of a cell has the same entries towards every cell.
struct Quotient {
  Eigen::SparseMatrix<double> cells;  ///< n x k, orthonormal columns: 1/sqrt(|C|) on the nodes of cell C
  SparseMatrix matrix;                ///< cells^T M cells, k x k
};

/// The coarsest equitable partition in which every node of `singled_out` is a cell of its own, by color refinement.
/// The Krylov space of those nodes' unit vectors lies in its quotient, so directions that only rounding could excite
/// (twins, and whatever else color refinement cannot tell apart) are removed before any arithmetic.
/// @param m  n x n, of any reals: W^T for a view of gossip with W; rows that sum to 1 up to rounding are taken to sum
/// to 1.
/// @param stop  asked before every round.
/// @return nothing if every cell is a single node, or if the graph has more than 4096 nodes or needs more than 256
/// rounds.
/// @throws Interrupted.
/// @complexity O(rounds m log n).
/// @cite godsil2001algebraic (Section 9.3: equitable partitions)
[[nodiscard]] std::optional<Quotient> equitable_quotient(const SparseMatrix& m, std::span<const Index> singled_out,
                                                         const Stop& stop = {});

}  // namespace hearsay::linalg
