// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/printable.hpp>

namespace hearsay {
namespace {

TEST(Printable, OrdinaryTextStays) {
  for (const auto* text : {"", "node 5", "Rényi \\x1b 谣言 🙂", "a'b\"c<d>&"}) EXPECT_EQ(printable(text), text);
}

TEST(Printable, ControlCharactersAndMarksOfDirectionAreShown) {
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(printable("\x1b[2K\a\t\r\n\x7f"), "\\x1b[2K\\x07\\x09\\x0d\\x0a\\x7f");
  EXPECT_EQ(printable("\u009b31m"), "\\u009b31m");  // C1: a terminal's other ESC [
  EXPECT_EQ(printable("\u0085\u2028\u2029"), "\\u0085\\u2028\\u2029");
  EXPECT_EQ(printable("\u061c\u200e\u200f\u202a\u202e\u2066\u2069"),
            "\\u061c\\u200e\\u200f\\u202a\\u202e\\u2066\\u2069");
  EXPECT_EQ(printable("\ufeff\ufff9\U000e0001"), "\\ufeff\\ufff9\\U000e0001");
  EXPECT_EQ(printable("\ufffe\uffff\ufdd0\ufdef\U0001ffff"), "\\ufffe\\uffff\\ufdd0\\ufdef\\U0001ffff");
  EXPECT_EQ(printable("\u00a0\u200d\u202f\u2065\ufdf0\ufffd"), "\u00a0\u200d\u202f\u2065\ufdf0\ufffd");  // beside them
}

TEST(Printable, BytesThatAreNoUtf8AreShownOneByOne) {
  EXPECT_EQ(printable("Jos\xe9 x"), "Jos\\xe9 x");
  EXPECT_EQ(printable("\xc3\xa9\xc3"), "é\\xc3");                    // ends too early
  EXPECT_EQ(printable("\xc0\x80"), "\\xc0\\x80");                    // an overlong zero
  EXPECT_EQ(printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a lone surrogate
  EXPECT_EQ(printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond U+10FFFF
}

TEST(Printable, LineFeedsStayInLines) { EXPECT_EQ(printable_lines("a\n\x1b\r\n"), "a\n\\x1b\\x0d\n"); }

std::size_t count(const std::string& text, char c) { return static_cast<std::size_t>(std::ranges::count(text, c)); }

TEST(Printable, WhatAnErrorRepeatsIsShort) {
  const std::string most(longest_echo, 'x'), more(longest_echo + 1, 'x');
  EXPECT_EQ(echoed(most), most);
  EXPECT_EQ(count(echoed(more), 'x') + 1, longest_echo / 3);
  std::string wide;
  for (int i = 0; i < 1000; ++i) wide += "é";
  EXPECT_EQ(printable(echoed(wide)), echoed(wide));  // no character is split
}

TEST(Printable, ANameMayHoldWhatPeopleWrite) {
  for (const auto* name : {"ann", "Ren\u00e9", "Zo\u00eb van der Berg", "\u7530\u4e2d", "\u0645\u0631\u06cc\u0645",
                           "\U0001F600", "a\u200db", "\"Doe, Jane\"", "\uFFFD", "\U0010FFFD"})
    EXPECT_EQ(unfit_for_name(name), "") << name;
}

TEST(Printable, ANameHoldsNoControlCharacters) {
  EXPECT_EQ(unfit_for_name("a\nb"), "it holds the control character \\x0a");
  EXPECT_EQ(unfit_for_name("\x1b[31m"), "it holds the control character \\x1b");
  EXPECT_EQ(unfit_for_name("a\x7f"), "it holds the control character \\x7f");
  for (const auto* name : {"\u0085", "\u009b", "\u2028", "\u2029"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds the control character")) << name;
  EXPECT_EQ(unfit_for_name(std::string("a\0b", 3)), "it holds the control character \\x00");
}

TEST(Printable, ANameDoesNotLookLikeAnother) {
  for (const auto* name : {"\u061c", "\u200e", "\u200f", "\u202a", "\u202e", "\u2066", "\u2069"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds a character that changes the direction")) << name;
  for (const auto* name : {"a\u200b", "a\u00adb", "\u2060"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds an invisible character")) << name;
  EXPECT_TRUE(unfit_for_name("a\ufeff").starts_with("it holds a byte order mark"));
  for (const auto* name : {"\ufffe", "\uffff", "\ufdd0", "\U0001fffe", "\U0010ffff"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it holds a code point that is not a character")) << name;
}

TEST(Printable, ANameIsUtf8) {
  EXPECT_EQ(unfit_for_name("Jos\xe9"), "it is not UTF-8: it holds the byte \\xe9");
  for (const auto* name : {"\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "\xff"})
    EXPECT_TRUE(unfit_for_name(name).starts_with("it is not UTF-8")) << name;
}

TEST(Printable, AnExcerptStandsOnOneLine) {
  EXPECT_EQ(excerpt("ann"), "ann");
  EXPECT_EQ(excerpt("Ren\u00e9"), "Ren\u00e9");
  EXPECT_EQ(excerpt("a\nb\x1b[2J"), "a\\x0ab\\x1b[2J");
  EXPECT_EQ(excerpt("Jos\xe9 b\u2028"), "Jos\\xe9 b\\u2028");
  EXPECT_EQ(excerpt("abcdef", 4), "abcd...");
  EXPECT_EQ(excerpt("\u00e9\u00e9\u00e9", 2), "\u00e9\u00e9...");  // no half of a character
}

TEST(ErrorLine, SentencesStay) {
  for (const auto* line : {"HS-101 a: sigma = -1 must be > 0", "node 'a b' is none of the graph; did you mean 'it's'?"})
    EXPECT_EQ(error_line(line), line);
}

TEST(ErrorLine, QuotationsAndLongRunsAreShortened) {
  const std::string run(10000, 'x');
  std::string words, quotes;
  for (int i = 0; i < 5000; ++i) words += "x ", quotes += "x' '";
  for (const auto& input : {run, words, quotes}) {
    for (const auto& line : {fmt::format("node '{}' is no node's; did you mean 'ann'?", input),
                             fmt::format("'{}' and '{}' and '{}'", input, input, input)}) {
      const auto said = error_line(line);
      EXPECT_LE(count(said, 'x'), longest_echo) << said;
      EXPECT_EQ(error_line(said), said);
    }
  }
  EXPECT_LE(count(error_line(run + " is no file"), 'x'), longest_echo);
  EXPECT_TRUE(error_line(run + " is no file").ends_with(" is no file"));
  EXPECT_LE(error_line(words).size(), 803u);
}

TEST(ErrorLine, WhatRepeatsMuchInSmallPiecesKeepsItsBeginningAndItsEnd) {
  std::string pieces;
  for (int i = 0; i < 500; ++i) pieces += "'ab', ";
  const auto line = error_line("HS-105 plan.json:7: " + pieces + "and 'z' are no nodes");
  EXPECT_TRUE(line.starts_with("HS-105 plan.json:7: 'ab'")) << line;
  EXPECT_TRUE(line.ends_with("z' are no nodes")) << line;
  EXPECT_LT(line.size(), 300u);
}

TEST(ErrorLine, ErrorsAreOnePrintableLine) {
  const std::string run(10000, 'x');
  const Error error(Errc::syntax, run, fmt::format("'{}\n\x1b[2J' is no number", run));
  const std::string what = error.what();
  EXPECT_LE(count(what, 'x'), longest_echo);
  EXPECT_EQ(printable(what), what);
  EXPECT_TRUE(what.ends_with("\\x0a\\x1b[2J' is no number")) << what;
}

}  // namespace
}  // namespace hearsay
