#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/mechanism/gaussian.hpp>
#include <hearsay/mechanism/laplace.hpp>
#include <hearsay/mechanism/randomized_response.hpp>
#include <hearsay/mechanism/subsampling.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

#include "tests/error_message.hpp"

namespace hearsay::mechanism {
namespace {

using tests::message_of;

using random::Purpose;
using random::Seed;
using random::Stream;

/// P lies in the Clopper-Pearson interval of level 1e-9 (seeds are fixed).
void expect_frequency(std::uint64_t successes, std::uint64_t trials, double p) {
  EXPECT_TRUE(stats::clopper_pearson(successes, trials, 1e-9).contains(p)) << successes << " of " << trials << " against " << p;
}

TEST(GaussianMechanism, AnalyticCalibrationIsSafeAndTight) {
  for (const double epsilon : {0.0, 0.1, 1.0, 5.0, 50.0}) {
    for (const double delta : {0.1, 1e-5, 1e-12}) {
      const auto mechanism = Gaussian::analytic(2.5, epsilon, delta);
      EXPECT_LE(mechanism.delta(epsilon).upper(), delta);
      EXPECT_GE(mechanism.delta(epsilon).lower(), delta * (1 - 1e-9));
      if (epsilon > 0.0 && epsilon < 1.0) { EXPECT_LT(mechanism.sigma(), Gaussian::classical(2.5, epsilon, delta).sigma()); }
    }
  }
}

TEST(GaussianMechanism, NoiseHasTheStatedTail) {
  const Gaussian mechanism(1.0, 3.0);
  Stream stream(Seed{1}, Purpose::noise, 0);
  constexpr std::uint64_t trials = 100000;
  std::uint64_t beyond = 0;
  for (std::uint64_t i = 0; i < trials; ++i) beyond += mechanism.perturb(10.0, stream) > 13.0;
  expect_frequency(beyond, trials, 0.15865525393145705);  // Phi(-1)
}

TEST(LaplaceMechanism, NoiseHasTheStatedTailsAndDelta) {
  const auto mechanism = Laplace::calibrated(2.0, 0.5);
  EXPECT_DOUBLE_EQ(mechanism.scale(), 4.0);
  EXPECT_DOUBLE_EQ(mechanism.epsilon(), 0.5);
  EXPECT_EQ(mechanism.delta(0.5), 0.0);
  EXPECT_NEAR(mechanism.delta(0.0), 1.0 - std::exp(-0.25), 1e-15);  // total variation
  Stream stream(Seed{2}, Purpose::noise, 0);
  constexpr std::uint64_t trials = 100000;
  std::uint64_t above = 0, below = 0;
  for (std::uint64_t i = 0; i < trials; ++i) {
    const double noise = mechanism.perturb(1.0, stream) - 1.0;
    above += noise > 4.0, below += noise < -8.0;
  }
  expect_frequency(above, trials, 0.5 * std::exp(-1.0));
  expect_frequency(below, trials, 0.5 * std::exp(-2.0));
}

TEST(RandomizedResponse, ReportsWithTheStatedProbabilities) {
  const auto mechanism = RandomizedResponse::calibrated(4, 1.2);
  EXPECT_NEAR(mechanism.epsilon(), 1.2, 1e-14);
  EXPECT_NEAR(mechanism.probability(2, 2) / mechanism.probability(1, 2), std::exp(1.2), 1e-13);
  EXPECT_NEAR(mechanism.probability(2, 2) + 3 * mechanism.probability(0, 2), 1.0, 1e-15);
  Stream stream(Seed{3}, Purpose::noise, 0);
  std::map<std::uint64_t, std::uint64_t> counts;
  constexpr std::uint64_t trials = 50000;
  for (std::uint64_t i = 0; i < trials; ++i) ++counts[mechanism.perturb(2, stream)];
  for (std::uint64_t report = 0; report < 4; ++report) expect_frequency(counts[report], trials, mechanism.probability(report, 2));
}

// epsilon of binary randomized response with truth probability p is ln(p/(1-p)); gamma = 2 (1 - p).
TEST(RandomizedResponse, OfTwoValuesHasTheTextbookEpsilon) {
  EXPECT_NEAR(RandomizedResponse(2, 2 * 0.49).epsilon(), std::log(0.51 / 0.49), 1e-15);
  EXPECT_EQ(RandomizedResponse(2, 1.0).epsilon(), 0.0);
}

TEST(Subsampling, PoissonKeepsEachIndexAtTheRateAndIndependently) {
  constexpr std::uint64_t n = 7, trials = 40000;
  std::vector<std::uint64_t> kept(n);
  std::uint64_t both = 0;
  for (std::uint32_t t = 0; t < trials; ++t) {
    Stream stream(Seed{4}, Purpose::data, t);
    bool first = false, last = false;
    std::uint64_t previous = 0;
    for (const auto index : sample_poisson(n, 0.3, stream)) {
      ASSERT_LT(index, n);
      ASSERT_TRUE(previous <= index);
      previous = index;
      ++kept[index];
      first |= index == 0, last |= index == n - 1;
    }
    both += first && last;
  }
  for (const auto count : kept) expect_frequency(count, trials, 0.3);
  expect_frequency(both, trials, 0.09);
  Stream stream(Seed{4}, Purpose::data, 0);
  EXPECT_TRUE(sample_poisson(5, 0.0, stream).empty());
  EXPECT_EQ(sample_poisson(5, 1.0, stream), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(sample_poisson(0, 1.0, stream).empty());
}

TEST(Subsampling, WithoutReplacementIsUniformOverSets) {
  std::map<std::vector<std::uint64_t>, std::uint64_t> counts;
  constexpr std::uint64_t trials = 40000;
  for (std::uint32_t t = 0; t < trials; ++t) {
    Stream stream(Seed{5}, Purpose::data, t);
    ++counts[sample_without_replacement(2, 5, stream)];
  }
  EXPECT_EQ(counts.size(), 10u);
  for (const auto& [set, count] : counts) expect_frequency(count, trials, 0.1);
}

TEST(Subsampling, WithReplacementRepeatsAnIndexAtTheBinomialRate) {
  constexpr std::uint64_t trials = 40000;
  std::uint64_t twice = 0;
  for (std::uint32_t t = 0; t < trials; ++t) {
    Stream stream(Seed{6}, Purpose::data, t);
    int hits = 0;
    for (const auto index : sample_with_replacement(5, 4, stream)) hits += index == 1;
    twice += hits == 2;
  }
  expect_frequency(twice, trials, 10.0 * 27.0 / 1024.0);  // C(5,2) (1/4)^2 (3/4)^3
}

TEST(Mechanisms, RefuseBadInputNamingParameterValueAndRange) {
  Stream stream(Seed{1}, Purpose::data, 0);
  EXPECT_EQ(message_of([] { Gaussian(1.0, 0.0); }), "HS-101 mechanism::Gaussian: sigma = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { Gaussian(-1.0, 1.0); }), "HS-101 mechanism::Gaussian: sensitivity = -1 must be finite and > 0");
  EXPECT_EQ(message_of([] { (void)Gaussian::classical(1.0, 1.0, 1e-5); }), "HS-203 Gaussian::classical: epsilon = 1: the theorem needs epsilon < 1; use the analytic calibration");
  EXPECT_EQ(message_of([] { (void)Gaussian::analytic(1.0, 1.0, 2.0); }), "HS-101 gaussian_mu: delta = 2 must be in (0, 1)");
  EXPECT_EQ(message_of([] { (void)Laplace::calibrated(1.0, 0.0); }), "HS-101 Laplace::calibrated: epsilon = 0 must be finite and > 0");
  EXPECT_EQ(message_of([] { RandomizedResponse(1, 0.5); }), "HS-101 mechanism::RandomizedResponse: values = 1 must be >= 2");
  EXPECT_EQ(message_of([] { RandomizedResponse(2, 0.0); }), "HS-101 mechanism::RandomizedResponse: gamma = 0 must be in (0, 1]");
  EXPECT_EQ(message_of([&] { (void)RandomizedResponse(2, 0.5).perturb(2, stream); }), "HS-101 RandomizedResponse::perturb: truth = 2 must be below values = 2");
  EXPECT_EQ(message_of([&] { (void)sample_poisson(5, 1.5, stream); }), "HS-101 sample_poisson: rate = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([&] { (void)sample_without_replacement(6, 5, stream); }), "HS-101 sample_without_replacement: m = 6 must be at most n = 5");
  EXPECT_EQ(message_of([&] { (void)sample_with_replacement(1, 0, stream); }), "HS-101 sample_with_replacement: n = 0 must be >= 1 to draw m = 1");
}

}  // namespace
}  // namespace hearsay::mechanism
