// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/written_number.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <limits>
#include <string>

#include <hearsay/core/error.hpp>

namespace {

using hearsay::Error;
using hearsay::empirical::read_number;

TEST(WrittenNumber, TheDoubleSaysAllOfMostNumbers) {
  for (const char* text : {"0", "-7", "0.1", "1e3", "1.50", "2.5E-3", "9007199254740992", "5e-324", "1.0", "-0.0"}) {
    const auto number = read_number(text);
    EXPECT_EQ(number.digits, "") << text;
    EXPECT_EQ(number.value, std::strtod(text, nullptr)) << text;
  }
}

TEST(WrittenNumber, IntegersAreTold) {
  EXPECT_TRUE(read_number("-7").whole);
  EXPECT_FALSE(read_number("7.0").whole);
  EXPECT_FALSE(read_number("7e0").whole);
}

TEST(WrittenNumber, WhatTheDoubleDoesNotSayIsKept) {
  for (const char* text : {"9007199254740993", "-18446744073709551616", "0.1234567890123456789",
                           "100000000000000000000000", "0.10000000000000001", "1e-400"}) {
    EXPECT_EQ(read_number(text).digits, text);
  }
  EXPECT_EQ(read_number(std::string(400, '9')).value, std::numeric_limits<double>::max());
  EXPECT_EQ(read_number("-" + std::string(400, '9')).value, -std::numeric_limits<double>::max());
}

TEST(WrittenNumber, RefusesTheRest) {
  for (const char* text : {"", "-", "01", "1.", ".5", "1e", "0x1", "nan", "1 ", "+1", "1e999", "-1.5e400"})
    EXPECT_THROW(static_cast<void>(read_number(text)), Error) << text;
}

}  // namespace
