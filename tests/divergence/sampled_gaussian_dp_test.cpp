// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/sampled_gaussian_dp.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <hearsay/divergence/accountant.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/random/stream.hpp>
#include "tests/divergence/sampled_gaussian_reference.hpp"
#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

static_assert(Accountant<SampledGaussianDp>);

double upper_tail(double x) { return 0.5 * std::erfc(x / std::numbers::sqrt2); }

SampledGaussian mechanism(double rate, double multiplier, std::uint64_t count, Adjacency adjacency) {
  return {.rate = rate, .noise_multiplier = multiplier, .count = count, .adjacency = adjacency};
}

TEST(SampledGaussianDp, BracketsContainTheReference) { tests::expect_sampled_gaussian_reference(1, 50); }

/// H_{e^epsilon} of P from Q, whose likelihood ratio rises: P(x > c) - e^epsilon Q(x > c) where the ratio is e^epsilon.
template <class P, class Q>
double rising_delta(const P& p, const Q& q, const auto& ratio, double epsilon) {
  double low = -60.0, high = 60.0;
  for (int i = 0; i < 200; ++i) {
    const double middle = 0.5 * (low + high);
    (ratio(middle) < std::exp(epsilon) ? low : high) = middle;
  }
  return p(low) - std::exp(epsilon) * q(low);
}

double one_release(Adjacency adjacency, double q, double m, double epsilon) {
  if (adjacency == Adjacency::replace) {
    const auto p = [=](double x) { return (1.0 - q) * upper_tail(x) + q * upper_tail(x - m); };
    const auto r = [=](double x) { return (1.0 - q) * upper_tail(x) + q * upper_tail(x + m); };
    return rising_delta(
        p, r,
        [=](double x) {
          return (1.0 - q + q * std::exp(m * x - 0.5 * m * m)) / (1.0 - q + q * std::exp(-m * x - 0.5 * m * m));
        },
        epsilon);
  }
  // By the theorem on Poisson samples, which is met with equality: (1-q) Q + q P from Q.
  const double gamma = std::log1p(std::expm1(epsilon) / q);
  return q * gaussian_delta(m, gamma).estimate();
}

TEST(SampledGaussianDp, OneReleaseHasAClosedForm) {
  for (const auto adjacency : {Adjacency::add_remove, Adjacency::replace}) {
    for (const double rate : {0.05, 0.9}) {
      for (const double multiplier : {0.5, 2.0}) {
        for (const double epsilon : {0.0, 0.1, 1.0}) {
          const auto found = SampledGaussianDp(mechanism(rate, multiplier, 1, adjacency)).delta(epsilon);
          const double expected = one_release(adjacency, rate, 1.0 / multiplier, epsilon);
          EXPECT_LE(found.lower(), expected * (1.0 + 1e-9)) << rate << ' ' << multiplier << ' ' << epsilon;
          EXPECT_GE(found.upper(), expected * (1.0 - 1e-9)) << rate << ' ' << multiplier << ' ' << epsilon;
          if (epsilon > 0.0)
            EXPECT_LE(found.width(), 0.01 * expected + 1e-12) << rate << ' ' << multiplier << ' ' << epsilon;
        }
      }
    }
  }
}

/// H_{e^epsilon} of (1-q) N(0) + q N(g) from (1-q) N(0) + q N(h), g and h in the plane, on a grid.
double delta_in_the_plane(double q, const std::array<double, 2>& g, const std::array<double, 2>& h, double epsilon) {
  constexpr double reach = 7.0, step = 0.1;
  const auto normal = [](double x, double y) { return std::exp(-0.5 * (x * x + y * y)) / (2.0 * std::numbers::pi); };
  double sum = 0.0;
  for (double x = -reach; x <= reach; x += step) {
    for (double y = -reach; y <= reach; y += step) {
      const double plain = (1.0 - q) * normal(x, y);
      sum += std::max(
          0.0, plain + q * normal(x - g[0], y - g[1]) - std::exp(epsilon) * (plain + q * normal(x - h[0], y - h[1])));
    }
  }
  return sum * step * step;
}

// Kahane's inequality: of all vectors of norm at most m, opposite ones are told apart best.
TEST(SampledGaussianDp, OppositeVectorsDominateAllPairs) {
  random::Stream stream(random::Seed{7}, random::Purpose::selection, 0);
  for (int trial = 0; trial < 40; ++trial) {
    const double m = 0.3 + 1.5 * stream.uniform(), q = 0.05 + 0.9 * stream.uniform(), epsilon = 1.2 * stream.uniform();
    std::array<std::array<double, 2>, 2> vectors{};
    for (auto& vector : vectors) {
      const double angle = 2.0 * std::numbers::pi * stream.uniform(), norm = m * std::sqrt(stream.uniform());
      vector = {norm * std::cos(angle), norm * std::sin(angle)};
    }
    EXPECT_LE(delta_in_the_plane(q, vectors[0], vectors[1], epsilon),
              one_release(Adjacency::replace, q, m, epsilon) + 1e-4);
  }
  // And the bound is attained.
  EXPECT_NEAR(delta_in_the_plane(0.4, {1.0, 0.0}, {-1.0, 0.0}, 0.5), one_release(Adjacency::replace, 0.4, 1.0, 0.5),
              1e-4);
}

TEST(SampledGaussianDp, WithoutSamplingItIsTheGaussian) {
  const auto expect_gaussian = [](Adjacency adjacency, double mu) {
    const auto found = SampledGaussianDp(mechanism(1.0, 2.0, 9, adjacency)).epsilon(1e-6);
    EXPECT_NEAR(found.upper(), gaussian_epsilon(mu, 1e-6).estimate(), 1e-9);
    EXPECT_GE(found.upper(), gaussian_epsilon(mu, 1e-6).lower());
  };
  expect_gaussian(Adjacency::add_remove, 1.5);
  expect_gaussian(Adjacency::replace, 3.0);
}

TEST(SampledGaussianDp, NothingIsShownWithoutRecordOrRelease) {
  EXPECT_EQ(SampledGaussianDp(mechanism(0.0, 1.0, 9, Adjacency::replace)).epsilon(1e-6).upper(), 0.0);
  EXPECT_EQ(SampledGaussianDp(mechanism(0.5, 1.0, 0, Adjacency::replace)).delta(0.0).upper(), 0.0);
  // The record is in a sample with a probability below delta.
  EXPECT_EQ(SampledGaussianDp(mechanism(1e-7, 0.1, 9, Adjacency::replace)).epsilon(1e-6).upper(), 0.0);
}

TEST(SampledGaussianDp, MoreRoundsSamplesOrKnowledgeNeverLoseLess) {
  const auto epsilon = [](double rate, double multiplier, std::uint64_t count, Adjacency adjacency) {
    return SampledGaussianDp(mechanism(rate, multiplier, count, adjacency)).epsilon(1e-5);
  };
  for (const auto adjacency : {Adjacency::add_remove, Adjacency::replace}) {
    const auto base = epsilon(0.1, 1.0, 10, adjacency);
    EXPECT_LT(base.upper(), epsilon(0.1, 1.0, 12, adjacency).lower());
    EXPECT_LT(base.upper(), epsilon(0.12, 1.0, 10, adjacency).lower());
    EXPECT_LT(base.upper(), epsilon(0.1, 0.9, 10, adjacency).lower());
    EXPECT_LT(base.upper(), epsilon(1.0, 1.0, 10, adjacency).lower());
  }
  EXPECT_LT(epsilon(0.1, 1.0, 10, Adjacency::add_remove).upper(), epsilon(0.1, 1.0, 10, Adjacency::replace).lower());
}

TEST(SampledGaussianDp, EpsilonInvertsDelta) {
  for (const auto adjacency : {Adjacency::add_remove, Adjacency::replace}) {
    const SampledGaussianDp accountant(mechanism(0.2, 1.0, 30, adjacency));
    for (const double delta : {1e-2, 1e-5, 1e-9}) {
      const auto epsilon = accountant.epsilon(delta);
      EXPECT_LE(accountant.delta(epsilon.upper()).lower(), delta);
      EXPECT_GE(accountant.delta(epsilon.lower()).upper(), delta);
      EXPECT_EQ(promise_at(accountant, delta).epsilon, epsilon.upper());
    }
  }
}

TEST(SampledGaussianDp, LittleNoiseHasTheBoundWithoutSampling) {
  const auto found = SampledGaussianDp(mechanism(0.3, 0.01, 5, Adjacency::replace)).epsilon(1e-5);
  EXPECT_EQ(found.lower(), 0.0);
  EXPECT_NEAR(found.upper(), gaussian_epsilon(200.0 * std::sqrt(5.0), 1e-5).upper(), 1e-4);
}

TEST(LeastNoiseMultiplier, KeepsThePromiseAndLittleLessDoesNot) {
  for (const auto adjacency : {Adjacency::add_remove, Adjacency::replace}) {
    for (const double epsilon : {0.5, 4.0}) {
      const auto asked = mechanism(0.1, 1.0, 20, adjacency);
      const auto found = least_noise_multiplier(asked, epsilon, 1e-5);
      ASSERT_TRUE(found);
      auto at = asked;
      at.noise_multiplier = *found;
      EXPECT_LE(SampledGaussianDp(at).epsilon(1e-5).upper(), epsilon);
      at.noise_multiplier = 0.995 * *found;
      EXPECT_GT(SampledGaussianDp(at).epsilon(1e-5).lower(), epsilon);
    }
  }
}

TEST(LeastNoiseMultiplier, AnyOrNone) {
  EXPECT_EQ(least_noise_multiplier(mechanism(1e-9, 1.0, 10, Adjacency::replace), 0.0, 1e-5), 0.0);
  EXPECT_EQ(least_noise_multiplier(mechanism(1.0, 1.0, 1'000'000, Adjacency::replace), 0.0, 1e-15), std::nullopt);
}

TEST(SampledGaussianDp, RefusesBadInputNamingParameterValueAndRange) {
  using tests::message_of;
  EXPECT_EQ(message_of([] { SampledGaussianDp(mechanism(1.5, 1.0, 1, Adjacency::replace)); }),
            "HS-101 SampledGaussianDp: rate = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([] { SampledGaussianDp(mechanism(0.5, 0.0, 1, Adjacency::replace)); }),
            "HS-101 SampledGaussianDp: noise_multiplier = 0 must be finite and > 0");
  const SampledGaussianDp accountant(mechanism(0.5, 1.0, 1, Adjacency::replace));
  EXPECT_EQ(message_of([&] { (void)accountant.epsilon(0.0); }),
            "HS-101 SampledGaussianDp::epsilon: delta = 0 must be in (0, 1)");
  EXPECT_EQ(message_of([&] { (void)accountant.delta(-1.0); }),
            "HS-101 SampledGaussianDp::delta: epsilon = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([] { (void)least_noise_multiplier(mechanism(0.5, 1.0, 1, Adjacency::replace), -1.0, 0.5); }),
            "HS-101 least_noise_multiplier: epsilon = -1 must be finite and >= 0");
}

}  // namespace
}  // namespace hearsay::divergence
