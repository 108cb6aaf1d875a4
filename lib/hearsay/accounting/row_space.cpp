#include <hearsay/accounting/row_space.hpp>

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>

namespace hearsay::accounting {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

RowSpace::RowSpace(Eigen::Index n, double unit)
    : basis_(n, 0), unit_(std::max(unit, 8.0 * epsilon)) {}

bool RowSpace::add(const Eigen::VectorXd& vector) {
  const double norm = vector.norm();
  if (norm == 0.0 || rank_ == vector.size()) return false;
  const auto q = basis_.leftCols(rank_);
  Eigen::VectorXd coefficients = q.transpose() * vector;
  Eigen::VectorXd rest = vector - q * coefficients;
  const Eigen::VectorXd correction = q.transpose() * rest;
  rest -= q * correction;
  coefficients += correction;

  double error = unit_ * norm;
  for (Eigen::Index j = 0; j < rank_; ++j) error += std::abs(coefficients(j)) * errors_[static_cast<std::size_t>(j)];
  const double left = rest.norm();
  if (left <= 4.0 * error) return false;
  if (rank_ == basis_.cols()) basis_.conservativeResize(Eigen::NoChange, std::min(vector.size(), 2 * rank_ + 4));
  // A third pass restores orthogonality to rounding when little was left.
  const auto kept = basis_.leftCols(rank_);
  rest /= left;
  rest -= kept * (kept.transpose() * rest);
  basis_.col(rank_++) = rest.normalized();
  errors_.push_back(error / left);
  return true;
}

Eigen::VectorXd projections(const Eigen::MatrixXd& basis) { return basis.rowwise().squaredNorm(); }

Deleted delete_rows(const Eigen::MatrixXd& basis, std::span<const graph::Node> deleted) {
  const auto rank = basis.cols();
  Deleted result{.projections = projections(basis), .rank = rank};
  if (rank == 0) return result;
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(deleted.size()), rank);
  for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = basis.row(deleted[static_cast<std::size_t>(i)]);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(rows, Eigen::ComputeThinV);

  Eigen::MatrixXd touched = basis * svd.matrixV();
  result.projections -= touched.rowwise().squaredNorm();
  for (const auto v : deleted) touched.row(v).setZero();
  RowSpace rest(basis.rows(), 1e-12);
  // A direction with little left outside the deleted rows is known only to the basis's own accuracy.
  for (Eigen::Index i = touched.cols(); i-- > 0;) {
    if (touched.col(i).norm() > 1e-7) rest.add(touched.col(i));
  }
  result.projections += projections(rest.basis());
  result.rank += rest.rank() - touched.cols();
  for (const auto v : deleted) result.projections(v) = 0.0;
  return result;
}

}  // namespace hearsay::accounting
