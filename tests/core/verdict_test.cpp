// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/verdict.hpp>

namespace hearsay::run {
namespace {

TEST(Verdict, MergingTakesTheLoudestAndAnEmptyGroupIsInconclusive) {
  EXPECT_EQ(merge(std::initializer_list<Verdict>{}), Verdict::inconclusive);
  EXPECT_EQ(merge(std::initializer_list<Verdict>{Verdict::holds, Verdict::inconclusive}), Verdict::inconclusive);
  EXPECT_EQ(merge(std::initializer_list<Verdict>{Verdict::refuted, Verdict::inconclusive}), Verdict::refuted);
  EXPECT_EQ(merge(std::initializer_list<Verdict>{Verdict::refuted, Verdict::broken, Verdict::holds}), Verdict::broken);
}

}  // namespace
}  // namespace hearsay::run
