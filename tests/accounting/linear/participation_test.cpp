// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/participation.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using Kind = Participation::Kind;

std::vector<Pattern> all(const std::string& text, std::size_t rounds) {
  return *patterns(parse_participation("test", text), rounds, 100'000);
}

TEST(Participation, PatternsOfFiveRounds) {
  EXPECT_EQ(all("every", 5), (std::vector<Pattern>{{0, 1, 2, 3, 4}}));
  EXPECT_EQ(all("once", 3), (std::vector<Pattern>{{0}, {1}, {2}}));
  EXPECT_EQ(all("period:2", 5), (std::vector<Pattern>{{0, 2, 4}, {1, 3}}));
  EXPECT_EQ(all("period:9", 3), (std::vector<Pattern>{{0}, {1}, {2}}));
  EXPECT_EQ(all("at-most:2:2", 5), (std::vector<Pattern>{{0, 2}, {0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 4}}));
  EXPECT_EQ(all("at-most:2:3", 5), (std::vector<Pattern>{{0, 3}, {0, 4}, {1, 4}, {2}}));
  EXPECT_EQ(all("at-most:9:1", 4), (std::vector<Pattern>{{0, 1, 2, 3}}));
}

/// Whether a set of rounds, as bits, is allowed.
bool allowed(std::uint32_t set, std::size_t rounds, std::size_t count, std::size_t gap) {
  std::size_t size = 0, last = 0;
  for (std::size_t t = 0; t < rounds; ++t) {
    if ((set >> t & 1u) == 0) continue;
    if (size > 0 && t - last < gap) return false;
    last = t;
    ++size;
  }
  return size <= count;
}

// The largest patterns are exactly the allowed sets that no other allowed set contains.
TEST(Participation, AtMostListsTheSetsThatCannotGrow) {
  for (std::size_t rounds = 1; rounds <= 9; ++rounds) {
    for (std::size_t count = 1; count <= 4; ++count) {
      for (std::size_t gap = 1; gap <= 4; ++gap) {
        std::vector<Pattern> expected;
        for (std::uint32_t set = 0; set < (1u << rounds); ++set) {
          bool grows = false;
          for (std::size_t t = 0; t < rounds; ++t)
            grows = grows || ((set >> t & 1u) == 0 && allowed(set | 1u << t, rounds, count, gap));
          if (!allowed(set, rounds, count, gap) || grows) continue;
          auto& pattern = expected.emplace_back();
          for (std::size_t t = 0; t < rounds; ++t) {
            if ((set >> t & 1u) != 0) pattern.push_back(t);
          }
        }
        auto found = *patterns({.kind = Kind::at_most, .count = count, .gap = gap}, rounds, 100'000);
        std::ranges::sort(found);
        std::ranges::sort(expected);
        EXPECT_EQ(found, expected) << rounds << " rounds, at-most:" << count << ":" << gap;
      }
    }
  }
}

TEST(Participation, TheHeaviestPatternIsTheBestOfAll) {
  for (const auto* text : {"every", "once", "period:3", "at-most:2:2", "at-most:3:3", "at-most:4:1"}) {
    const auto participation = parse_participation("test", text);
    Eigen::VectorXd weights(10);
    for (Eigen::Index t = 0; t < 10; ++t) weights(t) = static_cast<double>((t * 7 + 3) % 10);
    const auto sum = [&](const Pattern& pattern) {
      double total = 0.0;
      for (const auto t : pattern) total += weights(static_cast<Eigen::Index>(t));
      return total;
    };
    double best = 0.0;
    const auto listed = *patterns(participation, 10, 100'000);
    for (const auto& pattern : listed) best = std::max(best, sum(pattern));
    EXPECT_EQ(sum(heaviest_pattern(participation, weights)), best) << text;
  }
}

TEST(Participation, TooManyPatternsAreNotListed) {
  EXPECT_FALSE(patterns(parse_participation("test", "at-most:10:1"), 40, 10'000));
}

TEST(Participation, ReadsWhatItWrites) {
  for (const auto* text : {"every", "once", "period:7", "at-most:3:2"})
    EXPECT_EQ(to_string(parse_participation("test", text)), text);
  for (const auto* text :
       {"", "always", "period:", "period:0", "period:1:2", "at-most:3", "at-most:0:1", "at-most:1:-1", "period:x"}) {
    EXPECT_EQ(tests::message_of([&] { (void)parse_participation("--participation", text); }),
              "HS-103 --participation: '" + std::string(text) + "' is not one of every, once, period:B, at-most:K:GAP");
  }
}

}  // namespace
}  // namespace hearsay::accounting
