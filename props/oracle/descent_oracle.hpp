// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Dense>

#include <vector>

namespace hearsay::props::oracle {

/// Muffliato-GD on separable quadratics, f_u(theta) = (1/2) sum_j curvature(u, j) (theta_j - center(u, j))^2, from
/// theta = 0.
struct QuadraticDescent {
  Eigen::MatrixXd curvature;  ///< n x D, >= 0
  Eigen::MatrixXd center;     ///< n x D
  Eigen::MatrixXd mixing;     ///< n x n: what the gossip steps of one round do to the models
  double step = 0.0;          ///< nu
  double sigma = 0.0;         ///< every gradient gets N(0, sigma^2 I)
  int rounds = 0;             ///< T

  /// The minimizer of the mean of the parts, coordinate by coordinate. @pre every column of `curvature` has a positive
  /// sum.
  [[nodiscard]] Eigen::VectorXd optimum() const;
};

/// P_K(W) with P_1 = W, P_{k+1} = gamma W P_k + (1 - gamma) P_{k-1}. @pre steps >= 1.
[[nodiscard]] Eigen::MatrixXd accelerated_steps(const Eigen::MatrixXd& w, double gamma, int steps);

/// E f(mean model after t rounds) - min f for t = 0 .. T - 1, f the mean of the parts: the models are Gaussian, and
/// each coordinate's mean and covariance have a recursion.
/// @complexity O(T D n^3).
[[nodiscard]] std::vector<double> expected_excess(const QuadraticDescent& descent);

}  // namespace hearsay::props::oracle
