// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/rate.hpp>

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/IterativeLinearSolvers>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/conjugate_gradient.hpp>

namespace hearsay::accounting {

namespace {

constexpr const char* where = "ContinualRate";

/// |P e_u|^2 for every u, P the projector on the range of x (full column rank).
Eigen::VectorXd leverages(const Eigen::MatrixXd& x) {
  const Eigen::HouseholderQR<Eigen::MatrixXd> qr(x);
  const Eigen::MatrixXd q = qr.householderQ() * Eigen::MatrixXd::Identity(x.rows(), x.cols());
  return q.rowwise().squaredNorm();
}

/// R x for one vector.
class Advance {
 public:
  Advance(const ContinualSystem& system, const Execution& execution) : system_(system), execution_(execution) {}
  Eigen::VectorXd operator()(const Eigen::VectorXd& x) {
    in_ = x;
    system_.advance(in_, out_, execution_);
    return out_.col(0);
  }

 private:
  const ContinualSystem& system_;
  Execution execution_;
  NodeBlock in_, out_;
};

}  // namespace

ContinualRate::ContinualRate(const graph::GossipMatrix& w, const ContinualView& view, const Execution& execution)
    : system_(w, view), execution_(execution) {
  require_primitive(where, w);
}

Eigen::VectorXd ContinualRate::constant() const {
  const auto n = static_cast<Eigen::Index>(system_.nodes());
  const Eigen::MatrixXd q = system_.observation();
  Eigen::VectorXd rate = Eigen::VectorXd::Zero(n);
  Eigen::MatrixXd sources = q;
  const bool whole = !system_.knows_noise();  // then I - R is singular along 1
  if (whole) {
    rate.setConstant(1.0 / static_cast<double>(n));
    const Eigen::VectorXd c = q.colwise().sum().transpose();
    const Eigen::MatrixXd complement =
        Eigen::MatrixXd(Eigen::HouseholderQR<Eigen::MatrixXd>(c).householderQ()).rightCols(c.size() - 1);
    sources = q * complement;
  }
  if (sources.cols() == 0) return rate;

  Advance advance(system_, execution_);
  const linalg::LinearMap map = [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) {
    y = x - advance(x);
    if (whole) y.array() += x.mean();
  };
  linalg::LinearMap precondition;
  Eigen::IncompleteCholesky<double> incomplete;
  if (system_.steps_per_round() == 1) {
    Eigen::SparseMatrix<double> laplacian = -Eigen::SparseMatrix<double>(system_.step_matrix());
    for (Eigen::Index v = 0; v < n; ++v)
      laplacian.coeffRef(static_cast<int>(v), static_cast<int>(v)) +=
          1.0 + (whole ? 1.0 / static_cast<double>(n) : 0.0);
    laplacian.makeCompressed();
    incomplete.compute(laplacian);
    if (incomplete.info() == Eigen::Success)
      precondition = [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) { y = incomplete.solve(x); };
  }
  Eigen::MatrixXd potentials(n, sources.cols());
  for (Eigen::Index i = 0; i < sources.cols(); ++i) {
    Eigen::VectorXd x = linalg::conjugate_gradient(where, map, precondition, sources.col(i));
    if (whole) x.array() -= x.mean();
    potentials.col(i) = x;
  }
  return rate + leverages(potentials);
}

Eigen::VectorXd ContinualRate::density(double frequency) const {
  if (!(frequency >= 0.0 && frequency <= std::numbers::pi)) {
    throw Error(Errc::domain, where, fmt::format("frequency = {} must be in [0, pi]", frequency));
  }
  if (frequency == 0.0) return constant();
  const auto n = static_cast<Eigen::Index>(system_.nodes());
  const Eigen::MatrixXd q = system_.observation();
  Advance advance(system_, execution_);
  const double twice_cosine = 2.0 * std::cos(frequency);
  const linalg::LinearMap map = [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) {
    const Eigen::VectorXd rx = advance(x);
    y = x - twice_cosine * rx + advance(rx);
  };
  // The direction 1 is an eigenvector when no noise is known, and the worst conditioned one: it is solved apart.
  const double along_one = system_.knows_noise() ? 0.0 : 1.0;
  Eigen::MatrixXd x(n, q.cols());
  for (Eigen::Index i = 0; i < q.cols(); ++i) {
    const double mean = along_one * q.col(i).mean();
    Eigen::VectorXd rest = linalg::conjugate_gradient(where, map, {}, (q.col(i).array() - mean).matrix());
    rest.array() += mean / (2.0 - twice_cosine) - along_one * rest.mean();
    x.col(i) = rest;
  }
  const Eigen::LLT<Eigen::MatrixXd> gram(q.transpose() * x);
  Eigen::VectorXd density = Eigen::VectorXd::Zero(n);
  if (q.cols() == 0) return density;
  // y = Q^T (I - e^{iw} R) X^T e_u: real and imaginary parts are whitened apart.
  Eigen::MatrixXd rx(n, q.cols());
  for (Eigen::Index i = 0; i < q.cols(); ++i) rx.col(i) = advance(x.col(i));
  const Eigen::MatrixXd real = gram.matrixL().solve((x - std::cos(frequency) * rx).transpose());
  const Eigen::MatrixXd imaginary = gram.matrixL().solve((std::sin(frequency) * rx).transpose());
  return real.colwise().squaredNorm().transpose() + imaginary.colwise().squaredNorm().transpose();
}

Eigen::VectorXd ContinualRate::square_wave(int half) const {
  if (half < 1) throw Error(Errc::domain, where, fmt::format("half = {} must be at least 1", half));
  Eigen::VectorXd grown = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system_.nodes()));
  for (int k = 1; k <= half; k += 2) {
    const double frequency = std::numbers::pi * k / half;
    const double power =
        std::pow(half * std::sin(frequency / 2.0), -2);  // of this frequency alone, not of its negative
    grown += (k == half ? power : 2.0 * power) * density(frequency);
  }
  return grown;
}

ContinualRate::Peak ContinualRate::peak(graph::Node target) const {
  if (target >= system_.nodes())
    throw Error(Errc::domain, where, fmt::format("target {} is not in 0 .. {}", target, system_.nodes() - 1));
  const auto at = [&](double frequency) { return density(frequency)(target); };
  std::vector<double> grid{0.0};
  for (double frequency = 1e-3; frequency < 0.2; frequency *= 1.25) grid.push_back(frequency);
  for (int i = 1; i <= 24; ++i) grid.push_back(0.2 + (std::numbers::pi - 0.2) * i / 24.0);
  std::vector<double> values(grid.size());
  std::ranges::transform(grid, values.begin(), at);
  const auto best = static_cast<std::size_t>(std::ranges::max_element(values) - values.begin());
  Peak peak{.frequency = grid[best], .density = values[best]};
  if (best == 0) return peak;
  double low = grid[best - 1], high = grid[std::min(best + 1, grid.size() - 1)];
  constexpr double golden = 1.0 / std::numbers::phi;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = at(a), at_b = at(b);
  while (high - low > 1e-6 * high) {
    if (at_a > at_b) {
      high = b, b = a, at_b = at_a;
      a = high - golden * (high - low), at_a = at(a);
    } else {
      low = a, a = b, at_a = at_b;
      b = low + golden * (high - low), at_b = at(b);
    }
    if (std::max(at_a, at_b) > peak.density) peak = at_a > at_b ? Peak{a, at_a} : Peak{b, at_b};
  }
  return peak;
}

}  // namespace hearsay::accounting
