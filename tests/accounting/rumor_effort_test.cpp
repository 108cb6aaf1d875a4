#include <gtest/gtest.h>

#include <hearsay/accounting/rumor_exact.hpp>

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
  const Bracket delta = rumor_delta(law, 0, 1, 2.0, {.width = wide, .expansions = 3'000});
  EXPECT_LE(delta.width(), wide + 1e-9);
  EXPECT_GT(delta.width(), 0.1 * wide) << "more could be done";
  expect_same(delta, rumor_delta(law, 0, 1, 2.0, {.width = wide, .expansions = 10'000}));
}

TEST(RumorEffort, AProofEndsWhenItsBracketIsAsNarrowAsWanted) {
  constexpr double wide = 0.2;
  for (const double muting : {0.9, 1.0}) {
    const RumorLaw<double> law(rumor_world(4, 1), muting);
    const Bracket odds = rumor_uncertainty(law, {.width = wide, .expansions = 4'000});
    EXPECT_LE(odds.width(), wide) << muting;
    EXPECT_GT(odds.width(), 0.1 * wide) << muting << ": more could be done";
  }
}

}  // namespace
}  // namespace hearsay::accounting
