// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/ring/ring.hpp>

namespace hearsay::accounting {
namespace {

RingQuestion histogram(std::int64_t users, double epsilon, double delta) {
  return {.users = users, .rounds = 1, .epsilon = epsilon, .delta = delta, .task = TokenTask::histogram};
}

// The printed gamma is upside down: what makes it right, where it is, is that every answer alone is already epsilon-DP.
TEST(RingResponse, PrintedGammaIsCalledValidOnlyWhereOneAnswerKeepsThePromise) {
  int valid = 0, refused = 0;
  for (const std::int64_t users : {2, 1000, 1001, 1300, 1989, 1990, 5000, 100'000}) {
    for (const double delta : {0.02, 0.01, 0.0099, 1e-3, 1e-6}) {
      for (const double epsilon : {0.01, 0.25, 0.49, 0.5, 1.0}) {
        const auto choice = ring_response_published(histogram(users, epsilon, delta));
        ++(choice.valid ? valid : refused);
        EXPECT_EQ(choice.valid, users > 1000 && delta < 0.01 && epsilon < 0.5 && choice.value.local_epsilon <= epsilon)
            << users << ' ' << delta << ' ' << epsilon;
        EXPECT_EQ(choice.valid, ring_published(histogram(users, epsilon, delta)).valid)
            << users << ' ' << delta << ' ' << epsilon;
      }
    }
  }
  EXPECT_GT(valid, 10);
  EXPECT_GT(refused, 10);
}

// Its local epsilon solves epsilon = 12 local sqrt(ln(1/delta) / (n - 1)), and is below 1/2, or the choice says that it
// is not.
TEST(RingResponse, RepairedGammaIsCalledValidOnlyWhereTheShufflingBoundHolds) {
  for (const std::int64_t users : {1000, 1001, 5000, 1'000'000}) {
    for (const double delta : {0.01, 0.0099, 1e-6}) {
      for (const double local : {0.01, 0.49, 0.51, 3.0}) {
        const double epsilon = 12.0 * local * std::sqrt(std::log(1.0 / delta) / static_cast<double>(users - 1));
        const auto choice = ring_response_repaired(histogram(users, epsilon, delta));
        EXPECT_NEAR(choice.value.local_epsilon, local, 1e-12);
        EXPECT_NEAR(choice.value.gamma, 2.0 / (std::exp(local) + 1.0), 1e-12);
        EXPECT_EQ(choice.valid, users > 1000 && delta < 0.01 && local < 0.5) << users << ' ' << delta << ' ' << local;
      }
    }
  }
}

}  // namespace
}  // namespace hearsay::accounting
