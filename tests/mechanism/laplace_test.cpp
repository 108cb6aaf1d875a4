// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/mechanism/gaussian.hpp>
#include <hearsay/mechanism/laplace.hpp>
#include <hearsay/mechanism/randomized_response.hpp>

#include "tests/error_message.hpp"
#include "tests/mechanism/expect_frequency.hpp"

namespace hearsay::mechanism {
namespace {

using random::Purpose;
using random::Seed;
using random::Stream;

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

}  // namespace
}  // namespace hearsay::mechanism
