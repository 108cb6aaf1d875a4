#pragma once

#include <Eigen/Core>

namespace hearsay::accounting {

/// QR decomposition with column pivoting of a matrix with many more rows than columns.
struct TallQr {
  Eigen::MatrixXd q;       ///< n x rank, orthonormal
  Eigen::VectorXd pivots;  ///< |R_jj|, all of them, not increasing
};

/// A = Q R P, of Q only the first columns: those whose pivot exceeds `tolerance`, at most `room`.
///
/// Slices of rows are factored in cache, then their stacked triangles, with pivoting; up to rounding the pivots are those of
/// Householder's method on the whole, which would go through memory once a column.
/// \complexity O(n b^2) for b columns, three passes through memory.
/// \cite demmel2012communication
[[nodiscard]] TallQr tall_qr(const Eigen::MatrixXd& a, double tolerance, Eigen::Index room);

/// x -= q (q^T x): removes from the columns of x their components along the orthonormal columns of q.
/// \complexity 4 n r b for n x r q and n x b x, in BLAS, which chooses vector instructions at run time.
void orthogonalize(Eigen::MatrixXd& x, const Eigen::Ref<const Eigen::MatrixXd>& q);

}  // namespace hearsay::accounting
