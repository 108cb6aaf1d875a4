// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/detail/binomial_gaussian.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {

namespace {

constexpr double mass_accuracy = 1e-11;  // of the binomial masses, and of their sum

}  // namespace

BinomialGaussian::BinomialGaussian(const BinomialContributions& contributions, double resolve)
    : contributions_(contributions), resolve_(require_open_unit("BinomialGaussian", "resolve", resolve)) {
  require_non_negative("BinomialGaussian", "mu", contributions.mu);
  most_ = visits_exact(contributions.trials, contributions.chance, std::min(0.5, resolve));
}

Bracket BinomialGaussian::delta(double epsilon) const {
  double lower = 0.0, upper = resolve_;
  for (std::uint64_t k = most_ + 1; k-- > 1;) {
    const double mass = stats::binomial_mass(contributions_.trials, contributions_.chance, k);
    if (mass == 0.0) break;
    const auto seen = divergence::gaussian_delta(contributions_.mu * std::sqrt(static_cast<double>(k)), epsilon);
    lower += mass * seen.lower();
    upper += mass * seen.upper();
  }
  lower *= 1.0 - mass_accuracy;
  return {lower, 0.5 * (lower + upper), upper};
}

Bracket BinomialGaussian::epsilon(double delta) const {
  require_open_unit("BinomialGaussian::epsilon", "delta", delta);
  if (delta <= resolve_)
    throw Error(Errc::domain, "BinomialGaussian::epsilon",
                fmt::format("delta = {} must be above what is left out, {}", delta, resolve_));
  const double largest = contributions_.mu * std::sqrt(static_cast<double>(std::max<std::uint64_t>(1, most_)));
  double low = 0.0, high = divergence::gaussian_epsilon(largest, 0.5 * delta).upper();
  while (high - low > 1e-10 * (1.0 + high)) {
    const double middle = 0.5 * (low + high);
    (this->delta(middle).upper() > delta ? low : high) = middle;
  }
  // Between `low` and the lower end there is what is left out and rounded, over the slope.
  double lower = low;
  for (double step = 1e-9 * (1.0 + high); lower > 0.0 && this->delta(lower).lower() < delta; step *= 2.0)
    lower = std::max(0.0, low - step);
  return {lower, 0.5 * (lower + high), high};
}

}  // namespace hearsay::accounting
