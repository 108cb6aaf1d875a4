// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/learning/problem.hpp>

namespace hearsay::learning {

/// ln(1 + exp(-margin)), margin = y theta^T x, without overflow.
[[nodiscard]] double logistic_loss(double margin);
/// Its derivative -1 / (1 + exp(margin)).
[[nodiscard]] double logistic_slope(double margin);

/// Mean logistic loss over points, (1/N) sum ln(1 + exp(-y theta^T x)) + (l2/2) |theta|^2.
[[nodiscard]] double logistic_objective(const Samples& samples, const Eigen::VectorXd& theta, double l2 = 0.0);

/// Share of points whose label is predicted: 1 if theta^T x > 0, -1 otherwise.
[[nodiscard]] double accuracy(const Samples& samples, const Eigen::VectorXd& theta);

/// Regularized logistic regression on dealt points: f_u is the mean loss over the rows of u plus (l2/2) |theta|^2, and
/// F the mean of the f_u.
class LogisticProblem final : public Problem {
 public:
  /// @param hands  the rows of every user, as deal() returns; each user has at least one.
  /// @throws Error(Errc::shape) for no user, a user without rows or a row that does not exist; Error(Errc::domain) if
  /// l2 < 0.
  LogisticProblem(Samples samples, std::vector<std::vector<Eigen::Index>> hands, double l2 = 0.0);

  [[nodiscard]] Eigen::Index users() const override { return static_cast<Eigen::Index>(hands_.size()); }
  [[nodiscard]] Eigen::Index dimension() const override { return samples_.x.cols(); }
  [[nodiscard]] double objective(const Eigen::VectorXd& theta) const override;
  [[nodiscard]] Eigen::VectorXd gradient(Eigen::Index user, const Eigen::VectorXd& theta) const override;
  [[nodiscard]] Eigen::VectorXd sampled_gradient(Eigen::Index user, const Eigen::VectorXd& theta,
                                                 random::Stream& stream) const override;
  [[nodiscard]] const Samples& samples() const noexcept { return samples_; }

  /// The minimizer of F by Newton's method, to a gradient of norm 1e-10.
  /// @throws Error(Errc::not_converged) after 100 steps: without L2 term separable data have no minimizer.
  [[nodiscard]] Eigen::VectorXd minimum() const;

 private:
  Samples samples_;
  std::vector<std::vector<Eigen::Index>> hands_;
  Eigen::VectorXd row_weight_;  ///< 1 / (users * rows of the user), 0 for a row of nobody
  double l2_;
};

}  // namespace hearsay::learning
