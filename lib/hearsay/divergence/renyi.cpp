// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/renyi.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <hearsay/divergence/exponential_excess.hpp>
#include <hearsay/divergence/hockey_stick.hpp>

namespace hearsay::divergence {

namespace {

double require_renyi(std::string_view where, double renyi) { return require_non_negative(where, "renyi", renyi); }

// The three conversions at lambda = alpha - 1, unclamped: minimized over lambda by best().
double mironov(double lambda, double renyi, double log_delta) { return renyi - log_delta / lambda; }
double improved(double lambda, double renyi, double log_delta) {
  return renyi - std::log1p(1.0 / lambda) - (log_delta + std::log1p(lambda)) / lambda;
}
double log_delta_of(double lambda, double renyi, double epsilon) {
  return lambda * (renyi - epsilon) - (1.0 + lambda) * std::log1p(1.0 / lambda) - std::log(lambda);
}

/// Minimum over ln(lambda) of a function with one valley: a grid that finds the valley, then golden sections.
template <class Objective>
BestOrder best(std::string_view where, const RenyiCurve& curve, Objective objective) {
  const auto at = [&](double log_lambda) {
    const double alpha = 1.0 + std::exp(log_lambda), lambda = alpha - 1.0;
    const double renyi = curve(alpha);
    return renyi < infinity ? objective(lambda, renyi) : infinity;
  };
  const double first = std::log(1e-8), last = std::log(1e9);
  constexpr int cells = 160;
  const double cell = (last - first) / cells;
  int valley = 0;
  double smallest = infinity;
  for (int i = 0; i <= cells; ++i) {
    const double value = at(first + cell * i);
    if (value < smallest) smallest = value, valley = i;
  }
  if (smallest == infinity)
    throw Error(Errc::conditions, where, "the Renyi curve is infinite at every order from 1 + 1e-8 to 1e9");
  double left = first + cell * std::max(valley - 1, 0), right = first + cell * std::min(valley + 1, cells);
  constexpr double golden = std::numbers::phi - 1.0;
  double x = right - golden * (right - left), y = left + golden * (right - left);
  double at_x = at(x), at_y = at(y);
  while (right - left > 1e-9) {
    if (at_x <= at_y) {
      right = y, y = x, at_y = at_x;
      at_x = at(x = right - golden * (right - left));
    } else {
      left = x, x = y, at_x = at_y;
      at_y = at(y = left + golden * (right - left));
    }
  }
  const double grid = first + cell * valley;
  const auto [value, log_lambda] = std::min({std::pair{smallest, grid}, std::pair{at_x, x}, std::pair{at_y, y}});
  return {value, 1.0 + std::exp(log_lambda)};
}

}  // namespace

double gaussian_renyi(double alpha, double sensitivity, double sigma) {
  require_renyi_order("gaussian_renyi", alpha);
  require_non_negative("gaussian_renyi", "sensitivity", sensitivity);
  require_positive("gaussian_renyi", "sigma", sigma);
  const double mu = sensitivity / sigma;
  // Where the square underflows the divergence is still not 0.
  return mu > 0.0 ? std::max(0.5 * alpha * mu * mu, std::numeric_limits<double>::min()) : 0.0;
}

double renyi_divergence(double alpha, std::span<const double> p, std::span<const double> q) {
  require_renyi_order("renyi_divergence", alpha);
  require_laws<double>("renyi_divergence", p, q);
  // The moment less 1 as a sum of positive terms: with L = ln(p/q) it is sum p [e(lambda L) + lambda e(-L)], e(y) = e^y
  // - 1 - y. Where p is 0, lambda q is left.
  const double lambda = alpha - 1.0;
  const auto log_term = [&](std::size_t i) {
    if (p[i] == 0.0) return std::log(lambda) + std::log(q[i]);
    if (q[i] == 0.0) return infinity;
    const double loss = std::log(p[i]) - std::log(q[i]), spread = log_exponential_excess(lambda * loss),
                 drift = std::log(lambda) + log_exponential_excess(-loss);
    const double top = std::max(spread, drift);
    return top == -infinity ? top : std::log(p[i]) + top + std::log(std::exp(spread - top) + std::exp(drift - top));
  };
  double largest = -infinity;
  for (std::size_t i = 0; i < p.size(); ++i) largest = std::max(largest, log_term(i));
  if (std::isinf(largest)) return largest > 0.0 ? infinity : 0.0;
  double sum = 0.0;  // in units of the largest term, so that no power overflows
  for (std::size_t i = 0; i < p.size(); ++i) sum += std::exp(log_term(i) - largest);
  const double log_excess = largest + std::log(sum);
  return (log_excess > 0.0 ? log_excess + std::log1p(std::exp(-log_excess)) : std::log1p(std::exp(log_excess))) /
         lambda;
}

double rdp_to_dp(double alpha, double renyi, double delta) {
  require_renyi_order("rdp_to_dp", alpha);
  require_renyi("rdp_to_dp", renyi);
  require_open_unit("rdp_to_dp", "delta", delta);
  return mironov(alpha - 1.0, renyi, std::log(delta));
}

double rdp_to_dp_improved(double alpha, double renyi, double delta) {
  require_renyi_order("rdp_to_dp_improved", alpha);
  require_renyi("rdp_to_dp_improved", renyi);
  require_open_unit("rdp_to_dp_improved", "delta", delta);
  return std::max(0.0, improved(alpha - 1.0, renyi, std::log(delta)));
}

double rdp_to_delta(double alpha, double renyi, double epsilon) {
  require_renyi_order("rdp_to_delta", alpha);
  require_renyi("rdp_to_delta", renyi);
  require_non_negative("rdp_to_delta", "epsilon", epsilon);
  return std::min(1.0, std::exp(log_delta_of(alpha - 1.0, renyi, epsilon)));
}

BestOrder best_rdp_to_dp(const RenyiCurve& curve, double delta) {
  const double log_delta = std::log(require_open_unit("best_rdp_to_dp", "delta", delta));
  return best("best_rdp_to_dp", curve, [&](double lambda, double renyi) { return mironov(lambda, renyi, log_delta); });
}

BestOrder best_rdp_to_dp_improved(const RenyiCurve& curve, double delta) {
  const double log_delta = std::log(require_open_unit("best_rdp_to_dp_improved", "delta", delta));
  auto found = best("best_rdp_to_dp_improved", curve,
                    [&](double lambda, double renyi) { return improved(lambda, renyi, log_delta); });
  found.value = std::max(0.0, found.value);
  return found;
}

BestOrder best_rdp_to_delta(const RenyiCurve& curve, double epsilon) {
  require_non_negative("best_rdp_to_delta", "epsilon", epsilon);
  auto found = best("best_rdp_to_delta", curve,
                    [&](double lambda, double renyi) { return log_delta_of(lambda, renyi, epsilon); });
  found.value = std::min(1.0, std::exp(found.value));
  return found;
}

}  // namespace hearsay::divergence
