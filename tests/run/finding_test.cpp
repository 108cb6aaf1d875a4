// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/run/finding.hpp>

namespace hearsay::run {
namespace {

TEST(Context, PicksByEffort) {
  EXPECT_EQ((Context{.effort = Effort::quick}.pick(1, 2, 3)), 1);
  EXPECT_EQ((Context{.effort = Effort::standard}.pick(1, 2, 3)), 2);
  EXPECT_EQ((Context{.effort = Effort::exhaustive}.pick(1, 2, 3)), 3);
}

TEST(Finding, NamesAreThoseOfTheJson) {
  EXPECT_EQ(to_string(Effort::quick), "quick");
  EXPECT_EQ(to_string(Effort::standard), "standard");
  EXPECT_EQ(to_string(Effort::exhaustive), "exhaustive");
  EXPECT_EQ(to_string(Certificate::exact), "exact");
  EXPECT_EQ(to_string(Certificate::interval), "interval");
  EXPECT_EQ(to_string(Certificate::statistical), "statistical");
}

TEST(Finding, ThatSaysNothingIsInconclusive) {
  EXPECT_EQ(Finding{}.verdict, Verdict::inconclusive);
  EXPECT_FALSE(Finding{}.tightness || Finding{}.slack || Finding{}.witness);
}

}  // namespace
}  // namespace hearsay::run
