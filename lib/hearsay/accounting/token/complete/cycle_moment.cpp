// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/cycle_moment.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/infinity.hpp>
#include <hearsay/core/special.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::accounting {

namespace {

/// ln P(X = k) for X ~ Bin(trials, p), rounded up.
class LogMassAbove {
 public:
  LogMassAbove(double trials, double p)
      : trials_(trials), ways_(log_factorial(trials)), success_(std::log(p)), failure_(std::log1p(-p)) {}
  double operator()(double k) const {
    return ways_ - log_factorial(k) - log_factorial(trials_ - k) + k * success_ + (trials_ - k) * failure_ +
           1e-14 * ways_;
  }

 private:
  double trials_, ways_, success_, failure_;
};

}  // namespace

double known_passes_moment(const CycleLengths& cycles, double alpha) {
  const auto& [shortest, trials, p, mu] = cycles;
  const double rate = 0.5 * alpha * (alpha - 1.0) * mu * mu / shortest;
  if (p >= 1.0) return std::exp(rate * trials * trials);
  // One by one up to 128 and the mode. Beyond it the masses fall: runs of k that are short beside k are charged at the
  // first one's mass and the last one's square.
  const double odds = std::log(p) - std::log1p(-p), single = std::max(128.0, std::floor((trials + 1.0) * p) + 1.0);
  double sum = 0.0, mass = trials * std::log1p(-p);
  for (double k = 0.0; k <= std::min(trials, single); ++k) {
    sum += std::exp(mass + rate * k * k);
    mass += std::log((trials - k) / (k + 1.0)) + odds;
  }
  const LogMassAbove log_mass_above(trials, p);
  for (double k = single + 1.0; k <= trials;) {
    const double last = std::min(trials, std::floor(k * (65.0 / 64.0)));
    sum += (last - k + 1.0) * std::exp(log_mass_above(k) + rate * last * last);
    k = last + 1.0;
  }
  return sum;
}

HybridCurve::HybridCurve(const CycleLengths& cycles) {
  const auto& [shortest, m, p, mu] = cycles;
  constexpr double spacing = 0.04, farthest = 37.0, negligible = 1e-40;
  const double signal = mu / std::sqrt(shortest);
  for (double z = 0.0; z <= farthest; z += std::max(spacing, 0.02 * z)) {
    const double e = signal * z, y = std::expm1(e), total = m * std::log1p(p * y);
    const double steps = y > 0.0 ? std::expm1(total) / y : m * p;
    epsilon_.push_back(total);
    const double bound = divergence::gaussian_delta(signal, e).upper() * steps;
    delta_.push_back(bound < 1.0 ? bound : 1.0);
    if (delta_.back() <= negligible) return;
  }
  epsilon_.push_back(epsilon_.back());
  delta_.push_back(1.0);  // shows nothing
}

double HybridCurve::moment(double alpha) const {
  if (left_out() == 1.0) return infinity;
  // Integral of alpha (alpha-1) (g^(alpha-2) + g^(-alpha-1)) H(g) over g = e^epsilon from 1 on.
  double sum = 0.0;
  for (std::size_t i = 0; i + 1 < epsilon_.size(); ++i) {
    const double low = epsilon_[i], high = epsilon_[i + 1], chord = 0.5 * (delta_[i] + delta_[i + 1]);
    const double weight = std::exp((alpha - 2.0) * (alpha > 2.0 ? high : low)) + std::exp(-(alpha + 1.0) * low);
    sum += weight * chord * std::exp(low) * std::expm1(high - low);
  }
  return 1.0 + alpha * (alpha - 1.0) * sum;
}

}  // namespace hearsay::accounting
