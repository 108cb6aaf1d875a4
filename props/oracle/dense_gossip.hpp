// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::props::oracle {

// Gossip averaging on at most a few dozen nodes by dense matrices in double precision: errors of the average, from the
// definitions.

/// W, n x n.
[[nodiscard]] Eigen::MatrixXd dense_matrix(const graph::Graph& graph,
                                           graph::Weights weights = graph::Weights::metropolis);

/// Eigenvalues of a symmetric matrix but the largest one, in increasing order.
[[nodiscard]] Eigen::VectorXd lower_eigenvalues(const Eigen::MatrixXd& symmetric);

/// lambda_W = min of 1 - |lambda| over the eigenvalues but the top one.
[[nodiscard]] double gap(const Eigen::MatrixXd& w);

/// P_t(W): P_0 = 1, P_1 = X, P_{t+1} = gamma X P_t + (1 - gamma) P_{t-1} for t >= 1.
[[nodiscard]] Eigen::MatrixXd accelerated(const Eigen::MatrixXd& w, double gamma, int steps);

/// (1/2n) sum_v E |x_v^T - mean|^2 for x^T = P (x + noise), at the worst x with (1/n) sum (x_v - mean)^2 = spread: P
/// P^T has on the complement of the constants a largest eigenvalue m, so this is (n spread m + variance |P|_F^2) / (2
/// n).
/// @param p         symmetric, rows sum to 1.
/// @param variance  of the noise; D sigma^2 in dimension D, with `spread` summed over the coordinates.
[[nodiscard]] double square_error(const Eigen::MatrixXd& p, double spread, double variance);

/// E[W_1 ... W_T W_T ... W_1] for W_t averaging the ends of an edge drawn with these probabilities.
[[nodiscard]] Eigen::MatrixXd randomized_second_moment(graph::Node nodes, std::span<const graph::Edge> edges,
                                                       std::span<const double> probabilities, int steps);

/// The same as square_error for randomized gossip, from its second moment.
[[nodiscard]] double randomized_square_error(const Eigen::MatrixXd& second_moment, double spread, double variance);

/// Second smallest eigenvalue of sum_e p_e (e_v - e_w)(e_v - e_w)^T.
[[nodiscard]] double lambda2(graph::Node nodes, std::span<const graph::Edge> edges,
                             std::span<const double> probabilities);

}  // namespace hearsay::props::oracle
