// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/grounded_laplacian.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/core/rounding.hpp>
#include <hearsay/linalg/lockstep_gradient.hpp>

namespace hearsay::linalg {

namespace {

using Eigen::VectorXd;

constexpr double gradient_tolerance = 1e-13, largest_residual = 1e-3;
constexpr int gradient_steps = 20'000;
constexpr double accurate = 1e-9;              ///< relative bounds above are worth another solution
constexpr double above_rounding = 1.0 + 1e-9;  ///< covers the rounding of sums of up to 10^6 terms >= 0
constexpr double underflow = 1e-300;           ///< above what underflow loses in one entry

/// L x with a bound on its rounding error, of one row.
struct RowProduct {
  double value = 0.0, error = 0.0;
};

RowProduct row_product(const SparseMatrix& matrix, const VectorXd& x, Eigen::Index row) {
  double value = 0.0, sizes = 0.0;
  int terms = 0;
  for (SparseMatrix::InnerIterator entry(matrix, row); entry; ++entry, ++terms) {
    const double term = entry.value() * x[entry.col()];
    value += term;
    sizes += std::abs(term);
  }
  return {.value = value, .error = (terms + 4) * 2.0 * unit_roundoff * sizes + underflow};
}

}  // namespace

GroundedLaplacian::GroundedLaplacian(SparseMatrix matrix, std::size_t most) : matrix_(std::move(matrix)) {
  const Eigen::SparseMatrix<double> columns = matrix_;
  if (factor_fits(columns, most)) {
    auto factor = std::make_shared<Factor>(columns);
    if (factor->info() == Eigen::Success) factor_ = std::move(factor);
  }
  times_ = refined(VectorXd::Ones(size()));
  least_ = infinity;
  for (Eigen::Index v = 0; v < size(); ++v) {
    const auto product = row_product(matrix_, times_, v);
    least_ = std::min(least_, product.value - product.error);
  }
}

/// The solution after one step of iterative refinement, of a factor; by gradients as it is.
VectorXd GroundedLaplacian::refined(const VectorXd& b) const {
  if (factor_) {
    VectorXd x = factor_->solve(b);
    const VectorXd residual = b - matrix_ * x;
    return x + factor_->solve(residual);
  }
  Lockstep columns = Lockstep::Zero(size(), lockstep_columns);
  columns.col(0) = b.array();
  return lockstep_gradient(matrix_, columns, gradient_tolerance, gradient_steps).col(0).matrix();
}

/// At least |b - L x|, node by node.
VectorXd GroundedLaplacian::residual_bound(const VectorXd& b, const VectorXd& x) const {
  VectorXd bound(size());
  for (Eigen::Index v = 0; v < size(); ++v) {
    const auto product = row_product(matrix_, x, v);
    bound[v] = (std::abs(b[v] - product.value) + product.error) * above_rounding;
  }
  return bound;
}

/// max z_v / x_v over the watched nodes of a z with L z >= bound, +infinity if no such z is found.
double GroundedLaplacian::relative_by_solving(const VectorXd& x, const VectorXd& bound,
                                              std::span<const Index> watched) const {
  const VectorXd z = refined(2.0 * bound);
  for (Eigen::Index v = 0; v < size(); ++v) {
    const auto product = row_product(matrix_, z, v);
    if (!(product.value - product.error >= bound[v])) return infinity;
  }
  double largest = 0.0;
  for (const auto v : watched) largest = std::max(largest, x[v] > 0.0 ? z[v] / x[v] * above_rounding : infinity);
  return largest;
}

BoundedSolution GroundedLaplacian::bounded(const VectorXd& b, VectorXd x, std::span<const Index> watched) const {
  const VectorXd bound = residual_bound(b, x);
  double residual = 0.0, largest = 0.0, relative = 0.0;
  for (Eigen::Index v = 0; v < size(); ++v) {
    residual += bound[v];
    largest = std::max(largest, bound[v]);
  }
  residual *= above_rounding;
  if (!(residual <= largest_residual * b.sum())) {
    throw Error(Errc::not_converged, "GroundedLaplacian",
                fmt::format("{} nodes; a system is solved only up to a residual of {:.1e}", size(), residual));
  }
  for (const auto v : watched) {
    const bool known = least_ > 0.0 && x[v] > 0.0;
    relative = std::max(relative, known ? largest * times_[v] / least_ / x[v] * above_rounding : infinity);
  }
  if (factor_ && relative > accurate) relative = std::min(relative, relative_by_solving(x, bound, watched));
  return {.x = std::move(x), .residual = residual, .relative = relative};
}

BoundedSolution GroundedLaplacian::solve(const VectorXd& b, std::span<const Index> watched) const {
  return bounded(b, refined(b), watched);
}

std::vector<BoundedSolution> GroundedLaplacian::solve_units(std::span<const Unit> units) const {
  std::vector<BoundedSolution> solutions;
  Lockstep columns = Lockstep::Zero(size(), lockstep_columns);
  if (!factor_) {
    for (std::size_t c = 0; c < units.size(); ++c) columns(units[c].at, static_cast<Eigen::Index>(c)) = 1.0;
    columns = lockstep_gradient(matrix_, columns, gradient_tolerance, gradient_steps);
  }
  for (std::size_t c = 0; c < units.size(); ++c) {
    const VectorXd unit = VectorXd::Unit(size(), units[c].at);
    VectorXd x = factor_ ? refined(unit) : VectorXd(columns.col(static_cast<Eigen::Index>(c)));
    solutions.push_back(bounded(unit, std::move(x), units[c].watched));
  }
  return solutions;
}

}  // namespace hearsay::linalg
