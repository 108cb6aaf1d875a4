// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/renyi_bound.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>

namespace {

using namespace hearsay::empirical;
using hearsay::Bracket;
using hearsay::Error;

constexpr double some_rates[] = {1e-9, 0.001, 0.02, 0.25, 0.5, 0.50001, 0.8, 0.97, 0.9999};

/// (sum over both sides of p^order / q^(order - 1)), whose logarithm is (order - 1) times the divergence, for a whole
/// order, with more digits.
long double moment(double p, double q, int order) {
  const auto side = [&](long double first, long double second) {
    long double product = first;
    for (int i = 1; i < order; ++i) product *= first / second;
    return product;
  };
  return side(p, q) + side(1.0L - p, 1.0L - q);
}

TEST(RenyiBound, IsTheClosedFormRoundedDown) {
  for (const int order : {2, 3, 8}) {
    for (const double p : some_rates) {
      for (const double q : some_rates) {
        const long double exact = std::log(moment(p, q, order)) / (order - 1);
        const double found = binary_renyi(p, q, order);
        EXPECT_LE(static_cast<long double>(found), exact + (p == q ? 1e-18L : 0.0L)) << p << " " << q << " " << order;
        EXPECT_NEAR(found, static_cast<double>(exact), 1e-12 * (1.0 + std::abs(static_cast<double>(exact))));
      }
    }
  }
}

TEST(RenyiBound, OfOrderNearOneIsTheKullbackLeiblerDivergence) {
  const double p = 0.7, q = 0.2;
  const double divergence = p * std::log(p / q) + (1.0 - p) * std::log((1.0 - p) / (1.0 - q));
  EXPECT_NEAR(binary_renyi(p, q, 1.000001), divergence, 1e-5);
}

TEST(RenyiBound, IsInfiniteWhereOnlyTheFirstLawHasASide) {
  EXPECT_EQ(binary_renyi(0.1, 0.0, 2.0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(binary_renyi(0.9, 1.0, 2.0), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(binary_renyi(0.0, 0.5, 2.0), std::log(2.0), 1e-12);
  EXPECT_NEAR(binary_renyi(1.0, 0.5, 2.0), std::log(2.0), 1e-12);
}

TEST(RenyiBound, NeverExceedsThatOfTheGaussianMechanism) {
  for (const double mu : {0.1, 1.0, 3.0}) {
    for (const double order : {1.5, 2.0, 10.0}) {
      for (double threshold = -5.0; threshold <= 8.0; threshold += 0.25) {
        const double p = 0.5 * std::erfc((threshold - mu) / std::sqrt(2.0));
        const double q = 0.5 * std::erfc(threshold / std::sqrt(2.0));
        EXPECT_LE(binary_renyi(p, q, order), order * mu * mu / 2.0) << mu << " " << order << " " << threshold;
      }
    }
  }
  const double p = 0.5 * std::erfc(-0.5 / std::sqrt(2.0)), q = 1.0 - p;
  EXPECT_GT(binary_renyi(p, q, 2.0), 0.5);  // of 1 at mu = 1: an event shows much of it
}

TEST(RenyiBound, IsTheLeastOverAllRatesWithinTheirLimits) {
  for (const double order : {1.1, 2.0, 16.0}) {
    for (const double low : {0.05, 0.4, 0.75}) {
      for (const double width : {0.01, 0.2}) {
        const Rates rates{.true_positive = Bracket(low, low, low + width),
                          .false_positive = Bracket(0.01, 0.02, low / 2.0)};
        const double bound = renyi_lower(rates, order);
        EXPECT_GT(bound, 0.0);
        double least = std::numeric_limits<double>::infinity();
        for (double i = 0.0; i <= 1.0; i += 0.125) {
          for (double j = 0.0; j <= 1.0; j += 0.125) {
            const double p = low + i * width, q = 0.01 + j * (low / 2.0 - 0.01);
            least = std::min(least, std::max(binary_renyi(p, q, order), binary_renyi(q, p, order)));
          }
        }
        EXPECT_LE(bound, least);
        EXPECT_NEAR(bound, least, 1e-9);  // it is attained at a corner
      }
    }
  }
}

TEST(RenyiBound, LimitsThatOverlapShowNothing) {
  const Rates rates{.true_positive = Bracket(0.2, 0.3, 0.4), .false_positive = Bracket(0.1, 0.15, 0.2)};
  EXPECT_EQ(renyi_lower(rates, 2.0), 0.0);
}

TEST(RenyiBound, ArgumentsOutsideTheirDomainAreRefused) {
  EXPECT_THROW(static_cast<void>(binary_renyi(0.5, 0.5, 1.0)), Error);
  EXPECT_THROW(static_cast<void>(binary_renyi(1.5, 0.5, 2.0)), Error);
  EXPECT_THROW(static_cast<void>(binary_renyi(0.5, std::nan(""), 2.0)), Error);
}

}  // namespace
