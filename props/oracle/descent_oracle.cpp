// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/descent_oracle.hpp"

#include <utility>

namespace hearsay::props::oracle {

Eigen::VectorXd QuadraticDescent::optimum() const {
  return curvature.cwiseProduct(center).colwise().sum().cwiseQuotient(curvature.colwise().sum()).transpose();
}

Eigen::MatrixXd accelerated_steps(const Eigen::MatrixXd& w, double gamma, int steps) {
  Eigen::MatrixXd before = Eigen::MatrixXd::Identity(w.rows(), w.cols()), now = w;
  for (int k = 1; k < steps; ++k) {
    Eigen::MatrixXd next = gamma * w * now + (1.0 - gamma) * before;
    before = std::exchange(now, std::move(next));
  }
  return now;
}

std::vector<double> expected_excess(const QuadraticDescent& d) {
  const auto n = d.curvature.rows();
  const auto optimum = d.optimum();
  const Eigen::MatrixXd noise = d.step * d.step * d.sigma * d.sigma * d.mixing * d.mixing.transpose();
  std::vector<double> excess(static_cast<std::size_t>(d.rounds), 0.0);
  for (Eigen::Index j = 0; j < d.curvature.cols(); ++j) {
    const Eigen::VectorXd a = d.curvature.col(j);
    const Eigen::MatrixXd round = d.mixing * (1.0 - d.step * a.array()).matrix().asDiagonal();
    const Eigen::VectorXd drift = d.step * d.mixing * a.cwiseProduct(d.center.col(j));
    Eigen::VectorXd mean = Eigen::VectorXd::Zero(n);
    Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(n, n);
    for (auto& at : excess) {
      const double bias = mean.mean() - optimum[j], variance = covariance.sum() / static_cast<double>(n * n);
      at += 0.5 * a.mean() * (bias * bias + variance);
      mean = (round * mean + drift).eval();
      covariance = (round * covariance * round.transpose() + noise).eval();
    }
  }
  return excess;
}

}  // namespace hearsay::props::oracle
