// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/gaussian_oracle.hpp"

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <numbers>

namespace hearsay::props::oracle {

namespace {

constexpr double inverse_sqrt_two_pi = 0.39894228040143267794;

/// Eight panels of 31 nodes.
template <class Function>
double integral(Function f, double low, double high) {
  constexpr int panels = 8;
  double sum = 0.0;
  for (int i = 0; i < panels; ++i) {
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(f, low + (high - low) * i / panels,
                                                                         low + (high - low) * (i + 1) / panels, 0);
  }
  return sum;
}

double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

}  // namespace

double hockey_stick_by_quadrature(double mu, double epsilon) {
  // Log-likelihood ratio at x: mu x - mu^2/2. It exceeds epsilon to the right of `start`.
  const double start = epsilon / mu + 0.5 * mu;
  const double distance = start - mu;  // from the mean of P
  const double length = distance > 4.0 ? 60.0 / distance : std::max(0.0, -distance) + 13.0;
  const auto excess = [=](double t) {
    const double from_mean = distance + t;
    return inverse_sqrt_two_pi * std::exp(-0.5 * from_mean * from_mean) * -std::expm1(-mu * t);
  };
  // Breaks where the integrand changes scale: the end of the layer in which the ratio rises, and the mean of P.
  std::array<double, 4> breaks{0.0, std::min(length, 40.0 / mu), std::clamp(-distance, 0.0, length), length};
  std::ranges::sort(breaks);
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < breaks.size(); ++i) {
    if (breaks[i] < breaks[i + 1]) sum += integral(excess, breaks[i], breaks[i + 1]);
  }
  return sum;
}

double hockey_stick_as_printed(double mu, double epsilon) {
  if (mu == 0.0) return std::max(0.0, -std::expm1(epsilon));
  return normal_cdf(0.5 * mu - epsilon / mu) - std::exp(epsilon) * normal_cdf(-0.5 * mu - epsilon / mu);
}

double renyi_by_quadrature(double alpha, double mean_p, double mean_q, double sigma) {
  const auto log_density = [sigma](double x, double mean) {
    const double z = (x - mean) / sigma;
    return -0.5 * z * z - std::log(sigma / inverse_sqrt_two_pi);
  };
  const auto log_integrand = [&](double x) {
    return alpha * log_density(x, mean_p) + (1.0 - alpha) * log_density(x, mean_q);
  };
  const double reach = (alpha + 1.0) * std::abs(mean_p - mean_q) + sigma;
  std::uintmax_t iterations = 200;
  const auto [peak, negative_log] = boost::math::tools::brent_find_minima(
      [&](double x) { return -log_integrand(x); }, mean_q - reach, mean_q + reach, 40, iterations);
  const double scale = -negative_log;
  const auto scaled = [&](double x) { return std::exp(log_integrand(x) - scale); };
  const double width = 13.0 * sigma;
  return (scale + std::log(integral(scaled, peak - width, peak) + integral(scaled, peak, peak + width))) /
         (alpha - 1.0);
}

}  // namespace hearsay::props::oracle
