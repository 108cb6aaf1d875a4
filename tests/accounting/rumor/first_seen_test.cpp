// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_seen.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/counts.hpp>
#include <hearsay/stats/clopper_pearson.hpp>
#include "tests/reference/reference.hpp"

namespace hearsay::accounting {
namespace {

// The reference is solved in fractions, from 100 nodes on in doubles, from single messages
// (scripts/reference/rumor_first_seen.py).
TEST(RumorFirstSeen, EveryDegreeHoldsTheFraction) {
  const auto rows = tests::reference_rows("rumor_first_seen.tsv");
  ASSERT_EQ(rows.size(), 53u);
  for (const auto& row : rows) {
    const auto crowd = rumor_crowd(static_cast<std::int64_t>(row[0]), static_cast<std::int64_t>(row[1]));
    const double rounding = row[0] < 100.0 ? 1e-16 : 1e-11;
    for (int degree = 0; degree <= 4; ++degree) {
      const Bracket found = rumor_first_seen(crowd, row[2], degree);
      EXPECT_LE(found.lower(), row[3] + rounding) << row[0] << ' ' << row[1] << ' ' << row[2] << ' ' << degree;
      EXPECT_GE(found.upper(), row[3] - rounding) << row[0] << ' ' << row[1] << ' ' << row[2] << ' ' << degree;
      if (degree == 4) EXPECT_LT(found.width(), 2e-9) << row[0] << ' ' << row[1] << ' ' << row[2];
    }
  }
}

// Each further degree narrows the bracket, down to rounding, and the brackets meet.
TEST(RumorFirstSeen, TheBracketNarrowsWithTheDegree) {
  for (const double s : {0.5, 0.9, 1.0}) {
    const Bracket best = rumor_first_seen({1000, 100}, s, 4);
    double width = 1.0;
    for (int degree = 0; degree <= 2; ++degree) {
      const Bracket found = rumor_first_seen({1000, 100}, s, degree);
      EXPECT_TRUE(found.contains(best.estimate())) << s << ' ' << degree;
      EXPECT_LT(found.width(), 1e-2 * width);
      width = found.width();
    }
    EXPECT_LT(best.width(), 3e-11);
  }
}

// Theorem 10 says that they are equal: the exact engine follows transcripts, of any event.
TEST(RumorFirstSeen, IsTheExactDeltaOfSmallCrowds) {
  for (int n = 3; n <= 5; ++n) {
    for (int f = 1; f <= n - 2; ++f) {
      for (const double s : {0.0, 0.1, 0.5, 0.9, 1.0}) {
        const Bracket found = rumor_first_seen(rumor_crowd(n, f), s);
        const Bracket delta = rumor_delta(RumorLaw<double>(rumor_world(n, f), s), 0.0, {.expansions = 2'000});
        EXPECT_LE(found.lower(), delta.upper() + 1e-12) << n << ' ' << f << ' ' << s;
        EXPECT_GE(found.upper(), delta.lower() - 1e-12) << n << ' ' << f << ' ' << s;
        EXPECT_LT(delta.width(), 1e-3) << n << ' ' << f << ' ' << s;
      }
    }
  }
}

// Among two suspects the source is named with probability (1 + D)/2; that chain moves mass message by message.
TEST(RumorFirstSeen, AgreesWithTheChainOfTwoSuspects) {
  for (const auto& [n, f] : {std::pair{60, 6}, {60, 50}, {200, 3}}) {
    for (const double s : {0.2, 0.8, 1.0}) {
      const auto crowd = rumor_crowd(n, f);
      ASSERT_TRUE(rumor_map_success_is_exact(crowd, s, 2));
      EXPECT_NEAR(2.0 * rumor_map_success(crowd, s, 2).estimate() - 1.0, rumor_first_seen(crowd, s).estimate(), 1e-8);
    }
  }
}

// Counts simulated message by message; the three points together err with probability below 1e-6 (seed fixed).
TEST(RumorFirstSeen, AgreesWithSimulationAtTenThousandNodes) {
  constexpr std::uint32_t nodes = 10'000, curious = 1'000;
  constexpr std::uint64_t runs = 700;
  std::uint32_t point = 0;
  for (const double s : {0.5, 0.9, 1.0}) {
    ++point;
    std::uint64_t hits = 0;
    for (std::uint64_t t = 0; t < runs; ++t) {
      random::Words words({17}, random::Purpose::activation, static_cast<std::uint32_t>(t), point);
      const auto race = protocol::rumor_race(
          {.nodes = nodes, .curious = curious, .suspects = 2, .muting = s, .unending = true}, words);
      hits += race == protocol::RumorRace::source ? 1 : 0;
    }
    const Bracket rate = stats::clopper_pearson(hits, runs, 1e-6 / 3);
    EXPECT_TRUE(rate.contains(0.5 * (1.0 + rumor_first_seen({nodes, curious}, s).estimate()))) << s << ' ' << hits;
  }
}

TEST(RumorFirstSeen, LiesBetweenTheLimitAndItsCapAndTheCapBelowTheorem7) {
  for (const std::uint64_t n : {3u, 4u, 10u, 1000u, 20'000u}) {
    for (const std::uint64_t f : {std::uint64_t{1}, n / 2, n - 2}) {
      for (const double s : {0.0, 0.3, 0.99, 1.0}) {
        const RumorCrowd crowd{n, f};
        const Bracket found = rumor_first_seen(crowd, s, 2);
        const double cap = rumor_first_seen_cap(crowd, s);
        EXPECT_GE(found.upper(), rumor_delta_limit(crowd, 0.0));
        EXPECT_LE(found.lower(), cap);
        if (s == 0.0) EXPECT_NEAR(found.estimate(), cap, 1e-12);
        if (s > 0.0) EXPECT_LT(cap, rumor_delta_bound(crowd, s)) << n << ' ' << f << ' ' << s;
      }
    }
  }
}

TEST(RumorFirstSeen, NothingIsSeenWithoutCuriousNodes) {
  EXPECT_EQ(rumor_first_seen({10, 0}, 0.5).upper(), 0.0);
  EXPECT_EQ(rumor_first_seen_cap({10, 0}, 1.0), 0.0);
}

TEST(RumorFirstSeen, RefusesBadNumbers) {
  EXPECT_THROW((void)rumor_first_seen({10, 9}, 0.5), Error);
  EXPECT_THROW((void)rumor_first_seen({10, 3}, 1.1), Error);
  EXPECT_THROW((void)rumor_first_seen({10, 3}, 0.5, 5), Error);
  EXPECT_THROW((void)rumor_first_seen({1'000'001, 3}, 0.5), Error);
}

}  // namespace
}  // namespace hearsay::accounting
