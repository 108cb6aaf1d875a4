// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/root.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace hearsay {
namespace {

TEST(BracketRoot, EnclosesTheRootToTheBitsAskedFor) {
  const auto function = [](double x) { return x * x - 2.0; };
  for (const int bits : {10, 30, 50}) {
    const auto [left, right] = bracket_root(function, 0.0, 2.0, bits, 100);
    EXPECT_LE(left, std::sqrt(2.0));
    EXPECT_GE(right, std::sqrt(2.0));
    EXPECT_LE(right - left, 2.0 * std::ldexp(right, 1 - bits));
  }
}

TEST(BracketRoot, ValuesThatAreKnownAreNotComputedAgain) {
  int calls = 0;
  const auto function = [&calls](double x) { return ++calls, std::exp(x) - 3.0; };
  const auto all = bracket_root(function, 0.0, 2.0, 40, 60);
  const int with_ends = calls;
  calls = 0;
  EXPECT_EQ(bracket_root(function, 0.0, 2.0, std::exp(0.0) - 3.0, std::exp(2.0) - 3.0, 40, 58), all);
  EXPECT_EQ(calls, with_ends - 2);
}

TEST(BracketRoot, EndsWhenTheCallsAreUsedUp) {
  int calls = 0;
  const auto function = [&calls](double x) { return ++calls, std::atan(x - 0.3); };
  const auto [left, right] = bracket_root(function, -1e6, 2e6, 50, 7);
  EXPECT_LE(calls, 8);
  EXPECT_LE(left, 0.3);
  EXPECT_GE(right, 0.3);
}

}  // namespace
}  // namespace hearsay
