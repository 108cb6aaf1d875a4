// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/mechanism/gaussian.hpp>
#include <hearsay/mechanism/laplace.hpp>
#include <hearsay/mechanism/randomized_response.hpp>

#include "tests/accountant_laws.hpp"
#include "tests/mechanism/expect_frequency.hpp"

namespace hearsay::mechanism {
namespace {

using random::Purpose;
using random::Seed;
using random::Stream;

TEST(GaussianMechanism, AnalyticCalibrationIsSafeAndTight) {
  for (const double epsilon : {0.0, 0.1, 1.0, 5.0, 50.0}) {
    for (const double delta : {0.1, 1e-5, 1e-12}) {
      const auto mechanism = Gaussian::analytic(2.5, epsilon, delta);
      EXPECT_LE(mechanism.delta(epsilon).upper(), delta);
      EXPECT_GE(mechanism.delta(epsilon).lower(), delta * (1 - 1e-9));
      if (epsilon > 0.0 && epsilon < 1.0) {
        EXPECT_LT(mechanism.sigma(), Gaussian::classical(2.5, epsilon, delta).sigma());
      }
    }
  }
}

TEST(GaussianMechanism, IsAnAccountant) {
  static_assert(divergence::Accountant<Gaussian>);
  tests::expect_accountant_laws(Gaussian(2.0, 1.5), {1e-2, 1e-6, 1e-10});
}

TEST(GaussianMechanism, NoiseHasTheStatedTail) {
  const Gaussian mechanism(1.0, 3.0);
  Stream stream(Seed{1}, Purpose::noise, 0);
  constexpr std::uint64_t trials = 100000;
  std::uint64_t beyond = 0;
  for (std::uint64_t i = 0; i < trials; ++i) beyond += mechanism.perturb(10.0, stream) > 13.0;
  expect_frequency(beyond, trials, 0.15865525393145705);  // Phi(-1)
}

}  // namespace
}  // namespace hearsay::mechanism
