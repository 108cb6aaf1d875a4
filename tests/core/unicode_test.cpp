// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/unicode.hpp>

namespace hearsay {
namespace {

TEST(Unicode, ANameMayHoldWhatPeopleWrite) {
  for (const auto* name : {"ann", "Ren\u00e9", "Zo\u00eb van der Berg", "\u7530\u4e2d", "\u0645\u0631\u06cc\u0645",
                           "\U0001F600", "a\u200db", "\"Doe, Jane\"", "\uFFFD", "\U0010FFFD"})
    EXPECT_EQ(unfit_for_name(name), "") << name;
}

TEST(Unicode, ANameHoldsNoControlCharacters) {
  EXPECT_EQ(unfit_for_name("a\nb"), "it holds the control character \\u{a}");
  EXPECT_EQ(unfit_for_name("\x1b[31m"), "it holds the control character \\u{1b}");
  EXPECT_EQ(unfit_for_name("a\x7f"), "it holds the control character \\u{7f}");
  for (const auto* name : {"\u0085", "\u009b", "\u2028", "\u2029"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds the control character")) << name;
  EXPECT_EQ(unfit_for_name(std::string("a\0b", 3)), "it holds the control character \\u{0}");
}

TEST(Unicode, ANameDoesNotLookLikeAnother) {
  for (const auto* name : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds a character that changes the direction")) << name;
  for (const auto* name : {"a\u200b", "a\u00adb", "\u2060"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds a character that is not seen")) << name;
  EXPECT_TRUE(unfit_for_name("a\ufeff").starts_with("it holds a byte order mark"));
  for (const auto* name : {"\ufffe", "\uffff", "\ufdd0", "\U0001fffe", "\U0010ffff"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds a code point that is no character")) << name;
}

TEST(Unicode, ANameIsUtf8) {
  EXPECT_EQ(unfit_for_name("Jos\xe9"), "it is not UTF-8: it holds the byte \\x{e9}");
  for (const auto* name : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "\xff"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it is not UTF-8")) << name;
}

TEST(Unicode, WhatIsShownStandsOnOneLine) {
  EXPECT_EQ(escaped("ann"), "ann");
  EXPECT_EQ(escaped("Ren\u00e9"), "Ren\u00e9");
  EXPECT_EQ(escaped("a\nb\x1b[2J"), "a\\u{a}b\\u{1b}[2J");
  EXPECT_EQ(escaped("Jos\xe9 b\u2028"), "Jos\\x{e9} b\\u{2028}");
  EXPECT_EQ(escaped("abcdef", 4), "abcd...");
  EXPECT_EQ(escaped("\u00e9\u00e9\u00e9", 3), "\u00e9...");  // no half of a character
}

}  // namespace
}  // namespace hearsay
