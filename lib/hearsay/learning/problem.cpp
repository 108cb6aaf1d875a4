// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/problem.hpp>

#include <fmt/format.h>

#include <hearsay/core/error.hpp>

namespace hearsay::learning {

QuadraticProblem::QuadraticProblem(RowMatrix curvature, RowMatrix center)
    : curvature_(std::move(curvature)), center_(std::move(center)) {
  if (curvature_.rows() != center_.rows() || curvature_.cols() != center_.cols() || curvature_.size() == 0) {
    throw Error(Errc::shape, "QuadraticProblem",
                fmt::format("curvature is {} x {} and center {} x {}: they must agree and not be empty",
                            curvature_.rows(), curvature_.cols(), center_.rows(), center_.cols()));
  }
  const Eigen::VectorXd total = curvature_.colwise().sum();
  if (!(total.minCoeff() > 0.0))
    throw Error(Errc::conditions, "QuadraticProblem",
                "the average must be strictly convex: every column of curvature must add up to more than 0");
  optimum_ = curvature_.cwiseProduct(center_).colwise().sum().transpose().cwiseQuotient(total);
}

double QuadraticProblem::objective(const Eigen::VectorXd& theta) const {
  const RowMatrix offset = (-center_).rowwise() + theta.transpose();
  return 0.5 * curvature_.cwiseProduct(offset.cwiseAbs2()).sum() / static_cast<double>(users());
}

Eigen::VectorXd QuadraticProblem::gradient(Eigen::Index user, const Eigen::VectorXd& theta) const {
  return curvature_.row(user).transpose().cwiseProduct(theta - center_.row(user).transpose());
}

}  // namespace hearsay::learning
