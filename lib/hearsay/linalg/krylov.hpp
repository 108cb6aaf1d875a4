// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// Orthonormal basis of the row space of a gossip view, n x rank.
struct ViewBasis {
  Eigen::MatrixXd basis;
  std::vector<double> pivots;    ///< relative remainders of the directions that were taken for new, in their order
  double largest_dropped = 0.0;  ///< largest relative remainder that was taken for rounding
};

/// Where the rank is not known, directions with a smaller relative remainder are taken for rounding.
inline constexpr double deflation_tolerance = 1e-7;

/// Basis of the block Krylov space span{M^t e_v : v in starts, t < steps} by block Lanczos with full
/// reorthogonalization; powers of M are never formed. Each new block is M times the last, orthogonalized against the
/// last two blocks and then against the whole basis, and again where little is left, and compressed by QR with column
/// pivoting. Of the directions of a step the largest are kept: as many as `ranks` says, or those above
/// deflation_tolerance. Stops early when the space is invariant.
///
/// @param m       n x n, of any reals: W^T for a view of gossip with W. Its scale does not matter.
/// @param starts  distinct nodes.
/// @param ranks   of the spaces for steps = 1, 2, ..., if they are known: modular_krylov_ranks; ranks beyond the last
/// are the same.
/// @param stop    asked before every step.
/// @param progress  told after every step from the second on.
/// @throws Error(Errc::too_large) when the basis outgrows half of the memory that is free at the start; Interrupted.
/// @complexity O(n rank^2) time in matrix-matrix products, n rank doubles of memory.
/// @cite golub2013matrix (Section 10.3.6: block Lanczos)
[[nodiscard]] ViewBasis krylov_basis(const SparseMatrix& m, std::span<const Index> starts, int steps,
                                     std::span<const std::int64_t> ranks = {}, const Stop& stop = {},
                                     const Progress& progress = {});

/// Basis of the row space of a time-varying view from the last round to the first: S_t = span(E_{N_t}) + M_t S_{t+1}.
/// @param rounds   M_0, ..., M_{T-1}: W_t^T.
/// @param senders  N_0, ..., N_{T-1}.
/// @param ranks    of S_0, ..., S_{T-1}, if they are known: modular_rounds_ranks.
/// @complexity O(T n rank^2).
[[nodiscard]] ViewBasis rounds_basis(std::span<const SparseMatrix> rounds, std::span<const std::vector<Index>> senders,
                                     std::span<const std::int64_t> ranks = {});

}  // namespace hearsay::linalg
