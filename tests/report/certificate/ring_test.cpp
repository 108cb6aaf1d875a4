// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/ring.hpp>

#include <gtest/gtest.h>

#include <string>

namespace hearsay::report {
namespace {

// Noise is added in the first step and every (users - 1)-th after it: 1 + floor((steps - 1) / (users - 1)) times.
TEST(RingBounds, CountTheStepsThatAddNoise) {
  for (std::int64_t users = 2; users <= 7; ++users) {
    for (std::int64_t rounds = 1; rounds <= 9; ++rounds) {
      const auto count = std::to_string(1 + (users * rounds - 1) / (users - 1));
      const auto events = ring_bounds(users, rounds).at(0);
      EXPECT_EQ(events.quantity, "noise_events");
      EXPECT_EQ(events.proves.lower, count) << users << " " << rounds;
      EXPECT_EQ(events.proves.upper, count);
    }
  }
}

// The users - 1 steps between two visits of the last user hold one contribution of the first and one noise: each round
// shows a squared mean of 1. At the end nothing more is published.
TEST(RingBounds, EachRoundShowsOneContributionBehindOneNoise) {
  for (std::int64_t users = 2; users <= 7; ++users) {
    for (std::int64_t rounds = 1; rounds <= 9; ++rounds) {
      const auto all = ring_bounds(users, rounds);
      ASSERT_EQ(all.size(), 3u);
      for (const std::size_t i : {1u, 2u}) {
        EXPECT_EQ(all[i].quantity, "mu2");
        EXPECT_EQ(all[i].instance.at("published"), i == 2);
        EXPECT_EQ(all[i].instance.at("observer"), users);
        EXPECT_EQ(all[i].instance.at("target"), 1);
        EXPECT_EQ(all[i].proves.lower, std::to_string(rounds)) << users << " " << rounds;
        EXPECT_EQ(all[i].proves.upper, std::to_string(rounds));
      }
    }
  }
}

}  // namespace
}  // namespace hearsay::report
