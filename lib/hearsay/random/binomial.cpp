// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/random/binomial.hpp>

#include <array>
#include <cmath>
#include <numbers>

#include <hearsay/core/error.hpp>

namespace hearsay::random {

namespace {

constexpr std::uint64_t most_trials = 1'000'000'000'000'000;
constexpr double few = 10.0;  ///< expected successes: the rejection's constants are made for more

/// log k! minus (k + 1/2) log(k + 1) - (k + 1) + log sqrt(2 pi).
double stirling_rest(double k) {
  static const std::array<double, 10> table = [] {
    std::array<double, 10> rest{};
    double log_factorial = 0.0;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const double x = static_cast<double>(i) + 1.0;
      rest[i] = log_factorial - (x - 0.5) * std::log(x) + x - 0.5 * std::log(2.0 * std::numbers::pi);
      log_factorial += std::log(x);
    }
    return rest;
  }();
  if (k < 10.0) return table[static_cast<std::size_t>(k)];
  const double x = k + 1.0, square = x * x;
  return (1.0 / 12.0 - (1.0 / 360.0 - (1.0 / 1260.0 - 1.0 / (1680.0 * square)) / square) / square) / x;
}

template <class Source>
std::uint64_t by_gaps(Source& stream, std::uint64_t trials, double p) {
  std::uint64_t successes = 0, left = trials;
  for (;;) {
    const std::uint64_t failures = stream.geometric(p);
    if (failures >= left) return successes;
    left -= failures + 1;
    ++successes;
  }
}

/// @pre p <= 1/2, trials p >= 10.
template <class Source>
std::uint64_t by_rejection(Source& stream, std::uint64_t trials, double p) {
  const double n = static_cast<double>(trials), q = 1.0 - p, deviation = std::sqrt(n * p * q);
  const double b = 1.15 + 2.53 * deviation, a = -0.0873 + 0.0248 * b + 0.01 * p, center = n * p + 0.5;
  const double alpha = (2.83 + 5.1 / b) * deviation, quick = 0.92 - 4.2 / b;
  const double mode = std::floor((n + 1.0) * p), others = n - mode;
  const double odds = std::log1p((n * p - mode + 2.0 * p - 1.0) / ((mode + 1.0) * q));
  for (;;) {
    const double u = stream.uniform_open() - 0.5, v = stream.uniform_open(), edge = 0.5 - std::abs(u);
    const double k = std::floor((2.0 * a / edge + b) * u + center);
    if (k < 0.0 || k > n) continue;
    if (edge >= 0.07 && v <= quick) return static_cast<std::uint64_t>(k);
    const double d = k - mode;
    // log of P(k) / P(mode).
    const double height = d * odds - (k + 0.5) * std::log1p(d / (mode + 1.0)) -
                          (n - k + 0.5) * std::log1p(-d / (others + 1.0)) + stirling_rest(mode) - stirling_rest(k) +
                          stirling_rest(others) - stirling_rest(n - k);
    if (std::log(v * alpha / (a / (edge * edge) + b)) <= height) return static_cast<std::uint64_t>(k);
  }
}

template <class Source>
std::uint64_t binomial_from(Source& stream, std::uint64_t trials, double probability) {
  if (trials > most_trials)
    throw Error(Errc::domain, "binomial", fmt::format("trials = {} must be at most {}", trials, most_trials));
  require_unit("binomial", "probability", probability);
  if (probability > 0.5) return trials - binomial_from(stream, trials, 1.0 - probability);
  if (trials == 0 || probability == 0.0) return 0;
  return static_cast<double>(trials) * probability < few ? by_gaps(stream, trials, probability)
                                                         : by_rejection(stream, trials, probability);
}

}  // namespace

std::uint64_t binomial(Stream& stream, std::uint64_t trials, double probability) {
  return binomial_from(stream, trials, probability);
}
std::uint64_t binomial(Words& words, std::uint64_t trials, double probability) {
  return binomial_from(words, trials, probability);
}

}  // namespace hearsay::random
