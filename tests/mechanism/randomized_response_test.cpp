// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <map>

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

TEST(RandomizedResponse, ReportsWithTheStatedProbabilities) {
  const auto mechanism = RandomizedResponse::calibrated(4, 1.2);
  EXPECT_NEAR(mechanism.epsilon(), 1.2, 1e-14);
  EXPECT_NEAR(mechanism.probability(2, 2) / mechanism.probability(1, 2), std::exp(1.2), 1e-13);
  EXPECT_NEAR(mechanism.probability(2, 2) + 3 * mechanism.probability(0, 2), 1.0, 1e-15);
  Stream stream(Seed{3}, Purpose::noise, 0);
  std::map<std::uint64_t, std::uint64_t> counts;
  constexpr std::uint64_t trials = 50000;
  for (std::uint64_t i = 0; i < trials; ++i) ++counts[mechanism.perturb(2, stream)];
  for (std::uint64_t report = 0; report < 4; ++report)
    expect_frequency(counts[report], trials, mechanism.probability(report, 2));
}

// epsilon of binary randomized response with truth probability p is ln(p/(1-p)); gamma = 2 (1 - p).
TEST(RandomizedResponse, OfTwoValuesHasTheTextbookEpsilon) {
  EXPECT_NEAR(RandomizedResponse(2, 2 * 0.49).epsilon(), std::log(0.51 / 0.49), 1e-15);
  EXPECT_EQ(RandomizedResponse(2, 1.0).epsilon(), 0.0);
}

}  // namespace
}  // namespace hearsay::mechanism
