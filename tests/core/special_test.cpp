// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/special.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace hearsay {
namespace {

TEST(Special, GammaFunctionsFollowTheirRecurrences) {
  EXPECT_NEAR(log_gamma(0.5), 0.5 * std::log(std::numbers::pi), 1e-15);
  EXPECT_NEAR(digamma(1.0), -std::numbers::egamma, 1e-15);
  EXPECT_NEAR(trigamma(1.0), std::numbers::pi * std::numbers::pi / 6.0, 1e-15);
  for (const double x : {0.3, 1.0, 2.5, 40.0, 1e5}) {
    EXPECT_NEAR(log_gamma(x + 1.0), log_gamma(x) + std::log(x), 1e-14 * std::abs(log_gamma(x + 1.0)) + 1e-15);
    EXPECT_NEAR(digamma(x + 1.0), digamma(x) + 1.0 / x, 1e-14 * std::abs(digamma(x + 1.0)) + 1e-15);
    EXPECT_NEAR(trigamma(x + 1.0), trigamma(x) - 1.0 / (x * x), 1e-14 * trigamma(x));
  }
}

TEST(Special, NormalQuantileIsTheInverseOfTheDistribution) {
  for (const double p : {1e-300, 1e-12, 0.01, 0.3, 0.5, 0.9, 0.999}) {
    const double x = normal_quantile(p);
    EXPECT_NEAR(0.5 * std::erfc(-x / std::numbers::sqrt2) / p, 1.0, 1e-12 * (1.0 + x * x)) << p;
  }
}

TEST(Special, BinomialSumsItsMasses) {
  constexpr double trials = 30.0, p = 0.2;
  const BinomialLaw law{.trials = trials, .probability = p};
  double choose = 1.0, sum = 0.0;
  for (double k = 0.0; k <= trials; ++k) {
    const double mass = choose * std::pow(p, k) * std::pow(1.0 - p, trials - k);
    sum += mass;
    EXPECT_NEAR(law.mass(k), mass, 1e-13 * mass) << k;
    EXPECT_NEAR(law.at_most(k), sum, 1e-13) << k;
    EXPECT_NEAR(law.above(k), 1.0 - sum, 1e-13) << k;
    choose *= (trials - k) / (k + 1.0);
  }
}

TEST(Special, LogFactorialIsLogGammaOfTheNext) {
  for (const double n : {0.0, 1.0, 2.0, 20.0, 1022.0, 1023.0, 1024.0, 1025.0, 4097.0, 1e6, 1e9, 1e15})
    EXPECT_NEAR(log_factorial(n), log_gamma(n + 1.0), 1e-15 * log_gamma(n + 1.0)) << n;
}

}  // namespace
}  // namespace hearsay
