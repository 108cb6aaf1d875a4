// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/message_noise.hpp>

#include <fmt/format.h>
#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/linalg/blas.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sliced_matrix.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using linalg::DoubleDouble;
using linalg::DoubleDoubleMatrix;
using linalg::SlicedMatrix;

constexpr double wanted = 1e-8;  ///< of the losses

DoubleDouble sum(double a, double b) {
  const double high = a + b, part = high - a;
  return {.high = high, .low = (a - (high - part)) + (b - part)};
}

/// The two halves of a double, of 26 bits each: products of halves are exact.
struct Halves {
  double high, low;
};
Halves halves(double x) {
  const double big = 134217729.0 * x, high = big - (big - x);
  return {.high = high, .low = x - high};
}

/// into += factor x, for rows begin to end of a column.
void add_multiple(DoubleDoubleMatrix& into, Eigen::Index to, const DoubleDoubleMatrix& from, Eigen::Index column,
                  const DoubleDouble& factor, Eigen::Index begin, Eigen::Index end) {
  const auto [wh, wl] = halves(factor.high);
  double* high = into.high.col(to).data();
  double* low = into.low.col(to).data();
  const double* x = from.high.col(column).data();
  const double* rest = from.low.col(column).data();
  for (Eigen::Index i = begin; i < end; ++i) {
    const auto [xh, xl] = halves(x[i]);
    const double p = x[i] * factor.high;
    const double error = ((xh * wh - p) + xh * wl + xl * wh) + xl * wl + (x[i] * factor.low + rest[i] * factor.high);
    const double s = high[i] + p, part = s - high[i];
    low[i] += ((high[i] - (s - part)) + (p - part)) + error;
    high[i] = s;
  }
}

/// W in DoubleDouble, by rows.
struct WideMatrix {
  struct Entry {
    Eigen::Index row, column;
    DoubleDouble value;
  };
  std::vector<Entry> entries;

  explicit WideMatrix(const graph::GossipMatrix& w) {
    const auto exact = linalg::exact_entries(w);
    for (std::size_t u = 0; u < exact.rows.size(); ++u) {
      for (const auto& [column, value] : exact.rows[u]) {
        const double high = exact::to_double(value);
        const exact::Rational rest = value - exact::Rational(high);
        entries.push_back({static_cast<Eigen::Index>(u), column, {high, exact::to_double(rest)}});
      }
    }
  }
};

/// The rows e_v^T P_t(W) of the senders v, one t after the other.
class WideRows {
 public:
  WideRows(const HeardGossip& heard, const std::vector<graph::Node>& senders)
      : w_(heard.w),
        gamma_{.high = heard.gamma},
        rest_(sum(1.0, -heard.gamma)),
        current_(zeros(static_cast<Eigen::Index>(senders.size()), heard.w.rows())) {
    for (std::size_t i = 0; i < senders.size(); ++i) current_.high(static_cast<Eigen::Index>(i), senders[i]) = 1.0;
  }

  [[nodiscard]] const DoubleDoubleMatrix& current() const { return current_; }

  void advance(const Execution& execution) {
    const auto rows = current_.high.rows(), columns = current_.high.cols();
    auto next = zeros(rows, columns);
    constexpr Eigen::Index width = 64;
    const auto parts = static_cast<std::size_t>((rows + width - 1) / width);
    parallel_for(parts, execution.part(), [&](std::size_t part) {
      const auto begin = static_cast<Eigen::Index>(part) * width, end = std::min(rows, begin + width);
      for (const auto& [row, column, value] : w_.entries) add_multiple(next, column, current_, row, value, begin, end);
    });
    normalize(next);
    if (step_++ > 0 && gamma_.high != 1.0) {
      auto combined = zeros(rows, columns);
      for (Eigen::Index column = 0; column < columns; ++column) {
        add_multiple(combined, column, next, column, gamma_, 0, rows);
        add_multiple(combined, column, previous_, column, rest_, 0, rows);
      }
      normalize(combined);
      next = std::move(combined);
    }
    previous_ = std::exchange(current_, std::move(next));
  }

 private:
  static DoubleDoubleMatrix zeros(Eigen::Index rows, Eigen::Index columns) {
    return {.high = Eigen::MatrixXd::Zero(rows, columns), .low = Eigen::MatrixXd::Zero(rows, columns)};
  }
  static void normalize(DoubleDoubleMatrix& matrix) {
    for (Eigen::Index i = 0; i < matrix.high.size(); ++i) {
      const auto [high, low] = sum(matrix.high.data()[i], matrix.low.data()[i]);
      matrix.high.data()[i] = high;
      matrix.low.data()[i] = low;
    }
  }

  WideMatrix w_;
  DoubleDouble gamma_, rest_;
  DoubleDoubleMatrix current_, previous_;
  int step_ = 0;
};

/// A^T A in fixed-point numbers of as many digits as tau asks for.
struct Gram {
  SlicedMatrix matrix;
  double error = 0.0;  ///< of an entry
};

/// Bound on the errors of WideRows, in the norm of all rows and relative to it: a sum of k products is off by less than
/// (k + 8) 2^-103, in each of T steps; where signs differ, sums may be smaller than their terms.
double rounding_of_rows(const HeardGossip& heard, double messages) {
  bool rising = heard.gamma == 1.0;
  std::vector<int> terms(static_cast<std::size_t>(heard.w.cols()), 0);
  for (Eigen::Index u = 0; u < heard.w.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(heard.w, u); entry; ++entry) {
      rising = rising && entry.value() >= 0.0;
      ++terms[static_cast<std::size_t>(entry.col())];
    }
  }
  if (!rising) return 0x1p-96 * static_cast<double>(heard.w.rows()) * messages;
  return 0x1p-102 * (8.0 + *std::ranges::max_element(terms)) * heard.steps;
}

int digits_for(double bits_wanted) {
  return std::max(2, static_cast<int>(std::ceil(bits_wanted / SlicedMatrix::digit_bits)));
}

Gram gram(const HeardGossip& heard, const std::vector<graph::Node>& senders, double most, double tau,
          const Execution& execution) {
  constexpr Eigen::Index rows_at_once = 1024;
  const auto n = heard.w.rows(), d = static_cast<Eigen::Index>(senders.size());
  const int exponent = std::ilogb(most) + 2;
  const double messages = static_cast<double>(d) * heard.steps;
  // n entries of the matrix may be off by the error of an entry, and what counts is their size over tau^2.
  const int digits = digits_for(2.0 * (exponent - std::log2(tau)) + std::log2(messages * static_cast<double>(n)) + 3.0 -
                                std::log2(wanted));
  linalg::GramSum total(n, exponent, digits);
  WideRows rows(heard, senders);
  DoubleDoubleMatrix block{.high = Eigen::MatrixXd(std::max(d, rows_at_once), n), .low = {}};
  block.low = block.high;
  Eigen::Index filled = 0;
  double cut = 0.0;
  const auto flush = [&] {
    if (filled == 0) return;
    const auto part = linalg::sliced({.high = block.high.topRows(filled), .low = block.low.topRows(filled)},
                                     static_cast<std::size_t>(digits), exponent);
    total.add(part);
    cut += 2.0 * static_cast<double>(filled) * most * part.last_unit();
    filled = 0;
  };
  for (int t = 0; t < heard.steps; ++t) {
    if (execution.stop && execution.stop()) throw Interrupted();
    if (t > 0) rows.advance(execution);
    if (filled + d > block.high.rows()) flush();
    block.high.middleRows(filled, d) = rows.current().high;
    block.low.middleRows(filled, d) = rows.current().low;
    for (std::size_t u = 0; u < heard.sigma.size(); ++u) {
      const auto column = static_cast<Eigen::Index>(u);
      block.high.col(column).segment(filled, d) *= heard.sigma[u];
      block.low.col(column).segment(filled, d) *= heard.sigma[u];
    }
    filled += d;
  }
  flush();
  return {.matrix = total.sum(), .error = total.error() + cut};
}

/// Without the rows and columns of `nodes`: 0 there.
SlicedMatrix without_nodes(SlicedMatrix matrix, std::span<const graph::Node> nodes) {
  for (auto& digit : matrix.digits) {
    for (const auto v : nodes) {
      digit.row(v).setZero();
      digit.col(v).setZero();
    }
  }
  return matrix;
}

/// M + tau^2.
SlicedMatrix with_noise(SlicedMatrix matrix, double tau) {
  const double square = tau * tau, rest = std::fma(tau, tau, -square);
  const auto noise =
      linalg::sliced({.high = Eigen::MatrixXd::Constant(1, 1, square), .low = Eigen::MatrixXd::Constant(1, 1, rest)},
                     matrix.digits.size(), matrix.exponent);
  for (std::size_t k = 0; k < matrix.digits.size(); ++k) matrix.digits[k].diagonal().array() += noise.digits[k](0, 0);
  return linalg::fitted(matrix, matrix.digits.size() + 1);
}

/// 1 - tau^2 (N^{-1})_uu of N = M + tau^2, and the error of that as far as N is exact.
struct Complements {
  Eigen::VectorXd shares;
  double error = 1.0;
};

/// Preconditions N by Cholesky factors of roundings of X^T N X, each of which lowers its condition by 1e12, until one
/// in double precision serves (Rump's method).
Complements complements(const SlicedMatrix& n, double tau) {
  constexpr int most_stages = 8;
  constexpr double slight = 1e3;  // a condition that double precision bears
  const auto size = n.rows();
  const double room = std::log2(static_cast<double>(size)) + 60.0;  // bits of X^T N X behind the point
  Eigen::MatrixXd g = n.rounded();
  std::optional<SlicedMatrix> x;
  double cut = 0.0;
  for (int stage = 0; stage < most_stages; ++stage) {
    const double largest = g.diagonal().maxCoeff();
    if (stage > 0 || largest < slight * tau * tau) {
      const Eigen::LLT<Eigen::MatrixXd> factor(g);
      const Eigen::VectorXd pivots = Eigen::MatrixXd(factor.matrixL()).diagonal();
      if (factor.info() == Eigen::Success && largest < slight * pivots.minCoeff() * pivots.minCoeff()) {
        const Eigen::MatrixXd inverse = factor.matrixL().solve(Eigen::MatrixXd::Identity(size, size));
        const Eigen::MatrixXd rows = x ? Eigen::MatrixXd(tau * x->rounded().transpose())
                                       : Eigen::MatrixXd(tau * Eigen::MatrixXd::Identity(size, size));
        const double condition =  // of G^{-1}, the square of L^{-1}
            inverse.cwiseAbs().colwise().sum().maxCoeff() * inverse.cwiseAbs().rowwise().sum().maxCoeff();
        const auto order = static_cast<double>(size);
        return {.shares = (1.0 - factor.matrixL().solve(rows).colwise().squaredNorm().transpose().array()).matrix(),
                .error = (cut + 4.0 * (order + 2.0) * 0x1p-53 * g.trace()) * condition};
      }
    }
    g.diagonal().array() += 0x1p-50 * static_cast<double>(size) * largest;
    const Eigen::LLT<Eigen::MatrixXd> factor(g);
    const Eigen::MatrixXd step = factor.matrixU().solve(Eigen::MatrixXd::Identity(size, size));
    const auto digits = static_cast<std::size_t>(digits_for(30.0 - std::log2(tau) + n.exponent / 2.0));
    auto next = linalg::sliced(step, digits);
    if (x) next = linalg::fitted(linalg::product(linalg::transposed(*x), next, static_cast<int>(digits) + 1), digits);
    x = std::move(next);
    const double to_x = x->exponent;
    const int levels = digits_for(n.exponent + 2.0 * to_x + room + std::log2(static_cast<double>(size)) + 4.0);
    const auto y = linalg::fitted(linalg::product(n, *x, levels), 64);
    const int more = digits_for(y.exponent + to_x + room + 4.0);
    const auto cut_y = linalg::fitted(y, static_cast<std::size_t>(more) + 1);
    const auto product = linalg::product(*x, cut_y, more);
    g = product.rounded();
    g = Eigen::MatrixXd((g + g.transpose()) / 2.0);
    const auto width = static_cast<double>(size);
    cut = width * (linalg::product_error(*x, cut_y, more) +
                   width * std::ldexp(1.0, x->exponent) * (linalg::product_error(n, *x, levels) + cut_y.last_unit()));
  }
  return {.shares = Eigen::VectorXd::Zero(size), .error = 1.0};
}

}  // namespace

double resolution(std::string_view precision, double magnitude, double tau) {
  require_non_negative("resolution", "tau", tau);
  require_positive("resolution", "magnitude", magnitude);
  for (const auto& [name, size] : roundings) {
    if (name == precision) return std::hypot(tau, size * magnitude);
  }
  throw Error(Errc::unknown, "resolution",
              fmt::format("unknown precision '{}'; known: float64, float32, float16, bfloat16", printable(precision)));
}

Enclosure NoisyLosses::enclosed(double loss) const {
  const double lower = std::max(0.0, loss - accuracy), upper = std::min(1.0, loss + accuracy);
  const bool known = upper - lower <= GossipLosses::close;
  return {.lower = lower, .upper = upper, .value = known ? std::optional(std::clamp(loss, 0.0, 1.0)) : std::nullopt};
}

GossipLosses NoisyLosses::instead_of(GossipLosses losses) const {
  losses.exact = exact;
  losses.exact_own_noise = exact_own_noise;
  losses.accuracy = accuracy;
  losses.ranks_checked = true;  // on which these losses do not depend
  return losses;
}

std::vector<NoisyLosses> noisy_losses(const HeardGossip& heard, std::span<const double> taus,
                                      const Execution& execution) {
  const auto n = heard.w.rows();
  for (const double tau : taus) require_positive("noisy_losses", "tau", tau);
  if (!heard.sigma.empty() && static_cast<Eigen::Index>(heard.sigma.size()) != n)
    throw Error(Errc::shape, "noisy_losses", fmt::format("{} sigmas of {} nodes", heard.sigma.size(), n));
  Eigen::MatrixXd view = accelerated_view(heard.w, heard.gamma, heard.observers, heard.steps);
  for (std::size_t u = 0; u < heard.sigma.size(); ++u)
    view.col(static_cast<Eigen::Index>(u)) *= require_positive("noisy_losses", "sigma", heard.sigma[u]);
  const double size = view.norm(), most = view.size() == 0 ? 0.0 : view.cwiseAbs().maxCoeff();
  if (view.rows() > n) view = linalg::triangular_factor(std::move(view));
  const auto own_noise = without_columns(view, heard.observers);
  const auto sending = senders(heard.w, heard.observers);
  const double messages = static_cast<double>(sending.size()) * heard.steps;
  const double rounding = rounding_of_rows(heard, messages) * std::max(1.0, size);  // over tau, of the losses
  std::vector<NoisyLosses> found;
  double finest = 0.0;  // of the taus that double precision does not serve
  for (const double tau : taus) {
    const double accuracy = 2.0 * std::sqrt(heard.steps + 1.0) * 0x1p-53 * size / tau;
    const Eigen::VectorXd unknown = Eigen::VectorXd::Zero(n);
    found.push_back({.tau = tau, .exact = unknown, .exact_own_noise = unknown, .accuracy = std::min(1.0, accuracy)});
    if (accuracy <= GossipLosses::close / 2.0) {
      found.back().exact = perturbed_losses(view, tau);
      found.back().exact_own_noise = perturbed_losses(own_noise, tau);
    } else if (rounding / tau <= GossipLosses::close / 2.0) {
      finest = finest == 0.0 ? tau : std::min(finest, tau);
    } else {
      found.back().accuracy = 1.0;
    }
  }
  if (finest == 0.0) return found;
  const auto all = gram(heard, sending, most, finest, execution);
  const auto without = without_nodes(all.matrix, heard.observers);
  for (auto& losses : found) {
    const double tau = losses.tau;
    if (tau < finest || losses.accuracy <= GossipLosses::close / 2.0) continue;
    auto unknown = complements(with_noise(all.matrix, tau), tau);
    auto own = complements(with_noise(without, tau), tau);
    for (const auto o : heard.observers) own.shares(o) = 0.0;
    const double entry = static_cast<double>(n) * all.error / (tau * tau);
    losses.exact = std::move(unknown.shares);
    losses.exact_own_noise = std::move(own.shares);
    losses.accuracy = std::min(1.0, 2.0 * entry + rounding / tau + unknown.error + own.error);
  }
  return found;
}

}  // namespace hearsay::accounting
