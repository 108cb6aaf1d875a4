// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/conditional.hpp>

#include <gtest/gtest.h>

namespace hearsay {
namespace {

TEST(Conditional, CollectsWhatFails) {
  Conditional<double> bound{1.5, true, {}};
  bound.refuse("n is too small");
  EXPECT_FALSE(bound.valid);
  EXPECT_EQ(bound.why, "n is too small");
  bound.refuse("delta is too large");
  EXPECT_EQ(bound.why, "n is too small; delta is too large");
  EXPECT_EQ(bound.value, 1.5);
}

}  // namespace
}  // namespace hearsay
