// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/logistic.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::learning {

double logistic_loss(double margin) {
  return margin > 0.0 ? std::log1p(std::exp(-margin)) : -margin + std::log1p(std::exp(margin));
}

double logistic_slope(double margin) {
  if (margin < 0.0) return -1.0 / (1.0 + std::exp(margin));
  const double odds = std::exp(-margin);
  return -odds / (1.0 + odds);
}

double logistic_objective(const Samples& samples, const Eigen::VectorXd& theta, double l2) {
  const Eigen::VectorXd margins = samples.y.cwiseProduct(samples.x * theta);
  return margins.unaryExpr(&logistic_loss).mean() + 0.5 * l2 * theta.squaredNorm();
}

double accuracy(const Samples& samples, const Eigen::VectorXd& theta) {
  const Eigen::VectorXd scores = samples.x * theta;
  return static_cast<double>(((scores.array() > 0.0) == (samples.y.array() > 0.0)).count()) /
         static_cast<double>(samples.rows());
}

LogisticProblem::LogisticProblem(Samples samples, std::vector<std::vector<Eigen::Index>> hands, double l2)
    : samples_(std::move(samples)),
      hands_(std::move(hands)),
      row_weight_(Eigen::VectorXd::Zero(samples_.rows())),
      l2_(require_non_negative("LogisticProblem", "l2", l2)) {
  if (hands_.empty()) throw Error(Errc::shape, "LogisticProblem", "there must be at least one user");
  for (std::size_t user = 0; user < hands_.size(); ++user) {
    if (hands_[user].empty()) throw Error(Errc::shape, "LogisticProblem", fmt::format("user {} has no data", user));
    for (const auto row : hands_[user]) {
      if (row < 0 || row >= samples_.rows())
        throw Error(Errc::shape, "LogisticProblem",
                    fmt::format("user {} has row {} of {}", user, row, samples_.rows()));
      row_weight_[row] += 1.0 / (static_cast<double>(hands_.size()) * static_cast<double>(hands_[user].size()));
    }
  }
}

double LogisticProblem::objective(const Eigen::VectorXd& theta) const {
  const Eigen::VectorXd margins = samples_.y.cwiseProduct(samples_.x * theta);
  return row_weight_.dot(margins.unaryExpr(&logistic_loss)) + 0.5 * l2_ * theta.squaredNorm();
}

Eigen::VectorXd LogisticProblem::gradient(Eigen::Index user, const Eigen::VectorXd& theta) const {
  const auto& rows = hands_[static_cast<std::size_t>(user)];
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(dimension());
  for (const auto row : rows) {
    const double y = samples_.y[row];
    sum += y * logistic_slope(y * samples_.x.row(row).dot(theta)) * samples_.x.row(row).transpose();
  }
  return sum / static_cast<double>(rows.size()) + l2_ * theta;
}

Eigen::VectorXd LogisticProblem::sampled_gradient(Eigen::Index user, const Eigen::VectorXd& theta,
                                                  random::Stream& stream) const {
  const auto& rows = hands_[static_cast<std::size_t>(user)];
  const auto row = rows[stream.below(rows.size())];
  const double y = samples_.y[row];
  return y * logistic_slope(y * samples_.x.row(row).dot(theta)) * samples_.x.row(row).transpose() + l2_ * theta;
}

Eigen::VectorXd LogisticProblem::minimum() const {
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(dimension());
  for (int step = 0; step < 100; ++step) {
    const Eigen::VectorXd margins = samples_.y.cwiseProduct(samples_.x * theta);
    const Eigen::VectorXd slopes = margins.unaryExpr(&logistic_slope);
    const Eigen::VectorXd gradient =
        samples_.x.transpose() * row_weight_.cwiseProduct(slopes).cwiseProduct(samples_.y) + l2_ * theta;
    if (gradient.norm() <= 1e-10) return theta;
    const Eigen::VectorXd curvature = row_weight_.array() * (-slopes.array()) * (1.0 + slopes.array());
    Eigen::MatrixXd hessian = samples_.x.transpose() * curvature.asDiagonal() * samples_.x;
    hessian.diagonal().array() += l2_ + 1e-12;  // a feature that is constant 0 has no curvature
    const Eigen::VectorXd direction = hessian.ldlt().solve(gradient);
    const double start = objective(theta);
    double scale = 1.0;
    while (scale > 1e-10 &&
           objective(theta - scale * direction) > start - 1e-4 * scale * gradient.dot(direction) + 1e-15)
      scale /= 2.0;
    theta -= scale * direction;
  }
  throw Error(Errc::not_converged, "LogisticProblem::minimum",
              "no minimum after 100 Newton steps: separable data need an L2 term");
}

}  // namespace hearsay::learning
