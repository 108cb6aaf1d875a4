// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <hearsay/accounting/token/complete/detail/time_series_inverse.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {
namespace {

using Complex = std::complex<double>;

/// Values of sum_t series[t] z^t on the circle of an inverse.
std::vector<Complex> on_circle(const std::vector<double>& series, const TimeSeriesInverse& inverse) {
  std::vector<Complex> values(inverse.points());
  for (std::size_t k = 0; k < values.size(); ++k) {
    for (std::size_t t = 0; t < series.size(); ++t) {
      values[k] += series[t] * std::exp(-inverse.inner() * static_cast<double>(t)) *
                   std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>((k * t) % values.size()) /
                                       static_cast<double>(values.size()));
    }
  }
  return values;
}

TransformedSeries exact(const std::vector<Complex>& values) {
  return {.values = values.data(), .everywhere = 1e-14, .in_norm = 1e-15};
}

/// [z^last] tail (1 - F + F') / (1 - F) by the recursion of the renewal equation.
double by_recursion(const std::vector<double>& tail, const std::vector<double>& later,
                    const std::vector<double>& first) {
  std::vector<double> renewals(tail.size(), 0.0), front(tail.size(), 0.0);
  for (std::size_t t = 0; t < tail.size(); ++t) {
    renewals[t] = t == 0 ? 1.0 : 0.0;
    for (std::size_t s = 1; s < later.size() && s <= t; ++s) renewals[t] += later[s] * renewals[t - s];
  }
  front[0] = 1.0;
  for (std::size_t t = 0; t < tail.size(); ++t) {
    for (std::size_t s = 0; s < first.size() && s <= t; ++s) front[t] += first[s] * renewals[t - s];
  }
  double sum = 0.0;
  for (std::size_t t = 0; t < tail.size(); ++t) sum += tail[tail.size() - 1 - t] * front[t];
  return sum;
}

const std::vector<double> cycle_law{0.0, 0.25, 0.15, 0.35, 0.25};

TEST(TimeSeriesInverse, IsTheCoefficientOfTheRenewalEquation) {
  std::vector<double> tail(40, 0.0);
  tail[0] = 1.0, tail[1] = 0.75, tail[2] = 0.6, tail[3] = 0.25;
  const TimeSeriesInverse inverse(tail, 0.0, std::log(2.0));
  const auto later = on_circle(cycle_law, inverse);
  const auto found = inverse.coefficient(exact(later), nullptr);
  EXPECT_NEAR(std::abs(found.value - 1.0), 0.0, found.error);  // closed cycles and the one begun make a law
  EXPECT_LT(found.error, 1e-9);
}

TEST(TimeSeriesInverse, AFirstCycleOfItsOwnComesOnce) {
  const std::vector<double> tail{1.0, 0.7, 0.5, 0.5, 0.3, 0.2, 0.1, 0.1, 0.05, 0.02}, first{0.1, 0.0, 0.6, 0.2};
  const TimeSeriesInverse inverse(tail, 0.0, std::log(10.0));
  const auto later = on_circle(cycle_law, inverse), once = on_circle(first, inverse);
  const auto of_first = exact(once);
  const auto found = inverse.coefficient(exact(later), &of_first);
  EXPECT_NEAR(std::abs(found.value - by_recursion(tail, cycle_law, first)), 0.0, found.error);
  EXPECT_LT(found.error, 1e-8);
}

TEST(TimeSeriesInverse, DividesOutTheGrowth) {
  const double growth = 0.1;
  std::vector<double> tail{1.0, 0.5, 0.25, 0.125, 0.0625}, damped = cycle_law;
  for (std::size_t t = 0; t < damped.size(); ++t) damped[t] *= std::exp(-growth * static_cast<double>(t));
  const TimeSeriesInverse inverse(tail, growth, std::log(10.0));
  const auto values = on_circle(damped, inverse);
  const auto found = inverse.coefficient(exact(values), nullptr);
  EXPECT_NEAR(std::abs(found.value - by_recursion(tail, cycle_law, cycle_law) * std::exp(-growth * 4.0)), 0.0,
              found.error);
}

TEST(TimeSeriesInverse, RefusesAnEquationThatIsNearlySingular) {
  const TimeSeriesInverse inverse({1.0, 1.0}, 0.0, 0.0);
  const std::vector<Complex> ones(inverse.points(), 1.0 - 1e-15);
  EXPECT_THROW((void)inverse.coefficient({.values = ones.data(), .everywhere = 1e-14, .in_norm = 0.0}, nullptr), Error);
}

}  // namespace
}  // namespace hearsay::accounting
