// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/simulation/dropout.hpp>

namespace hearsay::simulation {
namespace {

constexpr DropoutRules rules{.nodes = 200, .edge_probability = 0.02, .dropout = 0.5};

TEST(Dropout, StopsWhenTheDistanceIsBelowThreeSquaresOfTheMeanNoise) {
  const auto run = run_dropout(rules, {1}, 0);
  ASSERT_EQ(run.error.size(), run.rounds.size() + 1);
  EXPECT_LT(run.error.back(), 3.0 * run.precision);
  EXPECT_GE(run.error[run.error.size() - 2], 3.0 * run.precision);
  std::size_t messages = 0, round = 0;
  for (const auto& edges : run.rounds) {
    messages += 2 * edges.size();
    EXPECT_LE(run.error[round + 1], run.error[round] * (1.0 + 1e-12));
    ++round;
  }
  EXPECT_EQ(run.messages, messages);
  // C(200, 2) pairs, both available with probability 1/4, joined with probability 0.02: 99.5 edges a step.
  EXPECT_NEAR(static_cast<double>(messages) / 2.0 / static_cast<double>(run.rounds.size()), 0.02 * 99.5 * 50.0, 25.0);
}

// For x uniform on [0, 1] and z normal, clip(x + z) has variance 0.1876, and clip(x + z) - x has 0.2086, the variance
// of the mean noise times n (by integration of the moments of a clipped normal law).
TEST(Dropout, StartsFromClippedNoisyValuesOfTheUnitInterval) {
  double start = 0.0, precision = 0.0;
  constexpr int runs = 400;
  for (std::uint32_t trial = 0; trial < runs; ++trial) {
    const auto run = run_dropout({.nodes = 50, .edge_probability = 0.2}, {1}, trial);
    start += run.error.front() * 50.0 / 49.0 / runs;
    precision += run.precision * 50.0 / runs;
  }
  EXPECT_NEAR(start, 0.1876, 0.005);
  EXPECT_NEAR(precision, 0.2086, 0.08);
}

}  // namespace
}  // namespace hearsay::simulation
