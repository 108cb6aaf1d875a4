// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCholesky>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <hearsay/linalg/factor_size.hpp>
#include <hearsay/linalg/sparse.hpp>

namespace hearsay::linalg {

/// An approximate x of L x = b with error bounds that hold, rounding included.
struct BoundedSolution {
  Eigen::VectorXd x;
  double residual = 0.0;  ///< at least sum_v |b - L x|_v
  double relative = 0.0;  ///< |x - L^{-1} b|_v <= relative x_v wherever it is asked for; +infinity if nothing is known
};

/// L = D - A of a graph some of whose edges lead out of it: L is symmetric, off the diagonal <= 0, and L 1 = k >= 0,
/// the number of edges that leave at each node. Every component has such an edge, so L^{-1} >= 0 exists and L^{-1} k
/// = 1.
///
/// Error bounds of an approximate x, with r = b - L x:
/// sum_v k_v |x - L^{-1} b|_v <= k^T L^{-1} |r| = sum_v |r|_v; and |x - L^{-1} b| <= z for every z with L z >= |r|.
class GroundedLaplacian {
 public:
  /// @param matrix  L, whose entries and row sums are whole numbers below 2^53.
  /// @param most    nonzeros of a sparse Cholesky factor up to which it is used; else conjugate gradients.
  /// @complexity that of a sparse Cholesky factorization of at most `most` nonzeros.
  explicit GroundedLaplacian(SparseMatrix matrix, std::size_t most = largest_factor);

  [[nodiscard]] Eigen::Index size() const { return matrix_.rows(); }
  /// Whether there is a Cholesky factor.
  [[nodiscard]] bool factored() const { return factor_ != nullptr; }

  /// A unit vector b, by its entry that is 1, and the nodes at which the relative bound is to hold.
  struct Unit {
    Index at = 0;
    std::span<const Index> watched;
  };
  /// Solves for up to lockstep_columns unit vectors, with the two bounds.
  /// @return the same bits whatever other vectors are solved for.
  /// @throws Error(Errc::not_converged) if a residual bound exceeds 1e-3.
  [[nodiscard]] std::vector<BoundedSolution> solve_units(std::span<const Unit> units) const;

  /// Solves for any b >= 0. @throws as solve_units, if the residual exceeds 1e-3 of sum_v b_v.
  [[nodiscard]] BoundedSolution solve(const Eigen::VectorXd& b, std::span<const Index> watched) const;

 private:
  using Factor = Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>>;

  [[nodiscard]] Eigen::VectorXd refined(const Eigen::VectorXd& b) const;
  [[nodiscard]] Eigen::VectorXd residual_bound(const Eigen::VectorXd& b, const Eigen::VectorXd& x) const;
  [[nodiscard]] BoundedSolution bounded(const Eigen::VectorXd& b, Eigen::VectorXd x,
                                        std::span<const Index> watched) const;
  [[nodiscard]] double relative_by_solving(const Eigen::VectorXd& x, const Eigen::VectorXd& bound,
                                           std::span<const Index> watched) const;

  SparseMatrix matrix_;
  std::shared_ptr<const Factor> factor_;
  Eigen::VectorXd times_;  ///< about L^{-1} 1
  double least_ = 0.0;     ///< at most the least entry of L times_; of use if > 0
};

}  // namespace hearsay::linalg
