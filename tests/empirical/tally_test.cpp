// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/tally.hpp"

#include <gtest/gtest.h>

namespace hearsay::empirical {
namespace {

TEST(CountAtMost, KeepsTheSmallestSlackThatTheBracketsLeave) {
  run::Finding finding{.verdict = Verdict::holds};
  EXPECT_FALSE(count_at_most(finding, {0.1, 0.2, 0.25}, Bracket::exact(1.0)));
  EXPECT_FALSE(count_at_most(finding, {0.1, 0.2, 0.5}, {0.75, 0.8, 0.9}));
  EXPECT_EQ(finding.verdict, Verdict::holds);
  EXPECT_EQ(finding.instances, 2u);
  EXPECT_DOUBLE_EQ(finding.slack.value(), 1.5);
  EXPECT_DOUBLE_EQ(finding.tightness.value(), 1.0 / 3.0);
}

TEST(CountAtMost, IsInconclusiveWhereTheBracketsOverlap) {
  run::Finding finding{.verdict = Verdict::holds};
  EXPECT_FALSE(count_at_most(finding, {0.1, 0.2, 0.5}, Bracket::exact(0.4)));
  EXPECT_EQ(finding.verdict, Verdict::inconclusive);
}

TEST(CountAtMost, RefutesWhereNoneOfTheBracketAllowsIt) {
  run::Finding finding{.verdict = Verdict::holds};
  EXPECT_TRUE(count_at_most(finding, {0.5, 0.6, 0.7}, Bracket::exact(0.4)));
  EXPECT_EQ(finding.verdict, Verdict::refuted);
  EXPECT_FALSE(count_at_most(finding, {0.1, 0.2, 0.5}, Bracket::exact(0.4)));
  EXPECT_EQ(finding.verdict, Verdict::refuted) << "what is open later changes nothing";
}

}  // namespace
}  // namespace hearsay::empirical
