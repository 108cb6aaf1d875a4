// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include <hearsay/accounting/token/ring/ring_histogram.hpp>

namespace hearsay::accounting {
namespace {

TEST(WalkRingHistogram, ManyUsersAndLapsAreTighterThanOnePercent) {
  for (const auto& [buckets, rounds, gamma] : {std::tuple{2, 10, 0.76}, {3, 10, 0.82}, {10, 10'000, 0.94}}) {
    const RingHistogram ring{.users = 1001,
                             .rounds = rounds,
                             .buckets = buckets,
                             .gamma = gamma,
                             .initial = static_cast<std::int64_t>(std::ceil(gamma * 1001.0))};
    const auto epsilon = ring.epsilon(1e-5);
    EXPECT_LT(epsilon.width(), 0.01 * epsilon.upper())
        << buckets << ": " << epsilon.lower() << " .. " << epsilon.upper();
  }
}

TEST(WalkRingHistogram, EpsilonInvertsDelta) {
  for (const std::int64_t buckets : {2, 10}) {
    const RingHistogram ring{.users = 200, .rounds = 20, .buckets = buckets, .gamma = 0.5, .initial = 100};
    const auto epsilon = ring.epsilon(1e-5);
    EXPECT_LE(ring.delta(epsilon.upper()).upper(), 1e-5 * (1.0 + 1e-6));
    EXPECT_GE(ring.delta(epsilon.upper() * (1.0 - 1e-3)).upper(), 1e-5);
    EXPECT_GE(ring.delta(epsilon.lower()).lower(), 1e-5 * (1.0 - 1e-6));
    EXPECT_LE(epsilon.lower(), epsilon.upper());
  }
}

}  // namespace
}  // namespace hearsay::accounting
