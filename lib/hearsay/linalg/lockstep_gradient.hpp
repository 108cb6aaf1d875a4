// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <hearsay/linalg/sparse.hpp>

namespace hearsay::linalg {

/// Columns that are solved for together.
inline constexpr int lockstep_columns = 8;

/// n rows of lockstep_columns numbers, row by row.
using Lockstep = Eigen::Array<double, Eigen::Dynamic, lockstep_columns, Eigen::RowMajor>;

/// Solves A x = b for several b at once by conjugate gradients with the diagonal as preconditioner: one pass over A
/// serves all columns. A column that has converged, or is 0, stays as it is; its bits do not depend on the others.
/// @param a          symmetric positive definite, its diagonal > 0; compressed.
/// @param tolerance  of a column: its recursive residual is at most this times |b|, in the Euclidean norm.
/// @param steps      taken at most; what a column has then is returned.
/// @complexity steps x lockstep_columns x (nonzeros + 8 n).
[[nodiscard]] Lockstep lockstep_gradient(const SparseMatrix& a, const Lockstep& b, double tolerance, int steps);

}  // namespace hearsay::linalg
