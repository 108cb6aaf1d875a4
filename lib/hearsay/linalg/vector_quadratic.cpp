// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/vector_quadratic.hpp>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

/// Vectors that are in no special position, the same in every run: rows of a T x rank matrix, of length 1.
Eigen::MatrixXd starting_vectors(Eigen::Index size, Eigen::Index rank) {
  Eigen::MatrixXd v(size, rank);
  for (Eigen::Index t = 0; t < size; ++t) {
    for (Eigen::Index j = 0; j < rank; ++j) v(t, j) = std::cos(1.0 + 7.3 * static_cast<double>(t * rank + j));
    v.row(t).normalize();
  }
  return v;
}

/// Turns each vector to where the others pull it until all stand still. @return <M, V V^T>.
double ascend(const Eigen::MatrixXd& m, Eigen::MatrixXd& v) {
  constexpr int most_sweeps = 2000;
  double moved = 1.0;
  for (int sweep = 0; sweep < most_sweeps && moved > 1e-13; ++sweep) {
    moved = 0.0;
    for (Eigen::Index t = 0; t < m.rows(); ++t) {
      const Eigen::RowVectorXd pull = m.row(t) * v - m(t, t) * v.row(t);
      const double length = pull.norm();
      if (length == 0.0) continue;
      moved = std::max(moved, (v.row(t) - pull / length).norm());
      v.row(t) = pull / length;
    }
  }
  return (v.transpose() * m * v).trace();
}

bool dominates(const Eigen::VectorXd& y, const Eigen::MatrixXd& m) {
  Eigen::MatrixXd rest = -m;
  rest.diagonal() += y;
  return Eigen::LLT<Eigen::MatrixXd>(rest).info() == Eigen::Success;
}

/// The dual at the vectors, lifted until Diag(y) - M is positive semidefinite; empty if that cannot be shown.
Eigen::VectorXd lifted_dual(const Eigen::MatrixXd& m, const Eigen::MatrixXd& v) {
  Eigen::VectorXd y = (m * v).rowwise().norm();
  Eigen::MatrixXd rest = -m;
  rest.diagonal() += y;
  const double least = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(rest, Eigen::EigenvaluesOnly).eigenvalues()(0);
  y.array() += std::max(0.0, -least);
  y = y * (1.0 + 1e-10) + Eigen::VectorXd::Constant(y.size(), 1e-13 * y.maxCoeff());
  return dominates(y, m) ? y : Eigen::VectorXd();
}

}  // namespace

VectorBounds vector_quadratic_bounds(const Eigen::MatrixXd& m) {
  if (m.rows() != m.cols())
    throw Error(Errc::shape, "vector_quadratic_bounds",
                fmt::format("M is {} x {}, must be square", m.rows(), m.cols()));
  const auto size = m.rows();
  VectorBounds bounds{.dual = m.cwiseAbs().rowwise().sum()};
  if (size == 0 || m.isZero(0.0)) return bounds;
  const auto rank = std::min(size, static_cast<Eigen::Index>(std::sqrt(2.0 * static_cast<double>(size))) + 2);
  Eigen::MatrixXd v = starting_vectors(size, rank);
  bounds.lower = std::max(ascend(m, v), m.sum());
  const double largest =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m, Eigen::EigenvaluesOnly).eigenvalues()(size - 1);
  const Eigen::VectorXd even = Eigen::VectorXd::Constant(size, largest * (1.0 + 1e-10));
  for (const Eigen::VectorXd& y : {lifted_dual(m, v), even}) {
    if (y.size() == size && y.sum() < bounds.dual.sum() && dominates(y, m)) bounds.dual = y;
  }
  bounds.upper = std::max(bounds.dual.sum(), bounds.lower);
  return bounds;
}

}  // namespace hearsay::linalg
