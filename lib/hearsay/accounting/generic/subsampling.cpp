// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/generic/subsampling.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::accounting {

double subsampled_epsilon(double rate, double epsilon) {
  require_unit("subsampled_epsilon", "rate", rate);
  require_non_negative("subsampled_epsilon", "epsilon", epsilon);
  if (epsilon < 700.0) return std::log1p(rate * std::expm1(epsilon));
  // e^epsilon may overflow: ln(1 + e^x), x = ln(rate) + epsilon.
  const double x = std::log(rate) + epsilon;
  return x > 0.0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

double unsampled_epsilon(double rate, double target) {
  require_unit("unsampled_epsilon", "rate", require_positive("unsampled_epsilon", "rate", rate));
  require_non_negative("unsampled_epsilon", "target", target);
  // e^target / rate may overflow: ln(1 + (e^target - 1)/rate) = target - ln(rate) + ln(1 - (1 - rate) e^-target).
  return target < 1.0 ? std::log1p(std::expm1(target) / rate)
                      : target - std::log(rate) + std::log1p((rate - 1.0) * std::exp(-target));
}

Promise poisson_subsampling(double rate, double epsilon, const Profile& profile) {
  return {subsampled_epsilon(rate, epsilon),
          rate == 0.0 ? 0.0 : rate * require_unit("poisson_subsampling", "profile(epsilon)", profile(epsilon))};
}

Promise subsampling_without_replacement(std::uint64_t m, std::uint64_t n, double epsilon, const Profile& profile) {
  if (m < 1 || m > n) {
    throw Error(Errc::conditions, "subsampling_without_replacement",
                fmt::format("m = {} and n = {}: sampling without replacement needs 1 <= m <= n", m, n));
  }
  return poisson_subsampling(static_cast<double>(m) / static_cast<double>(n), epsilon, profile);
}

Promise subsampling_with_replacement(std::uint64_t m, std::uint64_t n, double epsilon, const GroupProfile& profile) {
  if (m < 1 || n < 1) {
    throw Error(Errc::conditions, "subsampling_with_replacement",
                fmt::format("m = {} and n = {}: sampling with replacement needs m >= 1 and n >= 1", m, n));
  }
  const double draws = static_cast<double>(m), one = 1.0 / static_cast<double>(n);
  const double log_rest = n == 1 ? 0.0 : std::log1p(-one);
  const double rate = n == 1 ? 1.0 : -std::expm1(draws * log_rest);
  double delta = 0.0;
  for (std::uint64_t k = 1; k <= m; ++k) {
    const auto times = static_cast<double>(k);
    if (n == 1 && k < m) continue;
    const double log_weight = n == 1
                                  ? 0.0
                                  : log_gamma(draws + 1.0) - log_gamma(times + 1.0) - log_gamma(draws - times + 1.0) +
                                        times * std::log(one) + (draws - times) * log_rest;
    const double weight = std::exp(log_weight);
    delta += weight * require_unit("subsampling_with_replacement", "profile(k, epsilon)", profile(k, epsilon));
    // Beyond twice the mean the weights at least halve: what is left is less than the last one.
    if (times > 2.0 * draws * one + 1.0 && weight < 1e-18) {
      delta += weight;
      break;
    }
  }
  return {subsampled_epsilon(rate, epsilon), std::min({1.0, delta, rate})};
}

}  // namespace hearsay::accounting
