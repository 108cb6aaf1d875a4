// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/random/binomial.hpp>

namespace hearsay::random {
namespace {

/// P(chi-squared at least as large) for equal expectations.
double goodness(const std::vector<double>& counts, const std::vector<double>& expected) {
  double statistic = 0.0;
  for (std::size_t k = 0; k < counts.size(); ++k)
    statistic += (counts[k] - expected[k]) * (counts[k] - expected[k]) / expected[k];
  return boost::math::cdf(complement(boost::math::chi_squared(static_cast<double>(counts.size() - 1)), statistic));
}

// Cells of consecutive values expecting 20 draws or more. Six tests at 10^-5 each: gaps, rejection just above its
// threshold, complement.
TEST(Binomial, HasItsLaw) {
  constexpr int draws = 1'000'000;
  struct Point {
    std::uint64_t trials;
    double p;
  };
  for (const auto& [trials, p] : {Point{7, 0.3}, Point{1'000'000, 3e-6}, Point{30, 0.35}, Point{1000, 0.5},
                                  Point{400, 0.93}, Point{1'000'000'000, 2e-8}}) {
    const boost::math::binomial law(static_cast<double>(trials), p);
    std::vector<double> edges, expected;
    double sum = 0.0, all = 0.0;
    for (std::uint64_t k = 0; k <= trials && all < 1.0 - 1e-3; ++k) {
      const double mass = pdf(law, static_cast<double>(k));
      sum += mass * draws, all += mass;
      if (sum < 20.0) continue;
      edges.push_back(static_cast<double>(k)), expected.push_back(sum);
      sum = 0.0;
    }
    expected.push_back((1.0 - all) * draws + sum);
    std::vector<double> counts(expected.size(), 0.0);
    Stream stream({1}, Purpose::activation, 0, static_cast<std::uint32_t>(trials));
    for (int i = 0; i < draws; ++i) {
      const auto k = static_cast<double>(binomial(stream, trials, p));
      counts[static_cast<std::size_t>(std::ranges::lower_bound(edges, k) - edges.begin())] += 1;
    }
    EXPECT_GT(goodness(counts, expected), 1e-5) << trials << ' ' << p;
  }
}

// 10^12 trials: the law is normal up to 10^-6, in cells of equal probability.
TEST(Binomial, HasItsLawWhereLogFactorialsLoseTheirDigits) {
  constexpr int draws = 100'000;
  constexpr double trials = 1e12, p = 0.3;
  constexpr std::size_t cells = 50;
  std::vector<double> counts(cells, 0.0);
  Stream stream({2}, Purpose::activation, 0);
  for (int i = 0; i < draws; ++i) {
    const double z = (static_cast<double>(binomial(stream, 1'000'000'000'000, p)) + 0.5 - trials * p) /
                     std::sqrt(trials * p * (1.0 - p));
    counts[static_cast<std::size_t>(cells * cdf(boost::math::normal(), z))] += 1;
  }
  EXPECT_GT(goodness(counts, std::vector<double>(cells, draws / static_cast<double>(cells))), 1e-5);
}

TEST(Binomial, KnowsTheEdges) {
  Stream stream({3}, Purpose::activation, 0);
  EXPECT_EQ(binomial(stream, 0, 0.5), 0u);
  EXPECT_EQ(binomial(stream, 100, 0.0), 0u);
  EXPECT_EQ(binomial(stream, 100, 1.0), 100u);
  EXPECT_THROW((void)binomial(stream, 2'000'000'000'000'000, 0.5), Error);
  EXPECT_THROW((void)binomial(stream, 10, 1.5), Error);
}

}  // namespace
}  // namespace hearsay::random
