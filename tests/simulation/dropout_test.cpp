// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/simulation/dropout.hpp>

namespace hearsay::simulation {
namespace {

TEST(Dropout, StopsAtTheAccuracyOfATrustedAverage) {
  const auto run = run_dropout({.nodes = 200, .edge_probability = 0.02, .dropout = 0.5}, {1}, 0);
  ASSERT_EQ(run.error.size(), run.rounds.size() + 1);
  EXPECT_NEAR(run.error.front(), 200.0, 100.0);
  EXPECT_LE(run.error.back(), 1.0);
  EXPECT_GT(run.error[run.error.size() - 2], 1.0);
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

}  // namespace
}  // namespace hearsay::simulation
