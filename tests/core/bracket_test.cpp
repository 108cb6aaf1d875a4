// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/bracket.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay {
namespace {

TEST(Bracket, RefusesAnOrderThatIsNone) {
  EXPECT_THROW(Bracket(1, 0, 2), Error);
  EXPECT_THROW(Bracket(0, 3, 2), Error);
  EXPECT_THROW(Bracket(0, std::nan(""), 2), Error);
  const Bracket bracket(0, 1, 2);
  EXPECT_TRUE(bracket.contains(2.0));
  EXPECT_FALSE(bracket.contains(2.1));
  EXPECT_EQ(bracket.width(), 2.0);
}

}  // namespace
}  // namespace hearsay
