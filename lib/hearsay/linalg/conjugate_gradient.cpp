// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/conjugate_gradient.hpp>

#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

/// One run of the iteration until the recursive residual is below `target`, at most `cap` steps. @return steps taken.
Eigen::Index run(const LinearMap& map, const LinearMap& precondition, const Eigen::VectorXd& b, double target,
                 Eigen::Index cap, Eigen::VectorXd& x) {
  x = Eigen::VectorXd::Zero(b.size());
  Eigen::VectorXd r = b, z = b, ap(b.size());
  if (precondition) precondition(r, z);
  Eigen::VectorXd p = z;
  double rz = r.dot(z);
  Eigen::Index steps = 0;
  while (r.norm() > target && steps < cap) {
    map(p, ap);
    const double alpha = rz / p.dot(ap);
    x += alpha * p;
    r -= alpha * ap;
    if (precondition) {
      precondition(r, z);
    } else {
      z = r;
    }
    const double rz_new = r.dot(z);
    p = z + (rz_new / rz) * p;
    rz = rz_new;
    ++steps;
  }
  return steps;
}

}  // namespace

Eigen::VectorXd conjugate_gradient(std::string_view where, const LinearMap& map, const LinearMap& precondition,
                                   const Eigen::VectorXd& b) {
  Eigen::VectorXd x = Eigen::VectorXd::Zero(b.size()), residual = b, correction, ax(b.size());
  const double norm = b.norm();
  Eigen::Index left = 20 * b.size() + 1000;
  double reached = norm;
  while (reached > 1e-15 * norm && left > 0) {
    left -= run(map, precondition, residual, 1e-9 * reached, left, correction);
    const Eigen::VectorXd better = x + correction;
    map(better, ax);
    const double now = (b - ax).norm();
    if (!(now < 0.5 * reached)) break;
    x = better;
    residual = b - ax;
    reached = now;
  }
  if (!(reached <= 1e-12 * (norm + x.norm()))) {
    throw Error(Errc::not_converged, where,
                fmt::format("conjugate gradients stopped at the relative residual {:.1e}", reached / norm));
  }
  return x;
}

}  // namespace hearsay::linalg
