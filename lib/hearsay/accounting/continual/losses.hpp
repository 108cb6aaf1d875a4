// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <hearsay/accounting/continual/system.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/boolean_quadratic.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Squared sensitivity Delta^2 = max over s in [-1, 1]^T of s^T M s of one node towards the observers: their view is
/// exactly the Gaussian mechanism of sensitivity Delta and noise sigma.
struct ContinualSensitivity {
  linalg::QuadraticBounds squared;  ///< all infinite if `unbounded` is not empty
  std::string unbounded;            ///< why the loss is infinite, or empty
};

/// Exact privacy of streams: one Gram matrix and one Cholesky factorization serve every target and every shorter run.
///
/// With G_j = Q^T R^j Q (ContinualSystem) the covariance of the view has the blocks sum_{i < min(t,t')} G_{2i + |t -
/// t'|}, and what node u adds at round s enters block t through h_{t-s} = Q^T R^{t-s} e_u. All G_j, j < 2 T, come from
/// T products with R: G_{2i} = B_i^T B_i, G_{2i+1} = B_i^T B_{i+1}, B_i = R^i Q.
///
/// Rounding: the Gram matrix has no eigenvalue below 1/4 and none above T r max_j |G_j|, so results carry about
/// T^2 10^{-16} relative error or better.
class ContinualAccountant {
 public:
  /// @param w        n x n, symmetric.
  /// @param rounds   T >= 1.
  /// @param targets  nodes whose losses will be asked.
  /// @throws as ContinualSystem; Error(Errc::domain) if T < 1 or a target is no node; Error(Errc::conditions) if the
  /// noise of a
  ///         target is known but its state is not seen; Error(Errc::too_large) if r T > 28000.
  /// @complexity T K products with W, O(n r^2 T) and (r T)^3 / 3 flops.
  /// @cite koskela2026differential (Lemma 10, Theorem 12)
  ContinualAccountant(const graph::GossipMatrix& w, const ContinualView& view, int rounds,
                      std::span<const graph::Node> targets, const Execution& execution = {});

  [[nodiscard]] int rounds() const noexcept { return rounds_; }
  /// Dimension of the view after redundant observations are dropped: its rank.
  [[nodiscard]] Eigen::Index rank() const noexcept { return factor_.rows(); }

  /// Bounds on Delta^2 of a target. @throws Error(Errc::unknown) if it was not among the targets.
  /// @complexity O(r T^3).
  [[nodiscard]] ContinualSensitivity sensitivity(graph::Node target) const;
  /// M, T x T: the loss of the stream s is s^T M s. @throws Error(Errc::conditions) if the loss is infinite.
  [[nodiscard]] Eigen::MatrixXd loss_matrix(graph::Node target) const;
  /// 1^T M 1 after 1, 2, ..., T rounds: entry t - 1 is the loss of a constant stream seen for t rounds.
  /// Infinite from the first round on where sensitivity() is. @complexity O((r T)^2).
  [[nodiscard]] Eigen::VectorXd constant_growth(graph::Node target) const;
  /// s^T M s for one stream of T contributions. @complexity O((r T)^2).
  [[nodiscard]] double loss_of(graph::Node target, const Eigen::VectorXd& stream) const;
  /// Why the loss of a target is infinite, or empty.
  [[nodiscard]] std::string unbounded(graph::Node target) const;

 private:
  [[nodiscard]] std::size_t place(graph::Node target) const;
  [[nodiscard]] Eigen::Index size_from(int round) const;
  [[nodiscard]] Eigen::VectorXd whitened(graph::Node target, const Eigen::VectorXd& stream) const;

  int rounds_;
  Execution execution_;
  Eigen::Index block_, last_block_;
  std::vector<graph::Node> targets_;
  std::vector<bool> infinite_;
  std::vector<Eigen::MatrixXd> influence_;  // per target, r x T: column d is h_d
  Eigen::MatrixXd factor_;                  // Cholesky factor of the Gram matrix, lower triangle
};

}  // namespace hearsay::accounting
