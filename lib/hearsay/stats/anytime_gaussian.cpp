// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/anytime_gaussian.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::stats {

namespace {

/// ln Phi(x); far below 0 a little more than that.
double log_normal_cdf(double x) {
  constexpr double far = -30.0;
  if (x < far) return -0.5 * x * x - std::log(-x) - 0.5 * std::log(2.0 * std::numbers::pi);
  return std::log(0.5 * std::erfc(-x / std::numbers::sqrt2));
}

/// The place between `low` and `high` where a log-concave function is largest, nearly: golden sections.
template <class LogConcave>
double mode(const LogConcave& f, double low, double high) {
  constexpr double golden = std::numbers::phi - 1.0;
  constexpr int sections = 45;
  double a = high - golden * (high - low), b = low + golden * (high - low), at_a = f(a), at_b = f(b);
  for (int i = 0; i < sections; ++i) {
    if (at_a < at_b) {
      low = std::exchange(a, b);
      at_a = std::exchange(at_b, f(b = low + golden * (high - low)));
    } else {
      high = std::exchange(b, a);
      at_b = std::exchange(at_a, f(a = high - golden * (high - low)));
    }
  }
  return 0.5 * (low + high);
}

/// Where such a function has fallen below `least` between its mode and `end`, nearly.
template <class LogConcave>
double fallen(const LogConcave& f, double top, double end, double least) {
  if (f(end) >= least) return end;
  constexpr int halvings = 30;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (top + end);
    (f(middle) >= least ? top : end) = middle;
  }
  return end;
}

/// ln of the integral of exp(f) over (0, most), f concave.
template <class LogConcave>
double log_integral(const LogConcave& f, double most) {
  constexpr double negligible = 40.0;
  constexpr int steps = 160;
  const double top = mode(f, 0.0, most), height = f(top);
  const double low = fallen(f, top, 0.0, height - negligible), high = fallen(f, top, most, height - negligible);
  double sum = 0.0;
  for (int i = 0; i <= steps; ++i) {
    const double value = std::exp(f(low + (high - low) * i / steps) - height);
    sum += i == 0 || i == steps ? 0.5 * value : value;
  }
  return height + std::log(sum * (high - low) / steps);
}

/// The moments in one unit: differences of deviation 1/u, whose mean is delta / u.
struct Student {
  double pairs, mean, squares;

  explicit Student(const PairMoments& m)
      : pairs(static_cast<double>(m.pairs)),
        mean(m.mean_difference),
        squares(m.squares_of_differences + m.squares_of_sums) {}

  [[nodiscard]] bool varies() const { return pairs >= 2.0 && squares > 0.0 && std::isfinite(squares); }
  /// ln of the density of u and the sums of squares, but for what mean and delta add.
  [[nodiscard]] double log_scale(double u) const {
    return u > 0.0 ? (2.0 * pairs - 2.0) * std::log(u) - 0.5 * u * u * squares
                   : -std::numeric_limits<double>::infinity();
  }
  /// Ten times the likeliest u, by the sums of squares alone or with delta: beyond it nothing is left.
  [[nodiscard]] double most_u(double delta) const {
    const double freedom = 2.0 * pairs - 2.0, a = squares + pairs * mean * mean, b = pairs * mean * delta;
    return 10.0 * std::max(std::sqrt(freedom / squares), 0.5 * (b + std::sqrt(b * b + 4.0 * a * freedom)) / a);
  }
};

/// delta, in standard deviations of a difference, is mu over the square root of 2.
double log_e_value_of(const Student& x, double delta, double weight) {
  const double spread = x.pairs / weight, n = x.pairs;
  const auto likelihood = [&](double u) {
    const double off = u * x.mean - delta;
    return x.log_scale(u) - 0.5 * n * off * off;
  };
  const auto mixture = [&](double u) {
    const double off = u * x.mean - delta;
    return x.log_scale(u) - 0.5 * n * off * off / (1.0 + spread) +
           log_normal_cdf(n * off / std::sqrt(weight * (1.0 + spread)));
  };
  const double most = x.most_u(delta);
  return std::numbers::ln2 - 0.5 * std::log1p(spread) + log_integral(mixture, most) - log_integral(likelihood, most);
}

PairMoments swapped(PairMoments moments) {
  moments.mean_difference = -moments.mean_difference;
  return moments;
}

}  // namespace

void PairMoments::add(double positive, double negative) noexcept {
  const auto n = static_cast<double>(++pairs);
  const auto update = [n](double x, double& mean, double& squares) {
    const double step = x - mean;
    mean += step / n;
    squares += step * (x - mean);
  };
  update(positive - negative, mean_difference, squares_of_differences);
  update(positive + negative, mean_sum, squares_of_sums);
}

double log_e_value_of_distance(const PairMoments& moments, double mu, double weight) {
  return log_e_value_of(Student(moments), mu / std::numbers::sqrt2, weight);
}

double anytime_mu_lower(const PairMoments& moments, double alpha, double weight) {
  require_open_unit("anytime_mu_lower", "alpha", alpha);
  require_positive("anytime_mu_lower", "weight", weight);
  const Student x(moments);
  if (!x.varies()) return -std::numeric_limits<double>::infinity();
  const double enough = -std::log(alpha);
  double inside = x.mean * std::sqrt((2.0 * x.pairs - 2.0) / x.squares), step = 1.0 / std::sqrt(x.pairs);
  double outside = inside - step;
  while (log_e_value_of(x, outside, weight) < enough) {
    step *= 2.0;
    inside = outside;
    outside -= step;
  }
  while (inside - outside > 1e-9 * std::max(1.0, std::abs(inside))) {
    const double middle = 0.5 * (inside + outside);
    (log_e_value_of(x, middle, weight) < enough ? inside : outside) = middle;
  }
  return std::numbers::sqrt2 * outside;
}

double anytime_mu_upper(const PairMoments& moments, double alpha, double weight) {
  return -anytime_mu_lower(swapped(moments), alpha, weight);
}

}  // namespace hearsay::stats
