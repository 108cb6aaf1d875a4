// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

RingQuestion laplace(std::int64_t rounds, double epsilon) {
  return {
      .users = 7, .rounds = rounds, .epsilon = epsilon, .delta = 1e-3, .delta_prime = 1e-4, .noise = Noise::laplace};
}

/// Divergence of one Laplace mechanism at e^level, any real level: with scale 1 and shift r, Q = e^(L) P on the half
/// line where L > level.
double one_lap(double r, double level) {
  if (level >= r) return 0.0;
  if (level <= -r) return 1.0 - std::exp(level);
  return 1.0 - std::exp(0.5 * (level - r));
}

/// Two laps: the first one's output x has density e^-|x|/2 under P and loss |x - r| - |x|; trapezoid rule.
double two_laps(double r, double epsilon) {
  double sum = 0.5 * one_lap(r, epsilon - r) + 0.5 * std::exp(-r) * one_lap(r, epsilon + r);  // x <= 0 and x >= r
  constexpr int nodes = 100'000;
  for (int i = 0; i <= nodes; ++i) {
    const double x = r * i / nodes;
    sum += (i == 0 || i == nodes ? 0.5 : 1.0) * r / nodes * 0.5 * std::exp(-x) * one_lap(r, epsilon - (r - 2.0 * x));
  }
  return sum;
}

TEST(WalkRingLaplace, OneLapIsClosedForm) {
  for (const double r : {0.1, 1.0, 5.0}) {
    for (const double delta : {1e-2, 1e-6}) {
      const double expected = r + 2.0 * std::log1p(-delta);
      const auto found = RingLaplace(laplace(1, r)).epsilon(delta);
      EXPECT_NEAR(found.lower(), expected, 1e-14 * r);
      EXPECT_NEAR(found.upper(), expected, 1e-14 * r);
    }
  }
}

TEST(WalkRingLaplace, TwoLapsContainTheQuadrature) {
  for (const double r : {0.2, 1.0, 3.0}) {
    for (const double epsilon : {0.3 * r, 1.2 * r, 1.8 * r}) {
      const auto found = RingLaplace(laplace(2, r)).epsilon(two_laps(r, epsilon));
      EXPECT_LE(found.lower(), epsilon * (1.0 + 1e-7)) << r;
      EXPECT_GE(found.upper(), epsilon * (1.0 - 1e-7)) << r;
      EXPECT_LE(found.width(), 2e-3 * std::max(r, epsilon)) << r;  // two laps, two steps of min(r, 2)/2000
    }
  }
}

TEST(WalkRingLaplace, ManyLapsAreTightAndBelowWhatPureDpPromises) {
  for (const double r : {0.05, 0.5, 2.0}) {
    const auto q = laplace(10'000, r);
    const auto found = RingLaplace(q).epsilon(1e-6);
    EXPECT_LE(found.width(), 1e-4 * found.upper()) << r;
    EXPECT_LT(found.upper(), optimal_composition_guarantee(10'000, {r, 0.0}, 1e-6).value.epsilon) << r;
  }
}

TEST(WalkRingLaplace, GuaranteesCountNoDeltaForAContribution) {
  const auto q = laplace(20, 0.3);
  EXPECT_DOUBLE_EQ(ring_published(q).value.delta, 1e-4);
  EXPECT_DOUBLE_EQ(ring_local(q).plain.value.delta, 0.0);
  EXPECT_DOUBLE_EQ(ring_local(q).plain.value.epsilon, 6.0);
  EXPECT_FALSE(ring_local(q).gaussian.valid);
  EXPECT_DOUBLE_EQ(ring_tight(q).value.delta, 1e-4);
  EXPECT_DOUBLE_EQ(ring_tight(q).value.epsilon, RingLaplace(q).epsilon(1e-4).upper());
  EXPECT_TRUE(ring_published(laplace(2, 1.5)).valid);  // epsilon >= 1 is no trouble without Gaussian noise
}

TEST(WalkRingLaplace, RefusesByName) {
  EXPECT_THAT(message_of([] { (void)ring_mu(laplace(2, 0.5)); }),
              testing::StartsWith("HS-203 ring_mu: requires Gaussian noise"));
  EXPECT_THAT(message_of([] { (void)RingLaplace({.users = 5, .rounds = 2}); }),
              testing::StartsWith("HS-203 RingLaplace: requires Laplace noise"));
  auto histogram = laplace(2, 0.5);
  histogram.task = TokenTask::histogram;
  EXPECT_THAT(message_of([&] { (void)ring_published(histogram); }),
              testing::StartsWith("HS-203 ring: Laplace noise needs the sum"));
}

TEST(WalkRing, NoiseEventsAreRoundedUp) {
  EXPECT_EQ(ring_noise_events(3, 1), 2);
  EXPECT_EQ(ring_noise_events_published(3, 1), 1);
  EXPECT_EQ(ring_noise_events(2, 7), 14);
  EXPECT_EQ(ring_noise_events(100, 100), 102);
}

TEST(WalkRing, PublishedGuaranteeIsAdvancedCompositionAndTightIsGaussian) {
  const RingQuestion q{.users = 10, .rounds = 5, .epsilon = 0.5, .delta = 1e-6, .delta_prime = 1e-7};
  const auto published = ring_published(q);
  EXPECT_NEAR(published.value.epsilon, std::sqrt(10.0 * 7.0 * std::log(10.0)) * 0.5 + 2.5 * (std::exp(0.5) - 1.0),
              1e-12);
  EXPECT_NEAR(published.value.delta, 5.1e-6, 1e-18);
  EXPECT_TRUE(published.valid);
  const double mu = std::sqrt(5.0) * 0.5 / std::sqrt(2.0 * std::log(1.25e6));
  EXPECT_NEAR(ring_mu(q), mu, 1e-12);
  EXPECT_NEAR(divergence::gaussian_delta(mu, ring_tight(q).value.epsilon).estimate(), 5.1e-6, 1e-12);
  EXPECT_FALSE(ring_published({.users = 10, .rounds = 5, .epsilon = 1.5}).valid);
}

TEST(WalkRing, AVacuousGuaranteeGivesThatReasonAlone) {
  const RingQuestion q{.users = 10, .rounds = 100, .epsilon = 0.5, .delta = 0.1, .delta_prime = 1e-7};
  for (const auto& guarantee : {ring_published(q), ring_repaired(q)}) {
    EXPECT_FALSE(guarantee.valid);
    EXPECT_EQ(guarantee.why, "delta >= 1 gives no guarantee");
  }
}

TEST(WalkRing, HistogramGammaIsUpsideDownAsPrintedAndRightWhenRepaired) {
  const RingQuestion q{.users = 1'000'000, .rounds = 1, .epsilon = 0.01, .delta = 1e-6, .task = TokenTask::histogram};
  EXPECT_GT(ring_response_published(q).value.gamma, response_randomness(q.epsilon, 2));
  const auto repaired = ring_response_repaired(q);
  EXPECT_NEAR(12.0 * repaired.value.local_epsilon * std::sqrt(std::log(1e6) / 999'999.0), q.epsilon,
              1e-15);  // Theorem 5 solved for epsilon
  EXPECT_LT(repaired.value.gamma, response_randomness(q.epsilon, 2));
  EXPECT_TRUE(repaired.valid);
}

}  // namespace
}  // namespace hearsay::accounting
