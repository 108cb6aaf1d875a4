// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <string_view>

namespace hearsay::linalg {

/// y = A x for one vector.
using LinearMap = std::function<void(const Eigen::VectorXd& x, Eigen::VectorXd& y)>;

/// Solves A x = b for a symmetric positive definite A by preconditioned conjugate gradients, then refines: the true
/// residual b - A x is solved for again until it stops shrinking.
/// @param where         named in the error.
/// @param precondition  a symmetric positive definite approximation of A^{-1}; empty: none.
/// @return x with |b - A x| <= 1e-12 (|b| + |x|): the solution of a system 1e-12 away when |A| is about 1.
/// @throws Error(Errc::not_converged) after 20 n + 1000 iterations.
[[nodiscard]] Eigen::VectorXd conjugate_gradient(std::string_view where, const LinearMap& map,
                                                 const LinearMap& precondition, const Eigen::VectorXd& b);

}  // namespace hearsay::linalg
