// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/ring/detail/ring_lap.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

constexpr Answer answer{.truth = 0.7, .lie = 0.2, .rest = 0.1};

/// Sums over all outcomes: both probabilities, and the divergence at scale 1.
struct Totals {
  double p = 0.0, q = 0.0, apart = 0.0;
  std::size_t outcomes = 0;
};

template <class Lap>
Totals totals(Lap lap) {
  Totals found;
  lap([&](double p, double q) {
    found.p += p, found.q += q, found.apart += std::max(0.0, p - q);
    ++found.outcomes;
  });
  return found;
}

// Nobody else: the answer itself, which tells truth from lie by 0.7 - 0.2.
TEST(RingLap, OfTheAnswerAlone) {
  const auto found = totals([](const OnOutcome& each) { open_lap(answer, 0, 0.3, 0.3, 0.4, 1.0, each); });
  EXPECT_NEAR(found.p, 1.0, 1e-15);
  EXPECT_NEAR(found.q, 1.0, 1e-15);
  EXPECT_NEAR(found.apart, 0.5, 1e-15);
}

TEST(RingLap, ProbabilitiesSumToTheWeightButForWhatIsLeftOut) {
  const auto open = totals([](const OnOutcome& each) { open_lap(answer, 30, 0.3, 0.3, 0.4, 0.25, each); });
  EXPECT_NEAR(open.p, 0.25, 1e-14);
  EXPECT_NEAR(open.q, 0.25, 1e-14);
  const auto blanket = totals([](const OnOutcome& each) { blanket_lap(answer, 30, 0.6, 3, each); });
  EXPECT_NEAR(blanket.p, 1.0, 1e-13);
  EXPECT_NEAR(blanket.q, 1.0, 1e-13);
}

TEST(RingLap, OthersHideTheAnswerAndLessSoWhatIsGivenAway) {
  constexpr Answer binary{.truth = 0.7, .lie = 0.3, .rest = 0.0};
  const auto apart = [&](std::int64_t fresh, std::int64_t old, std::int64_t unknown) {
    return totals([&](const OnOutcome& each) { mixed_lap(binary, fresh, old, unknown, 0.6, each); }).apart;
  };
  EXPECT_NEAR(apart(0, 0, 0), 0.4, 1e-15);
  EXPECT_LT(apart(0, 10, 0), 0.4);
  EXPECT_LT(apart(0, 20, 0), apart(0, 10, 0));
  EXPECT_GE(apart(0, 0, 10), apart(0, 10, 0));
}

// 10,000 elements, about 5,000 of them uniform, give or take 500: up to 64 ranges, each with a lap of its own.
TEST(RingLap, ManyUniformElementsAreRoundedInNarrowRanges) {
  constexpr Answer binary{.truth = 0.7, .lie = 0.3, .rest = 0.0};
  const auto all = totals([&](const OnOutcome& each) { blanket_lap(binary, 10'000, 0.5, 2, each); });
  const auto one = totals([&](const OnOutcome& each) { open_lap(binary, 4'400, 0.5, 0.5, 0.0, 1.0, each); });
  EXPECT_GE(all.outcomes, 50 * one.outcomes);
  EXPECT_NEAR(all.p, 1.0, 1e-12);
}

TEST(RingLap, RefusesTooManyOutcomes) {
  EXPECT_EQ(tests::message_of([] {
              open_lap(answer, 2'000'000'000, 0.3, 0.3, 0.4, 1.0, [](double, double) {});
            }).substr(0, 6),
            "HS-302");
}

}  // namespace
}  // namespace hearsay::accounting
