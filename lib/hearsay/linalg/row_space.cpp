// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/row_space.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/decompositions.hpp>

namespace hearsay::linalg {

RowSpace::RowSpace(Eigen::Index n, double unit) : basis_(n, 0), unit_(unit) {}

bool RowSpace::add(const Eigen::VectorXd& vector) {
  const double norm = vector.norm();
  if (norm == 0.0 || rank_ == vector.size()) return false;
  const auto known = basis_.leftCols(rank_);
  Eigen::VectorXd coefficients = known.transpose() * vector;
  Eigen::VectorXd rest = vector - known * coefficients;
  const Eigen::VectorXd correction = known.transpose() * rest;
  rest -= known * correction;
  coefficients += correction;

  double error = unit_ * norm;
  for (Eigen::Index j = 0; j < rank_; ++j) error += std::abs(coefficients(j)) * errors_[static_cast<std::size_t>(j)];
  const double left = rest.norm();
  if (left <= 4.0 * error) {
    largest_doubt_ = std::max(largest_doubt_, 5.0 * error / norm);
    return false;
  }
  rest /= left;
  rest -= known * (known.transpose() * rest);  // restores orthogonality to rounding when little was left
  if (rank_ == basis_.cols()) basis_.conservativeResize(Eigen::NoChange, std::min(vector.size(), 2 * rank_ + 4));
  basis_.col(rank_++) = rest.normalized();
  errors_.push_back(error / left);
  return true;
}

double RowSpace::error() const {
  double sum = 0.0;
  for (const double e : errors_) sum += e * e;
  return 2.0 * std::sqrt(sum);
}

namespace {

/// Calls body(begin, count) for pieces of n rows, so that what is summed over the columns of a large basis stays in
/// cache.
template <class Body>
void for_rows(Eigen::Index n, const Body& body) {
  constexpr Eigen::Index piece = 4096;
  for (Eigen::Index begin = 0; begin < n; begin += piece) body(begin, std::min(piece, n - begin));
}

}  // namespace

Eigen::VectorXd projections(const Eigen::Ref<const Eigen::MatrixXd>& basis) {
  Eigen::VectorXd result = Eigen::VectorXd::Zero(basis.rows());
  for_rows(basis.rows(), [&](Eigen::Index begin, Eigen::Index count) {
    for (Eigen::Index j = 0; j < basis.cols(); ++j)
      result.segment(begin, count) += basis.col(j).segment(begin, count).cwiseAbs2();
  });
  return result;
}

std::optional<Eigen::VectorXd> delete_rows(const Eigen::Ref<const Eigen::MatrixXd>& basis, const Eigen::VectorXd& whole,
                                           std::span<const Index> deleted, std::optional<std::int64_t> rank) {
  constexpr double least = 1e-2, nothing = 1e-8;
  Eigen::VectorXd result = whole;
  for (const auto v : deleted) result(v) = 0.0;
  if (basis.cols() == 0 || deleted.empty()) return result;

  Eigen::MatrixXd rows(static_cast<Eigen::Index>(deleted.size()), basis.cols());
  for (Eigen::Index i = 0; i < rows.rows(); ++i) rows.row(i) = basis.row(deleted[static_cast<std::size_t>(i)]);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(rows, Eigen::ComputeThinV);
  Eigen::MatrixXd touched(basis.rows(), svd.matrixV().cols());
  for_rows(basis.rows(), [&](Eigen::Index begin, Eigen::Index count) {
    touched.middleRows(begin, count).noalias() = basis.middleRows(begin, count) * svd.matrixV();
  });
  for (const auto v : deleted) touched.row(v).setZero();
  result -= touched.rowwise().squaredNorm();

  // Singular values of Q_O decrease, so what is left outside O increases: the longest directions come first.
  const auto lost = basis.cols() - static_cast<Eigen::Index>(rank.value_or(basis.cols()));
  if (lost < 0 || lost > touched.cols()) return std::nullopt;
  Eigen::MatrixXd kept(basis.rows(), 0);
  for (Eigen::Index i = touched.cols(); i-- > 0;) {
    Eigen::VectorXd rest = touched.col(i);
    for (int pass = 0; pass < 2; ++pass) rest -= kept * (kept.transpose() * rest);
    const double left = rest.norm();
    if (i < lost ? left > nothing : left < least) return std::nullopt;
    if (i < lost) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = rest / left;
  }
  result += projections(kept);
  return result;
}

}  // namespace hearsay::linalg
