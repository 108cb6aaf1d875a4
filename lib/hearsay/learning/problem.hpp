// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <hearsay/learning/samples.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::learning {

/// What is minimized: F(theta) = (1/n) sum_u f_u(theta), where user u knows f_u alone.
class Problem {
 public:
  virtual ~Problem() = default;
  [[nodiscard]] virtual Eigen::Index users() const = 0;
  [[nodiscard]] virtual Eigen::Index dimension() const = 0;
  /// F(theta).
  [[nodiscard]] virtual double objective(const Eigen::VectorXd& theta) const = 0;
  /// The gradient of f_u at theta.
  [[nodiscard]] virtual Eigen::VectorXd gradient(Eigen::Index user, const Eigen::VectorXd& theta) const = 0;
  /// An unbiased estimate of it from one data point of u drawn from `stream`.
  [[nodiscard]] virtual Eigen::VectorXd sampled_gradient(Eigen::Index user, const Eigen::VectorXd& theta,
                                                         random::Stream& stream) const {
    (void)stream;
    return gradient(user, theta);
  }

 protected:
  Problem() = default;
  Problem(const Problem&) = default;
  Problem& operator=(const Problem&) = default;
};

/// f_u(theta) = (1/2) sum_j curvature(u, j) (theta_j - center(u, j))^2: the optimum is known.
class QuadraticProblem final : public Problem {
 public:
  /// @param curvature  n x d; may be negative (a part that is not convex) as long as the column sums are > 0.
  /// @param center     n x d.
  /// @throws Error(Errc::shape) if sizes differ or are 0; Error(Errc::conditions) if a column of `curvature` does not
  /// add up to more than 0.
  QuadraticProblem(RowMatrix curvature, RowMatrix center);

  [[nodiscard]] Eigen::Index users() const override { return curvature_.rows(); }
  [[nodiscard]] Eigen::Index dimension() const override { return curvature_.cols(); }
  [[nodiscard]] double objective(const Eigen::VectorXd& theta) const override;
  [[nodiscard]] Eigen::VectorXd gradient(Eigen::Index user, const Eigen::VectorXd& theta) const override;
  /// The minimizer of F.
  [[nodiscard]] const Eigen::VectorXd& optimum() const noexcept { return optimum_; }

 private:
  RowMatrix curvature_, center_;
  Eigen::VectorXd optimum_;
};

}  // namespace hearsay::learning
