// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include <hearsay/core/number.hpp>

namespace hearsay {
namespace {

TEST(Number, AWholeNumberIsDecimalAndAllOfItsText) {
  EXPECT_EQ(parse_whole<int>("7"), 7);
  EXPECT_EQ(parse_whole<int>("010"), 10);  // ten, not octal eight
  EXPECT_EQ(parse_whole<int>("-3"), -3);
  EXPECT_EQ(parse_whole<int>("+3"), 3);
  for (const auto* text : {"", " ", "1 ", " 1", "+", "-", "+-1", "--1", "0x10", "1e3", "1.0", "1_0", "nan", "one"})
    EXPECT_FALSE(parse_whole<int>(text)) << text;
}

TEST(Number, AWholeNumberFitsItsType) {
  EXPECT_EQ(parse_whole<std::int64_t>("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_FALSE(parse_whole<std::int64_t>("9223372036854775808"));
  EXPECT_EQ(parse_whole<std::uint64_t>("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
  EXPECT_FALSE(parse_whole<std::uint64_t>("18446744073709551616"));
  EXPECT_FALSE(parse_whole<std::uint64_t>("-1"));
  EXPECT_FALSE(parse_whole<std::int32_t>("2147483648"));
}

TEST(Number, ARealNumberIsDecimalAndFinite) {
  EXPECT_EQ(parse_real("0.25"), 0.25);
  EXPECT_EQ(parse_real("+2.5e-1"), 0.25);
  EXPECT_EQ(parse_real("010"), 10.0);
  EXPECT_EQ(parse_real(".5"), 0.5);
  EXPECT_EQ(parse_real("-5E2"), -500.0);
  EXPECT_EQ(parse_real("4.9e-324"), std::numeric_limits<double>::denorm_min());
  for (const auto* text : {"", "1 ", " 1", "+", "+-1", "0x1p3", "1e", "1e400", "-1e400", "1e-400", "inf", "nan",
                           "infinity", "1,5", "1.2.3", "1d0"})
    EXPECT_FALSE(parse_real(text)) << text;
}

}  // namespace
}  // namespace hearsay
