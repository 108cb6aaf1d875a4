// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace hearsay::linalg {

/// QR decomposition with column pivoting, A = Q R P, of a matrix with many more rows than columns. Replaces A by the
/// first columns of Q: those whose pivot exceeds `tolerance`, at most `room`.
///
/// Slices of rows are factored in cache, then their stacked triangles, with pivoting; up to rounding the pivots are
/// those of Householder's method on the whole, which would go through memory once a column.
/// @return the pivots |R_jj|, all of them, not increasing.
/// @complexity O(n b^2) for b columns, three passes through memory.
/// @cite demmel2012communication
[[nodiscard]] Eigen::VectorXd tall_qr(Eigen::MatrixXd& a, double tolerance, Eigen::Index room);

/// x -= q (q^T x): removes from the columns of x their components along the orthonormal columns of q.
/// @complexity 4 n r b for n x r q and n x b x, in BLAS.
void orthogonalize(Eigen::MatrixXd& x, const Eigen::Ref<const Eigen::MatrixXd>& q);

}  // namespace hearsay::linalg
