// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::accounting {
namespace {

// Theorem 7 as a series, summed until the terms are below 1e-17.
TEST(RumorBounds, DeltaIsTheSeriesOfTheorem7) {
  for (const auto& [n, f] : {std::pair{3, 1}, {10, 4}, {1000, 1}}) {
    const auto crowd = rumor_crowd(n, f);
    const double b = static_cast<double>(f) / n;
    for (const double s : {0.1, 0.5, 0.9}) {
      double sum = 0.0, term = 1.0 - b;
      for (; term > 1e-17; term *= s * (1.0 - b)) sum += term;
      EXPECT_NEAR(rumor_delta_bound(crowd, s, 0.3), 1.0 - (1.0 - s) * sum, 1e-13) << n << ' ' << f << ' ' << s;
      for (const int r : {1, 2, 9}) {
        EXPECT_NEAR(rumor_delta_bound_rounds(crowd, s, r), 1.0 - (1.0 - std::pow(s, r)) * std::pow(1.0 - b, r), 1e-14);
        EXPECT_GE(rumor_delta_bound_rounds(crowd, s, r), rumor_delta_bound(crowd, s) - 1e-14) << "the looser form";
      }
    }
  }
}

// k one by one, with the law of Binomial(k, b) below r carried along.
TEST(RumorBounds, PushEventTakesTheSmallestNumberOfMessages) {
  for (const auto& [n, f] : {std::pair{3, 1}, {10, 1}, {10, 8}, {100, 50}, {5000, 3}, {100'000, 99'000}}) {
    const double b = static_cast<double>(f) / n;
    for (const std::size_t r : {1u, 2u, 7u, 40u}) {
      std::vector<double> fewer(r, 0.0);  // P(Binomial(k, b) = j), j < r
      fewer[0] = 1.0;
      int k = 0;
      for (; std::accumulate(fewer.begin(), fewer.end(), 0.0) > 1.0 / n; ++k) {
        for (std::size_t j = r - 1; j > 0; --j) fewer[j] = fewer[j] * (1.0 - b) + fewer[j - 1] * b;
        fewer[0] *= 1.0 - b;
      }
      EXPECT_NEAR(rumor_push_event(rumor_crowd(n, f), r).other_upper,
                  std::min(1.0, 1.0 - std::pow(1.0 - 1.0 / n, k) + 1.0 / n), 1e-9 / n)
          << n << ' ' << f << ' ' << r;
    }
  }
}

// Theorem 8, and that the uncertainty of the whole law, by search, is never below it; without muting Theorem 5's value
// is reached.
TEST(RumorBounds, UncertaintyIsGuaranteed) {
  for (const auto& [n, f] : {std::pair{4, 1}, {5, 2}, {5, 3}}) {
    const auto crowd = rumor_crowd(n, f);
    EXPECT_NEAR(rumor_uncertainty_bound(crowd, 0.0), static_cast<double>(n) / (f + 1) - 1.0, 1e-14);
    for (const double s : {0.0, 0.3, 0.6, 1.0}) {
      const double guaranteed = rumor_uncertainty_bound(crowd, s);
      if (s > 0.0) {
        EXPECT_NEAR(guaranteed, (1.0 - static_cast<double>(f + 1) / n) * (1.0 - s), 1e-14);
      }
      EXPECT_LE(
          guaranteed,
          rumor_uncertainty(RumorLaw<double>(rumor_world(n, f), s), {.width = 1e-3, .expansions = 2'000}).upper() +
              1e-9)
          << n << ' ' << f << ' ' << s;
    }
  }
}

}  // namespace
}  // namespace hearsay::accounting
