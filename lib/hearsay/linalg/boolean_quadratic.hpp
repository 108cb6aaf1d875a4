// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <optional>

namespace hearsay::linalg {

/// Bounds on max over s in [-1, 1]^T of s^T M s for a positive semidefinite M: a Boolean quadratic program, since a
/// convex function is largest at a vertex.
struct QuadraticBounds {
  double constant = 0.0;        ///< 1^T M 1: the loss of a constant stream
  double lower = 0.0;           ///< reached by `signs`
  double upper = 0.0;           ///< min(1^T |M| 1, T lambda_max(M)), up to 1e-10 relative
  std::optional<double> exact;  ///< the maximum itself, by enumeration, for T <= 20
  Eigen::VectorXd signs;        ///< the best stream found, +-1
};

/// The three bounds, and for T <= 20 the maximum.
///
/// `lower` is the best of: ones, the signs of the top eigenvector, and square waves of every half-period 1, 2, 4, ...;
/// each improved by flipping one sign at a time while that helps. lambda_max is computed only if it may beat 1^T |M| 1,
/// and then certified: a Cholesky factorization of lambda (1 + 1e-10) I - M must succeed.
/// @param m  T x T, symmetric, positive semidefinite, T >= 0.
/// @throws Error(Errc::shape) unless m is square.
/// @complexity O(T^2 log T) and the flips, O(T^3) when lambda_max is needed; 2^(T-1) T for T <= 20.
[[nodiscard]] QuadraticBounds boolean_quadratic_bounds(const Eigen::MatrixXd& m);

/// The maximum over signs by enumeration in Gray-code order.
/// @throws Error(Errc::too_large) if T > 24.
[[nodiscard]] double boolean_quadratic_maximum(const Eigen::MatrixXd& m);

}  // namespace hearsay::linalg
