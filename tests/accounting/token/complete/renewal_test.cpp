// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include <hearsay/accounting/token/complete/renewal.hpp>

namespace hearsay::accounting {
namespace {

/// P(some sum of the first k = 1..cycles rounding errors is at least x), each 1 - up with probability `up` and -up
/// otherwise: by the number of those rounded up, step by step.
double chance_to_reach(double x, int cycles, double up) {
  std::vector<double> below(static_cast<std::size_t>(cycles) + 1, 0.0);  // by that number, x not reached so far
  below[0] = 1.0;
  double reached = 0.0;
  for (int k = 1; k <= cycles; ++k) {
    for (int j = k; j >= 0; --j) {
      auto& here = below[static_cast<std::size_t>(j)];
      here = here * (1.0 - up) + (j > 0 ? below[static_cast<std::size_t>(j) - 1] * up : 0.0);
      if (j - k * up >= x) reached += here, here = 0.0;
    }
  }
  return reached;
}

TEST(RoundingSlack, IsReachedByNoPartialSumButForTheChanceGiven) {
  for (const double chance : {0.05, 1e-6, 1e-12}) {
    for (const int cycles : {100, 300, 2000}) {
      const double slack = rounding_slack(cycles, chance);
      for (const double up : {0.02, 0.5, 0.9})
        EXPECT_LE(chance_to_reach(slack, cycles, up), chance) << cycles << " cycles, " << up;
      EXPECT_GT(chance_to_reach(0.75 * slack, cycles, 0.5), chance)
          << cycles << " cycles";  // and hardly more than it takes
    }
  }
}

TEST(RoundedTime, HasTheMeanOfTheTime) {
  for (const double time : {0.0, 0.3, 1.0, 7.25, 1e6 + 0.5}) {
    const auto [unit, up] = rounded_time(time);
    EXPECT_DOUBLE_EQ(static_cast<double>(unit) + up, time);
    EXPECT_GE(up, 0.0);
    EXPECT_LT(up, 1.0);
  }
}

/// The coefficients of F, the times split by hand.
std::vector<double> series(const RenewalTerms& terms, std::size_t length) {
  std::vector<double> result(length, 0.0);
  for (std::size_t r = 0; r < terms.weight.size(); ++r) {
    for (std::size_t t = 0; t < length; ++t)
      result[t] += terms.weight[r] * std::max(0.0, 1.0 - std::abs(static_cast<double>(t) - terms.time[r]));
  }
  return result;
}

std::vector<double> product(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> result(a.size(), 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; i + j < a.size(); ++j) result[i + j] += a[i] * b[j];
  }
  return result;
}

/// The coefficients that are bounded, by the recursion of the renewal equation.
std::vector<double> coefficients(const RenewalTerms& later, const RenewalTerms& first,
                                 const std::vector<double>& tail) {
  const auto f = series(later, tail.size());
  std::vector<double> renewals(tail.size(), 0.0);  // 1 / (1 - F)
  for (std::size_t t = 0; t < renewals.size(); ++t) {
    double sum = t == 0 ? 1.0 : 0.0;
    for (std::size_t s = 1; s <= t; ++s) sum += f[s] * renewals[t - s];
    renewals[t] = sum / (1.0 - f[0]);
  }
  if (first.weight.empty()) return product(tail, renewals);
  auto after = product(series(first, tail.size()), renewals);
  after[0] += 1.0;
  return product(tail, after);
}

/// ln of the largest ratio of a coefficient to its bound.
double log_largest_share(const RenewalTerms& later, const RenewalTerms& first, const std::vector<double>& tail) {
  const auto bound = renewal_bound(later, first, tail);
  const auto found = coefficients(later, first, tail);
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t t = 0; t < found.size(); ++t)
    largest = std::max(largest, std::log(found[t]) - bound.log_coefficient(static_cast<double>(t)));
  return largest;
}

/// Cycles of a walk, m = 0, 1, ... steps with probability q (1-q)^m, in units of `unit` steps, times growth^m.
RenewalTerms cycles(double q, double unit, double growth) {
  RenewalTerms terms;
  for (int m = 0; m < 400; ++m)
    terms.weight.push_back(q * std::pow((1.0 - q) * growth, m)), terms.time.push_back((m + 1) / unit);
  return terms;
}

/// P(a cycle takes longer than l units), l = 0..199, of such cycles without growth.
std::vector<double> tail_of(const RenewalTerms& terms) {
  std::vector<double> tail = series(terms, 200);
  double longer = std::accumulate(terms.weight.begin(), terms.weight.end(), 0.0);
  for (auto& value : tail) value = std::max(0.0, longer -= value);
  return tail;
}

TEST(RenewalBound, NoCoefficientIsLarger) {
  for (const double q : {0.1, 0.5}) {
    for (const double unit : {1.0, 1.7, 8.0}) {
      for (const double growth : {0.8, 1.0, 1.05}) {
        const auto later = cycles(q, unit, growth), first = cycles(q, unit, 1.02 * growth);
        const auto tail = tail_of(cycles(q, unit, 1.0));
        EXPECT_LE(log_largest_share(later, {}, tail), 1e-9)
            << fmt::format("q = {}, unit = {}, growth = {}", q, unit, growth);
        EXPECT_LE(log_largest_share(later, first, tail), 1e-9)
            << fmt::format("q = {}, unit = {}, growth = {}, a first cycle of its own", q, unit, growth);
      }
    }
  }
}

TEST(RenewalBound, IsAttainedWhereCyclesTakeOneUnitOrNone) {
  // After a geometric number of cycles that take no time comes one that takes a unit, at every time: each coefficient
  // is P(tau > 0) / (1 - P(tau = 0)).
  const RenewalTerms later{.weight = {0.3, 0.7}, .time = {0.25, 1.0}};
  const double instant = 0.3 * 0.75;
  const auto bound = renewal_bound(later, {}, {1.0 - instant, 0.0, 0.0, 0.0});
  EXPECT_NEAR(bound.log_growth, 0.0, 1e-12);
  EXPECT_NEAR(bound.log_bound, 0.0, 1e-12);
  EXPECT_NEAR(log_largest_share(later, {}, {1.0, 0.0, 0.0, 0.0}), 0.0, 1e-9);
  // With a first cycle that takes no time the coefficient of time 0 is 1 + 0.4 / (1 - P(tau = 0)).
  EXPECT_NEAR(log_largest_share(later, {.weight = {0.4}, .time = {0.0}}, {1.0, 0.0, 0.0, 0.0}), 0.0, 1e-9);
}

TEST(RenewalBound, GrowsByTheRootOfTheEquation) {
  // 2 e^-3x = 1.
  EXPECT_NEAR(renewal_bound({.weight = {2.0}, .time = {3.0}}, {}, {1.0, 1.0, 1.0}).log_growth, std::log(2.0) / 3.0,
              1e-12);
}

TEST(RenewalBound, IsInfiniteWhereWhatTakesNoTimeMultiplies) {
  EXPECT_EQ(renewal_bound({.weight = {1.5}, .time = {0.25}}, {}, {1.0, 1.0}).log_bound,
            std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace hearsay::accounting
