// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace hearsay::linalg {

/// Bounds on max over unit vectors v_1, ..., v_T of any dimension of sum_st M_st <v_s, v_t>, for a positive
/// semidefinite M: the semidefinite program max <M, X>, X >= 0, diag X <= 1. It is at most pi/2 times the maximum over
/// signs.
struct VectorBounds {
  double lower = 0.0;    ///< reached by the vectors that an ascent found
  double upper = 0.0;    ///< sum of `dual`
  Eigen::VectorXd dual;  ///< y with Diag(y) - M >= 0: sum of y_t over any set of rounds bounds that set, signs too
};

/// Bounds by ascent of unit vectors, one at a time, and the dual that belongs to where it ends.
///
/// y_t = |sum_s M_st v_s|, plus what makes Diag(y) - M positive semidefinite. The result is compared with the two duals
/// y_t = sum_s |M_st| and y_t = lambda_max(M), and the least sum is kept. Each is checked by a Cholesky factorization
/// of Diag(y)(1 + 1e-10) - M, and holds up to this factor, which is in it.
/// @param m  T x T, symmetric, positive semidefinite.
/// @throws Error(Errc::shape) unless m is square.
/// @complexity O(sweeps T^2 sqrt(T)), up to 2000 sweeps, and O(T^3).
[[nodiscard]] VectorBounds vector_quadratic_bounds(const Eigen::MatrixXd& m);

}  // namespace hearsay::linalg
