// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/token/complete/cycle_moment.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {
namespace {

TEST(KnownPasses, AreTheSumOfTheirMoments) {
  for (const auto& [length, p, mu] :
       {std::tuple{1.0, 0.25, 0.7}, {6.0, 0.25, 0.4}, {50.0, 0.01, 0.2}, {3.0, 1.0, 0.3}}) {
    for (const double alpha : {1.5, 3.0}) {
      double sum = 0.0;
      for (double k = 0.0; k <= length; ++k) {
        sum += stats::binomial_mass(static_cast<std::uint64_t>(length), p, static_cast<std::uint64_t>(k)) *
               std::exp(0.5 * alpha * (alpha - 1.0) * mu * mu * k * k / length);
      }
      EXPECT_NEAR(known_passes_moment({length, length, p, mu}, alpha), sum, 1e-12 * sum) << length;
    }
  }
}

TEST(KnownPasses, BeyondThe128thAreChargedFromAboveAndBarely) {
  // Without a contribution the moment is 1: what is left is the error of the runs, of which 0.01 have more than 128.
  // beyond 900.
  const double found = known_passes_moment({2000.0, 2000.0, 0.05, 1e-9}, 2.0);
  EXPECT_GE(found, 1.0 - 1e-12);
  EXPECT_LE(found, 1.0 + 1e-2);
}

/// A cycle of `steps.size()` steps, step i not the protected user's adding mu steps[i]; the protected user adds mu or
/// nothing. E_Q (P/Q)^alpha and E_P (Q/P)^alpha, by the trapezoid rule.
struct Moments {
  double forward = 0.0, backward = 0.0;
};
Moments moments(const std::vector<double>& steps, double p, double mu, double alpha) {
  const auto m = static_cast<double>(steps.size());
  struct Term {
    double chance, with, without;
  };
  std::vector<Term> terms;
  for (unsigned set = 0; set < 1u << steps.size(); ++set) {  // the steps that are the protected user's
    Term term{1.0, 0.0, 0.0};
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const bool own = (set >> i & 1u) != 0;
      term.chance *= own ? p : 1.0 - p;
      term.with += mu * (own ? 1.0 : steps[i]), term.without += mu * (own ? 0.0 : steps[i]);
    }
    terms.push_back(term);
  }
  Moments sum;
  constexpr double width = 0.01;
  for (double x = -14.0 * std::sqrt(m); x <= 14.0 * std::sqrt(m) + alpha * mu * m; x += width) {
    double with = 0.0, without = 0.0;
    for (const auto& term : terms) {
      with += term.chance * std::exp(-0.5 * (x - term.with) * (x - term.with) / m);
      without += term.chance * std::exp(-0.5 * (x - term.without) * (x - term.without) / m);
    }
    if (with == 0.0 || without == 0.0) continue;
    const double scale = width / std::sqrt(2.0 * M_PI * m);
    sum.forward += scale * without * std::pow(with / without, alpha);
    sum.backward += scale * with * std::pow(without / with, alpha);
  }
  return sum;
}

TEST(HybridCurve, BoundsTheMomentsForAllContributionsInRange) {
  const std::vector<std::vector<double>> data{
      {0.0},        {0.5},           {1.0},           {0.0, 0.0},      {0.5, 0.5},           {0.0, 1.0},
      {0.25, 0.75}, {0.0, 0.0, 0.0}, {0.5, 0.5, 0.5}, {0.0, 0.5, 1.0}, {1.0, 1.0, 0.0, 0.5}, {0.3, 0.3, 0.3, 0.3, 0.3}};
  for (const auto& steps : data) {
    const auto m = static_cast<double>(steps.size());
    for (const double p : {0.5, 0.1, 0.01}) {
      for (const double mu : {0.1, 0.5, 2.0}) {
        const HybridCurve curve({m, m, p, mu});
        ASSERT_LE(curve.left_out(), 1e-40);
        for (const double alpha : {1.2, 2.0, 4.0}) {
          const auto [forward, backward] = moments(steps, p, mu, alpha);
          const double exact = std::max(forward, backward), bound = curve.moment(alpha);
          EXPECT_GE(bound, exact * (1.0 - 1e-10)) << m << " " << p << " " << mu << " " << alpha;
          // Sharp where the contributions are small beside the noise; the backward direction is charged as the forward
          // one.
          if (mu <= 0.1 && steps.front() == 0.0 && steps.back() == 0.0)
            EXPECT_LE(bound - 1.0, 1.1 * (exact - 1.0)) << m << " " << p << " " << alpha;
        }
      }
    }
  }
}

TEST(HybridCurve, BoundsEveryLengthOfARange) {
  const HybridCurve range({2.0, 4.0, 0.2, 0.5});
  for (const std::size_t length : {2u, 3u, 4u}) {
    const auto exact = moments(std::vector<double>(length, 0.5), 0.2, 0.5, 3.0);
    EXPECT_GE(range.moment(3.0), std::max(exact.forward, exact.backward)) << length;
  }
}

TEST(HybridCurve, ShowsNothingRatherThanTooLittle) {
  // Two users: every step is the protected user's, 200 of them add up to a loss that no chain of local ones bounds.
  const HybridCurve curve({200.0, 200.0, 1.0, 3.0});
  EXPECT_EQ(curve.left_out(), 1.0);
  EXPECT_EQ(curve.moment(2.0), infinity);
  EXPECT_EQ(HybridCurve({5.0, 5.0, 0.1, 0.0}).moment(2.0), 1.0);
}

}  // namespace
}  // namespace hearsay::accounting
