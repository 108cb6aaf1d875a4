// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <boost/math/special_functions/binomial.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/clopper_pearson.hpp>
#include <hearsay/stats/error_budget.hpp>

namespace hearsay::stats {
namespace {

/// P(Bin(n, p) >= k), summed term by term.
double upper_tail(unsigned n, unsigned k, double p) {
  double sum = 0.0;
  for (unsigned i = k; i <= n; ++i)
    sum += boost::math::binomial_coefficient<double>(n, i) * std::pow(p, i) * std::pow(1 - p, n - i);
  return sum;
}

// The definition: at the lower limit P(X >= k) = alpha/2, at the upper one P(X <= k) = alpha/2.
TEST(ClopperPearson, ItsLimitsSolveTheDefiningEquations) {
  for (const unsigned n : {1u, 5u, 40u}) {
    for (unsigned k = 0; k <= n; ++k) {
      for (const double alpha : {0.05, 1e-6}) {
        const auto interval = clopper_pearson(k, n, alpha);
        if (k > 0) {
          EXPECT_NEAR(upper_tail(n, k, interval.lower()), alpha / 2, 1e-9 * alpha);
        }
        if (k < n) {
          EXPECT_NEAR(1 - upper_tail(n, k + 1, interval.upper()), alpha / 2, 1e-7 * alpha + 1e-15);
        }
        EXPECT_DOUBLE_EQ(interval.estimate(), static_cast<double>(k) / n);
      }
    }
  }
}

// No success in n trials: the upper limit is 1 - (alpha/2)^(1/n).
TEST(ClopperPearson, HasTheClosedFormAtZeroSuccesses) {
  EXPECT_EQ(clopper_pearson(0, 100, 0.05).lower(), 0.0);
  EXPECT_NEAR(clopper_pearson(0, 100, 0.05).upper(), 1 - std::pow(0.025, 0.01), 1e-14);
  EXPECT_EQ(clopper_pearson(100, 100, 0.05).upper(), 1.0);
}

TEST(ClopperPearson, RefusesImpossibleCounts) {
  EXPECT_THROW(static_cast<void>(clopper_pearson(2, 1, 0.05)), Error);
  EXPECT_THROW(static_cast<void>(clopper_pearson(0, 0, 0.05)), Error);
  EXPECT_THROW(static_cast<void>(clopper_pearson(1, 2, 1.0)), Error);
  EXPECT_THROW(static_cast<void>(clopper_pearson(1, 2, std::nan(""))), Error);
}

}  // namespace
}  // namespace hearsay::stats
