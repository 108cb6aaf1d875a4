// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <cmath>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/divergence/sampled_gaussian.hpp>

#include "tests/error_message.hpp"
#include "tests/reference/reference.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;

TEST(SampledGaussian, AgreesWithTheMomentsInFortyDigits) {
  constexpr double tolerance = 1e-9;
  tests::WorstRow worst("sampled_renyi");
  const auto rows = tests::reference_rows("sampled_renyi.tsv");
  ASSERT_EQ(rows.size(), 36u);
  for (const auto& row : rows) {
    const auto found = sampled_gaussian_renyi(row[0], row[1], row[2], 1.0);
    const double error = std::max(std::abs(found.remove / row[3] - 1.0), std::abs(found.add / row[4] - 1.0));
    EXPECT_LE(error, tolerance) << fmt::format("alpha = {:.9g}, rate = {}, mu = {}: {:.17g} {:.17g}", row[0], row[1],
                                               row[2], found.remove, found.add);
    worst.add(error / tolerance, fmt::format("alpha = {:.9g}, rate = {}, mu = {}", row[0], row[1], row[2]));
  }
}

TEST(SampledGaussian, TheQuadratureMeetsTheBinomialSum) {
  // Next to an integer order the quadrature takes over: the divergence is continuous and increasing in the order.
  for (const double alpha : {2.0, 3.0, 17.0, 64.0}) {
    for (const double rate : {1e-4, 0.2}) {
      for (const double mu : {0.1, 1.0, 3.0}) {
        const double below = sampled_gaussian_renyi(alpha * (1.0 - 1e-12), rate, mu, 1.0).remove,
                     at = sampled_gaussian_renyi(alpha, rate, mu, 1.0).remove;
        EXPECT_NEAR(below / at, 1.0, 1e-9) << alpha << ' ' << rate << ' ' << mu;
      }
    }
  }
}

TEST(SampledGaussian, EndsAndScale) {
  EXPECT_EQ(sampled_gaussian_renyi(3.5, 0.0, 1.0, 2.0).worse(), 0.0);
  EXPECT_EQ(sampled_gaussian_renyi(3.5, 0.3, 0.0, 2.0).worse(), 0.0);
  EXPECT_DOUBLE_EQ(sampled_gaussian_renyi(3.5, 1.0, 1.0, 2.0).worse(), gaussian_renyi(3.5, 1.0, 2.0));
  EXPECT_DOUBLE_EQ(sampled_gaussian_renyi(3.5, 0.3, 1.0, 2.0).remove,
                   sampled_gaussian_renyi(3.5, 0.3, 10.0, 20.0).remove);
  // Not 0 where the square of mu underflows.
  EXPECT_GT(sampled_gaussian_renyi(2.0, 0.5, 1e-100, 1.0).remove, 0.0);
}

TEST(SampledGaussian, LargeOrdersAreBoundedFromAbove) {
  const auto curve = sampled_gaussian_curve(0.01, 1.0, 1.0, 1);
  EXPECT_THROW((void)sampled_gaussian_renyi(1e8 + 0.5, 0.01, 1.0, 1.0), Error);
  const double last = sampled_gaussian_renyi(3000.5, 0.01, 1.0, 1.0).worse(), large = curve(1e8);
  EXPECT_GT(large, last);
  EXPECT_NEAR(large, 0.5e8, 1e-6);                     // 1 - rate and the rate are spread over all orders
  EXPECT_GE(large, 0.5e8 + 1.00001 * std::log(0.01));  // the moment is at least rate^alpha times that without sampling
  EXPECT_LE(large, gaussian_renyi(1e8, 1.0, 1.0));
}

TEST(SampledGaussian, ConvertsToABoundAboveTheExactLossThatIsNotFarOff) {
  // 1,000 queries of rate 0.01 at sigma = 1.2, against the certified composition of privacy-loss laws.
  const double rate = 0.01, sigma = 1.2, delta = 1e-5;
  const auto bound = best_rdp_to_dp_improved(sampled_gaussian_curve(rate, 1.0, sigma, 1000), delta);
  const auto pld = Pld::gaussian_mixture({{0.0, 1.0 / sigma}, {1.0 - rate, rate}, {0.0}, {1.0}, 1.0}, 3e-4);
  const Bracket exact = Composition(pld, 1000).epsilon(delta);
  EXPECT_GT(bound.value, exact.lower());
  EXPECT_LT(bound.value, 1.2 * exact.upper());
  const double delta_back = best_rdp_to_delta(sampled_gaussian_curve(rate, 1.0, sigma, 1000), bound.value).value;
  EXPECT_NEAR(delta_back / delta, 1.0, 1e-6);
}

TEST(SampledGaussian, RefusesBadInput) {
  EXPECT_EQ(message_of([] { (void)sampled_gaussian_renyi(1.0, 0.5, 1.0, 1.0); }),
            "HS-101 sampled_gaussian_renyi: alpha = 1 must be finite and > 1");
  EXPECT_EQ(message_of([] { (void)sampled_gaussian_renyi(2.0, 1.5, 1.0, 1.0); }),
            "HS-101 sampled_gaussian_renyi: rate = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([] { (void)sampled_gaussian_renyi(2.0, 0.5, -1.0, 1.0); }),
            "HS-101 sampled_gaussian_renyi: sensitivity = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)sampled_gaussian_curve(0.5, 1.0, 0.0, 1); }),
            "HS-101 sampled_gaussian_curve: sigma = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { (void)sampled_gaussian_curve(0.5, 1.0, 1.0, 0); }),
            "HS-101 sampled_gaussian_curve: count = 0 must be at least 1");
}

}  // namespace
}  // namespace hearsay::divergence
