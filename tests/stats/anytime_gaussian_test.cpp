// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/anytime_gaussian.hpp>

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>

#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::stats {
namespace {

/// Pairs of Gaussian numbers whose means are mu standard deviations apart.
class Pairs {
 public:
  Pairs(double mu, std::uint32_t seed) : mu_(mu), stream_({seed}, random::Purpose::attack, 0) {}
  void add(int count, PairMoments& moments) {
    constexpr double deviation = 3.0, place = -7.0;
    for (int i = 0; i < count; ++i) {
      const double positive = place + deviation * (mu_ + stream_.normal());
      moments.add(positive, place + deviation * stream_.normal());
    }
  }

 private:
  double mu_;
  random::Stream stream_;
};

PairMoments pairs(double mu, std::uint32_t seed, int count) {
  PairMoments moments;
  Pairs(mu, seed).add(count, moments);
  return moments;
}

/// The same pairs, the other hypothesis first.
PairMoments exchanged(PairMoments moments) {
  moments.mean_difference = -moments.mean_difference;
  return moments;
}

TEST(AnytimeGaussian, MomentsAreThoseOfDifferencesAndSums) {
  PairMoments moments;
  moments.add(3.0, 1.0);
  moments.add(5.0, 5.0);
  moments.add(4.0, 0.0);
  EXPECT_EQ(moments.pairs, 3u);
  EXPECT_DOUBLE_EQ(moments.mean_difference, 2.0);
  EXPECT_DOUBLE_EQ(moments.squares_of_differences, 8.0);
  EXPECT_DOUBLE_EQ(moments.mean_sum, 6.0);
  EXPECT_DOUBLE_EQ(moments.squares_of_sums, 24.0);
}

// The e-value by its definition: densities of Student's noncentral law (Boost), mixed by quadrature.
TEST(AnytimeGaussian, TheEValueIsTheMixtureOfRatiosOfStudentsLaw) {
  for (const double mu : {0.0, 0.5, 2.0}) {
    for (const int count : {3, 20, 200}) {
      const auto moments = pairs(mu, 5, count);
      const double n = count, freedom = 2.0 * n - 2.0, weight = 30.0, deviation = 1.0 / std::sqrt(weight);
      const double t = std::sqrt(n) * moments.mean_difference /
                       std::sqrt((moments.squares_of_differences + moments.squares_of_sums) / freedom);
      const auto density = [&](double delta) {
        return boost::math::pdf(boost::math::non_central_t_distribution<double>(freedom, std::sqrt(n) * delta), t);
      };
      const boost::math::normal_distribution<double> half(0.0, deviation);
      for (const double claimed : {mu - 0.5, mu}) {
        const double delta = claimed / std::numbers::sqrt2;
        const double mixture = boost::math::quadrature::gauss_kronrod<double, 61>::integrate(
            [&](double x) { return 2.0 * boost::math::pdf(half, x) * density(delta + x); }, 0.0, 8.0 * deviation, 10,
            1e-10);
        EXPECT_NEAR(log_e_value_of_distance(moments, claimed, weight), std::log(mixture / density(delta)), 1e-6)
            << mu << " " << count << " " << claimed;
      }
    }
  }
}

TEST(AnytimeGaussian, TheBoundIsWhereTheEValueIsOneOverAlpha) {
  const auto moments = pairs(0.7, 3, 1000);
  const double lower = anytime_mu_lower(moments, 0.05);
  EXPECT_NEAR(log_e_value_of_distance(moments, lower, 300.0), std::log(20.0), 1e-6);
  EXPECT_LT(log_e_value_of_distance(moments, lower + 0.01, 300.0), std::log(20.0));
  EXPECT_GT(log_e_value_of_distance(moments, lower - 0.01, 300.0), std::log(20.0));
}

TEST(AnytimeGaussian, UpperIsLowerWithTheHypothesesExchanged) {
  const auto moments = pairs(0.7, 3, 1000);
  EXPECT_EQ(anytime_mu_upper(moments, 0.05), -anytime_mu_lower(exchanged(moments), 0.05));
  EXPECT_LT(anytime_mu_lower(moments, 0.05), 0.7);
  EXPECT_GT(anytime_mu_upper(moments, 0.05), 0.7);
}

TEST(AnytimeGaussian, SaysNothingWithoutNoiseOrPairsAndRefusesNonsense) {
  PairMoments moments;
  EXPECT_EQ(anytime_mu_lower(moments, 0.05), -INFINITY);
  moments.add(1.0, 0.0);
  EXPECT_EQ(anytime_mu_lower(moments, 0.05), -INFINITY);
  moments.add(1.0, 0.0);
  EXPECT_EQ(anytime_mu_lower(moments, 0.05), -INFINITY);  // without noise there is no law to bound
  EXPECT_EQ(anytime_mu_upper(moments, 0.05), INFINITY);
  EXPECT_THROW(static_cast<void>(anytime_mu_lower(moments, 1.0)), Error);
  EXPECT_THROW(static_cast<void>(anytime_mu_lower(moments, 0.05, 0.0)), Error);
}

// Looked at as often as it helps to err: no more false alarms than Bin(seeds, alpha) allows, and some, because the
// level is used.
TEST(AnytimeGaussian, EveryLookTogetherKeepsItsLevel) {
  constexpr double alpha = 0.2, mu = 0.5, weight = 10.0;
  constexpr int seeds = 200;
  int above = 0, below = 0;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    Pairs drawn(mu, seed);
    PairMoments moments;
    bool too_high = false, too_low = false;
    for (int look = 0; look < 10; ++look) {
      drawn.add(1 << (look / 2 + 2), moments);
      too_high = too_high || log_e_value_of_distance(moments, mu, weight) > -std::log(alpha);
      too_low = too_low || log_e_value_of_distance(exchanged(moments), -mu, weight) > -std::log(alpha);
    }
    above += too_high ? 1 : 0;
    below += too_low ? 1 : 0;
  }
  const double most =
      boost::math::quantile(boost::math::complement(boost::math::binomial_distribution<double>(seeds, alpha), 1e-9));
  EXPECT_LE(above, most);
  EXPECT_LE(below, most);
  EXPECT_GT(above + below, 0);
}

// docs/maths/anytime.md: the bound of a fixed quarter of the pairs lies 1.645 standard errors below mu.
TEST(AnytimeGaussian, IsNoFurtherFromTheTruthThanAFixedBoundOfAQuarterOfThePairs) {
  constexpr double mu = std::numbers::sqrt2 / 2.0, alpha = 0.05;
  const double deviations = boost::math::quantile(boost::math::complement(boost::math::normal(), alpha));
  for (const int count : {1024, 4096, 16'384}) {
    constexpr int seeds = 20;
    double mean = 0.0;
    for (std::uint32_t seed = 1; seed <= seeds; ++seed) mean += anytime_mu_lower(pairs(mu, seed, count), alpha) / seeds;
    const double error = std::sqrt((2.0 + mu * mu / 4.0) / (count / 4.0));
    // The mean of twenty bounds is known to a quarter of its own error.
    EXPECT_GT(mean, mu - deviations * error - 0.5 * error / std::sqrt(20.0)) << count;
  }
}

}  // namespace
}  // namespace hearsay::stats
