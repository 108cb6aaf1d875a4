// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/core/infinity.hpp>
#include "props/kit/sweep.hpp"

namespace hearsay::props {
namespace {

/// "x < 10", tagged.
Outcome below_ten(int x) { return at_most(x, 9.0, {"number"}); }

std::vector<int> numbers(int first, int last) {
  std::vector<int> all;
  for (int x = first; x <= last; ++x) all.push_back(x);
  return all;
}

TEST(Sweep, CountsEveryInstanceAndKeepsTheSmallestMargin) {
  const auto found = sweep(std::vector<int>{3, 6, 1}, below_ten);
  EXPECT_EQ(found.verdict(), Verdict::holds);
  EXPECT_EQ(found.instances, 3u);
  EXPECT_EQ(found.smallest_margin, (9.0 - 6.0) / 9.0);
  EXPECT_FALSE(found.counterexample);
}

TEST(Sweep, StopsAtTheFirstViolation) {
  int asked = 0;
  const auto found = sweep(numbers(8, 100), [&](int x) {
    ++asked;
    return below_ten(x);
  });
  EXPECT_EQ(found.verdict(), Verdict::refuted);
  EXPECT_EQ(*found.counterexample, 10);
  EXPECT_EQ(found.instances, 3u);
  EXPECT_EQ(asked, 3);
  EXPECT_LT(found.smallest_margin, 0.0);
}

TEST(Sweep, OfNothingIsInconclusive) {
  const auto found = sweep(std::vector<int>{}, below_ten);
  EXPECT_EQ(found.verdict(), Verdict::inconclusive);
  EXPECT_EQ(found.smallest_margin, infinity);
}

TEST(Sweep, IsInconclusiveIfABracketLeavesAnInstanceOpen) {
  const auto found = sweep(std::vector<double>{1.0, 9.9, 2.0},
                           [](double x) { return at_most(Bracket(x - 0.2, x, x + 0.2), Bracket::exact(10.0)); });
  EXPECT_EQ(found.undecided, 1u);
  EXPECT_EQ(found.instances, 3u);
  EXPECT_EQ(found.verdict(), Verdict::inconclusive);
  EXPECT_EQ(to_finding(found).note, "1 instances are undecided, because their brackets allow both answers");
}

TEST(Sweep, CountsNoTags) { EXPECT_TRUE(sweep(numbers(0, 5), below_ten).seen.empty()); }

TEST(Then, AddsUpWhatBothSaw) {
  Search<int> first{.instances = 2,
                    .smallest_margin = 0.25,
                    .undecided = 1,
                    .seen = {{"a", 1}, {"b", 2}},
                    .missed = "the first quota"};
  const auto both = then(first, [] {
    return Search<int>{.instances = 3, .smallest_margin = 0.5, .seen = {{"b", 3}}, .missed = {}};
  });
  EXPECT_EQ(both.instances, 5u);
  EXPECT_EQ(both.smallest_margin, 0.25);
  EXPECT_EQ(both.undecided, 1u);
  EXPECT_EQ(both.seen, (std::map<std::string, std::uint64_t>{{"a", 1}, {"b", 5}}));
  EXPECT_EQ(both.missed, "the first quota");
  EXPECT_EQ(both.verdict(), Verdict::inconclusive);
}

TEST(Then, GoesNoFurtherThanACounterexample) {
  const auto first = sweep(numbers(8, 12), below_ten);
  const auto both = then(first, []() -> Search<int> { throw std::logic_error("asked for more"); });
  EXPECT_EQ(*both.counterexample, 10);
  EXPECT_EQ(both.instances, 3u);
}

TEST(SweepBySize, AsksForNoLargerSizesAfterAViolation) {
  std::vector<unsigned> asked;
  const auto found = sweep_by_size(
      2, 30,
      [&](unsigned n) {
        asked.push_back(n);
        return numbers(0, static_cast<int>(n));
      },
      [](int x) { return at_most(x, 4.0); });
  EXPECT_EQ(asked, (std::vector<unsigned>{2, 3, 4, 5}));
  EXPECT_EQ(found.instances, 3u + 4u + 5u + 6u);
  EXPECT_EQ(*found.counterexample, 5);
}

TEST(ExhaustThenSearch, FindsTheSmallestCounterexampleFirst) {
  const auto generator = rc::gen::resize(100, rc::gen::inRange(0, 100));
  const run::Context context{.claim = "test.numbers"};
  const auto small = exhaust_then_search(numbers(0, 20), generator, below_ten, {.cases = 50}, context);
  EXPECT_EQ(*small.counterexample, 10);
  EXPECT_EQ(small.instances, 11u);
  const auto large = exhaust_then_search(numbers(0, 5), generator, below_ten, {.cases = 50}, context);
  EXPECT_EQ(*large.counterexample, 10);
  EXPECT_GT(large.instances, 6u);
  const auto none = exhaust_then_search(numbers(0, 5), rc::gen::inRange(0, 9), below_ten, {.cases = 50}, context);
  EXPECT_EQ(none.verdict(), Verdict::holds);
  EXPECT_EQ(none.instances, 6u + 50u);
}

}  // namespace
}  // namespace hearsay::props
