// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::accounting {
namespace {

void expect_same(const Bracket& a, const Bracket& b) {
  EXPECT_EQ(a.lower(), b.lower());
  EXPECT_EQ(a.estimate(), b.estimate());
  EXPECT_EQ(a.upper(), b.upper());
}

// Once the bracket is as narrow as wanted, nothing more is spent: three times the expansions change no bit.
TEST(RumorEffort, ASearchEndsWhenItsBracketIsAsNarrowAsWanted) {
  const RumorLaw<double> law(rumor_world(4, 2), 0.9);
  constexpr double wide = 0.005;
  const Bracket delta = rumor_delta(law, 0, 1, 2.0, {.width = wide, .expansions = 20'000});
  EXPECT_LE(delta.width(), wide + 1e-9);
  EXPECT_GT(delta.width(), 0.1 * wide) << "more could be done";
  expect_same(delta, rumor_delta(law, 0, 1, 2.0, {.width = wide, .expansions = 60'000}));
}

// A bracket that is as narrow as either of two wishes is the answer to both.
TEST(RumorEffort, AProofEndsWhenItsBracketIsAsNarrowAsWanted) {
  const RumorLaw<double> law(rumor_world(4, 1), 1.0);
  const Bracket wide = rumor_uncertainty(law, {.width = 0.1, .expansions = 4'000}),
                narrow = rumor_uncertainty(law, {.width = 0.07, .expansions = 4'000});
  EXPECT_LE(wide.width(), 0.07);
  EXPECT_GT(wide.width(), 0.01) << "more could be done";
  expect_same(wide, narrow);
}

}  // namespace
}  // namespace hearsay::accounting
