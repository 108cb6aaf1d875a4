// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <boost/math/distributions/beta.hpp>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <tuple>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/stats/anytime.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

namespace hearsay::stats {
namespace {

// The definition: the likelihood ratio to p, mixed over q with a beta law of mean p, by quadrature.
TEST(Anytime, TheEValueIsTheMixtureOfLikelihoodRatios) {
  boost::math::quadrature::tanh_sinh<double> integrate;
  for (const double weight : {2.0, 10.0, 100.0}) {
    for (const auto& [k, n, p] : {std::tuple{0u, 3u, 0.5}, {2u, 5u, 0.5}, {7u, 9u, 0.55}, {4u, 4u, 0.5}}) {
      const boost::math::beta_distribution<double> law(weight * p, weight * (1.0 - p));
      const double mixture = integrate.integrate(
          [&](double q) { return std::pow(q, k) * std::pow(1.0 - q, n - k) * boost::math::pdf(law, q); }, 0.0, 1.0);
      EXPECT_NEAR(log_e_value(k, n, p, weight), std::log(mixture / (std::pow(p, k) * std::pow(1.0 - p, n - k))), 1e-7);
    }
  }
}

// A bet with odds that lean to p by `weight` trials: the expected e-value after one more trial is the one before.
TEST(Anytime, TheEValueIsAMartingale) {
  for (const double weight : {1.0, usual_weight}) {
    for (const double p : {0.01, 0.3, 0.8}) {
      EXPECT_NEAR(log_e_value(0, 0, p, weight), 0.0, 1e-12);
      for (const unsigned n : {0u, 1u, 10u, 1000u}) {
        for (unsigned k = 0; k <= n; k += n / 5 + 1) {
          const auto ratio = [&](unsigned more) {
            return std::exp(log_e_value(k + more, n + 1, p, weight) - log_e_value(k, n, p, weight));
          };
          EXPECT_NEAR(p * ratio(1) + (1.0 - p) * ratio(0), 1.0, 1e-9) << p << " " << k << "/" << n;
        }
      }
    }
  }
}

TEST(Anytime, TheIntervalIsWhereTheEValueIsBelowOneOverAlpha) {
  for (const double weight : {4.0, usual_weight}) {
    for (const auto& [k, n] : {std::pair{0u, 200u}, {2u, 200u}, {70u, 200u}, {200u, 200u}, {5000u, 10000u}}) {
      const auto interval = anytime_interval(k, n, 0.05, weight);
      EXPECT_LE(interval.lower(), interval.estimate());
      EXPECT_GE(interval.upper(), interval.estimate());
      if (k > 0) {
        EXPECT_NEAR(log_e_value(k, n, interval.lower(), weight), std::log(20.0), 1e-8);
      }
      if (k < n) {
        EXPECT_NEAR(log_e_value(k, n, interval.upper(), weight), std::log(20.0), 1e-8);
      }
    }
  }
}

// The set that the interval is made of has no holes: ln E_n is convex in p.
TEST(Anytime, TheEValueIsConvex) {
  for (const auto& [k, n] : {std::pair{0u, 20u}, {1u, 20u}, {7u, 20u}, {19u, 20u}, {300u, 1000u}}) {
    for (double p = 0.01; p < 0.985; p += 0.005) {
      const double chord = 0.5 * (log_e_value(k, n, p - 0.005) + log_e_value(k, n, p + 0.005));
      EXPECT_LE(log_e_value(k, n, p), chord + 1e-9) << k << "/" << n << " " << p;
    }
  }
}

TEST(Anytime, KnowsNothingBeforeTheFirstTrialAndRefusesNonsense) {
  EXPECT_EQ(anytime_interval(0, 0, 0.05).lower(), 0.0);
  EXPECT_EQ(anytime_interval(0, 0, 0.05).upper(), 1.0);
  EXPECT_EQ(log_e_value(1, 1, 0.0), INFINITY);
  EXPECT_EQ(log_e_value(1, 2, 1.0), INFINITY);
  EXPECT_EQ(log_e_value(5, 5, 1.0), 0.0);
  EXPECT_EQ(log_e_value(0, 5, 0.0), 0.0);
  EXPECT_LT(anytime_interval(1, 2, 0.05).lower(), 1e-300);  // a single success excludes nothing but 0
  EXPECT_THROW(static_cast<void>(anytime_interval(2, 1, 0.05)), Error);
  EXPECT_THROW(static_cast<void>(anytime_interval(1, 2, 0.0)), Error);
  EXPECT_THROW(static_cast<void>(anytime_interval(1, 2, 0.05, 0.0)), Error);
  EXPECT_THROW(static_cast<void>(log_e_value(1, 2, std::nan(""))), Error);
}

// docs/maths/anytime.md: what is given up for looking at any time is less than a factor of four in trials.
TEST(Anytime, IsNoWiderThanAFixedIntervalOfAQuarterOfTheTrials) {
  for (const double share : {0.02, 0.1, 0.5}) {
    for (const std::uint64_t n : {1000u, 10'000u, 100'000u, 1'000'000u}) {
      const auto k = static_cast<std::uint64_t>(share * static_cast<double>(n));
      EXPECT_LT(anytime_interval(k, n, 0.05).width(), clopper_pearson(k / 4, n / 4, 0.05).width()) << share << " " << n;
    }
  }
}

/// P(p leaves the interval of some n <= `most`), exactly: probabilities of the counts that were never excluded, trial
/// by trial.
double ever_excluded(double p, unsigned most, double alpha, double weight) {
  std::vector<double> alive{1.0};
  double excluded = 0.0;
  for (unsigned n = 1; n <= most; ++n) {
    std::vector<double> next(n + 1, 0.0);
    for (unsigned k = 0; k < n; ++k) {
      next[k] += alive[k] * (1.0 - p);
      next[k + 1] += alive[k] * p;
    }
    for (unsigned k = 0; k <= n; ++k) {
      if (next[k] == 0.0 || log_e_value(k, n, p, weight) < -std::log(alpha)) continue;
      excluded += next[k];
      next[k] = 0.0;
    }
    alive = std::move(next);
  }
  return excluded;
}

TEST(Anytime, EveryLookTogetherErrsWithProbabilityAtMostAlpha) {
  for (const double weight : {4.0, 30.0}) {
    for (const double p : {0.02, 0.3, 0.5}) {
      const double excluded = ever_excluded(p, 400, 0.05, weight);
      EXPECT_LE(excluded, 0.05) << p;
      EXPECT_GT(excluded, 0.005) << p;  // the promise is not kept by being silent
    }
  }
}

// What the sequence is for: the fixed-n interval does not survive being looked at after every trial.
TEST(Anytime, LookingAtAFixedIntervalAfterEveryTrialErrsMoreOften) {
  constexpr double p = 0.3, alpha = 0.05;
  std::vector<double> alive{1.0};
  double excluded = 0.0;
  for (unsigned n = 1; n <= 300; ++n) {
    std::vector<double> next(n + 1, 0.0);
    for (unsigned k = 0; k < n; ++k) {
      next[k] += alive[k] * (1.0 - p);
      next[k + 1] += alive[k] * p;
    }
    for (unsigned k = 0; k <= n; ++k) {
      if (next[k] < 1e-12 || clopper_pearson(k, n, alpha).contains(p)) continue;
      excluded += next[k];
      next[k] = 0.0;
    }
    alive = std::move(next);
  }
  EXPECT_GT(excluded, 2.0 * alpha);
}

/// P(p is outside the interval of k), k from Bin(n, p), exactly.
double miss_probability(double p, unsigned n, double alpha) {
  const boost::math::binomial_distribution<double> law(n, p);
  double missed = 0.0;
  for (unsigned k = 0; k <= n; ++k) {
    if (!clopper_pearson(k, n, alpha).contains(p)) missed += boost::math::pdf(law, k);
  }
  return missed;
}

TEST(Coverage, ClopperPearsonMissesWithProbabilityAtMostAlphaForEveryP) {
  for (const double alpha : {0.05, 1e-3}) {
    double worst = 0.0;
    for (int i = 1; i < 100; ++i) worst = std::max(worst, miss_probability(0.01 * i, 60, alpha));
    EXPECT_LE(worst, alpha);
    EXPECT_GT(worst, 0.3 * alpha);
  }
}

// 1,000 seeds, each stopped by the rule most eager to reject: the number of rejections is one that Bin(1000, alpha)
// allows.
TEST(Coverage, OptionalStoppingOverAThousandSeeds) {
  constexpr double alpha = 0.1, p = 0.4;
  constexpr int seeds = 1000;
  int alarms = 0;
  for (std::uint32_t seed = 1; seed <= seeds; ++seed) {
    random::Stream stream({seed}, random::Purpose::attack, 0);
    std::uint64_t k = 0;
    for (std::uint64_t n = 1; n <= 2000; ++n) {
      k += stream.bernoulli(p) ? 1 : 0;
      if (n % 256 == 0 && !anytime_interval(k, n, alpha).contains(p)) {
        ++alarms;
        break;
      }
    }
  }
  const boost::math::binomial_distribution<double> law(seeds, alpha);
  EXPECT_LE(alarms, boost::math::quantile(boost::math::complement(law, 1e-9)));
  EXPECT_GT(alarms, 0);
}

}  // namespace
}  // namespace hearsay::stats
