// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/complete/length_ranges.hpp>

namespace hearsay::accounting {
namespace {

TEST(LengthRanges, HoldEveryLengthOnce) {
  for (const std::int64_t longest : {1, 2, 3, 17, 5000, 200'000}) {
    for (const double mean : {2.0, 300.0, 1e5}) {
      std::int64_t next = 1;
      for (const auto& [first, last] : length_ranges(longest, mean, 1e-3)) {
        EXPECT_EQ(first, next);
        EXPECT_GE(last, first);
        next = last + 1;
      }
      EXPECT_EQ(next, longest + 1);
    }
  }
}

TEST(LengthRanges, AreNarrowWhereCyclesAreLikely) {
  const double mean = 1e4, share = 1e-2;
  for (const auto& [first, last] : length_ranges(100'000, mean, share)) {
    const auto length = static_cast<double>(first), width = static_cast<double>(last - first + 1);
    EXPECT_LE(width, std::max(1.0, 0.2 * length));
    EXPECT_LE(width, share * mean * std::exp(0.5 * length / mean) + 1.0);
  }
}

TEST(CoarserRanges, HoldTheSameLengthsWithinOnePercent) {
  const auto fine = length_ranges(50'000, 1e4, 1e-3), coarse = coarser_ranges(fine);
  EXPECT_LT(coarse.size(), fine.size());
  EXPECT_EQ(coarse.front().first, 1);
  EXPECT_EQ(coarse.back().last, 50'000);
  for (std::size_t i = 0; i + 1 < coarse.size(); ++i) EXPECT_EQ(coarse[i + 1].first, coarse[i].last + 1);
  for (const auto& [first, last] : coarse) {
    const bool single =
        std::ranges::any_of(fine, [&](const LengthRange& range) { return range.first == first && range.last == last; });
    EXPECT_TRUE(single || 100 * last <= 101 * first) << first << " .. " << last;
  }
}

TEST(RangeHolding, FindsBothEndsOfARange) {
  const auto ranges = length_ranges(1000, 100.0, 0.05);
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    EXPECT_EQ(range_holding(ranges, ranges[i].first), i);
    EXPECT_EQ(range_holding(ranges, ranges[i].last), i);
  }
}

}  // namespace
}  // namespace hearsay::accounting
