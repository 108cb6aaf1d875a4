// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/boolean_quadratic.hpp>

#include <Spectra/MatOp/DenseSymMatProd.h>
#include <Spectra/SymEigsSolver.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <bit>
#include <cstdint>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

/// Flips the sign that helps most until none does. @return s^T M s.
double climb(const Eigen::MatrixXd& m, Eigen::VectorXd& s) {
  Eigen::VectorXd ms = m * s;
  const double scale = 1e-13 * m.diagonal().sum();
  for (Eigen::Index flips = 0; flips < 20 * s.size(); ++flips) {
    Eigen::Index best = 0;
    const double gain = (4.0 * (m.diagonal() - s.cwiseProduct(ms))).maxCoeff(&best);
    if (gain <= scale) break;
    ms -= 2.0 * s(best) * m.col(best);
    s(best) = -s(best);
  }
  return s.dot(m * s);
}

/// Power iteration: a direction good enough to take signs from, and its Rayleigh quotient, a lower bound on lambda_max.
std::pair<Eigen::VectorXd, double> rough_top(const Eigen::MatrixXd& m) {
  const auto size = m.rows();
  Eigen::VectorXd x(size);
  for (Eigen::Index i = 0; i < size; ++i) x(i) = 1.0 + 0.5 * static_cast<double>((i * 7919) % 101) / 101.0;
  x.normalize();
  double quotient = 0.0;
  for (int i = 0; i < 60; ++i) {
    const Eigen::VectorXd mx = m * x;
    quotient = x.dot(mx);
    if (mx.norm() == 0.0) break;
    x = mx.normalized();
  }
  return {x, quotient};
}

bool dominates(double lambda, const Eigen::MatrixXd& m) {
  Eigen::MatrixXd rest = -m;
  rest.diagonal().array() += lambda;
  return Eigen::LLT<Eigen::MatrixXd>(rest).info() == Eigen::Success;
}

double largest_eigenvalue(const Eigen::MatrixXd& m) {
  if (m.rows() > 200) {
    Spectra::DenseSymMatProd<double> product(m);
    Spectra::SymEigsSolver<Spectra::DenseSymMatProd<double>> solver(product, 1, 40);
    solver.init();
    solver.compute(Spectra::SortRule::LargestAlge, 2000, 1e-13);
    if (solver.info() == Spectra::CompInfo::Successful) {
      const double lambda = solver.eigenvalues()(0) * (1.0 + 1e-10);
      if (dominates(lambda, m)) return lambda;
    }
  }
  return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff() *
         (1.0 + 1e-10);
}

}  // namespace

double boolean_quadratic_maximum(const Eigen::MatrixXd& m) {
  const auto size = m.rows();
  if (size > 24)
    throw Error(Errc::too_large, "boolean_quadratic_maximum", fmt::format("T = {} must be at most 24", size));
  if (size == 0) return 0.0;
  Eigen::VectorXd s = Eigen::VectorXd::Ones(size);
  Eigen::VectorXd ms = m * s;
  double value = s.dot(ms), best = value;
  for (std::uint64_t i = 1; i < (std::uint64_t{1} << (size - 1)); ++i) {
    const auto bit = static_cast<Eigen::Index>(std::countr_zero(i));
    value += 4.0 * (m(bit, bit) - s(bit) * ms(bit));
    ms -= 2.0 * s(bit) * m.col(bit);
    s(bit) = -s(bit);
    best = std::max(best, value);
  }
  return best;
}

QuadraticBounds boolean_quadratic_bounds(const Eigen::MatrixXd& m) {
  if (m.rows() != m.cols())
    throw Error(Errc::shape, "boolean_quadratic_bounds",
                fmt::format("M is {} x {}, must be square", m.rows(), m.cols()));
  const auto size = m.rows();
  QuadraticBounds bounds{.exact = {}, .signs = Eigen::VectorXd::Ones(size)};
  if (size == 0) {
    bounds.exact = 0.0;
    return bounds;
  }
  bounds.constant = m.sum();
  bounds.lower = bounds.constant;
  const auto try_from = [&](Eigen::VectorXd s) {
    const double value = climb(m, s);
    if (value > bounds.lower) {
      bounds.lower = value;
      bounds.signs = std::move(s);
    }
  };
  const auto [top, quotient] = rough_top(m);
  try_from(Eigen::VectorXd::Ones(size));
  try_from(top.unaryExpr([](double x) { return x < 0.0 ? -1.0 : 1.0; }));
  for (Eigen::Index half = 1; half < size; half *= 2) {
    Eigen::VectorXd wave(size);
    for (Eigen::Index t = 0; t < size; ++t) wave(t) = (t / half) % 2 == 0 ? 1.0 : -1.0;
    try_from(std::move(wave));
  }
  bounds.upper = m.cwiseAbs().sum();
  const auto rounds = static_cast<double>(size);
  if (rounds * quotient < bounds.upper) bounds.upper = std::min(bounds.upper, rounds * largest_eigenvalue(m));
  bounds.upper = std::max(bounds.upper, bounds.lower);
  if (size <= 20) bounds.exact = boolean_quadratic_maximum(m);
  return bounds;
}

}  // namespace hearsay::linalg
