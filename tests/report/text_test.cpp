// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/text.hpp>

namespace hearsay::report {
namespace {

TEST(Text, WidthCountsCharactersAsATerminalShowsThem) {
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("node"), 4);
  EXPECT_EQ(display_width("Rényi"), 5);
  EXPECT_EQ(display_width("谣言"), 4);       // two columns each
  EXPECT_EQ(display_width("a\xff\xfe"), 3);  // no UTF-8: a column a byte
}

TEST(Text, ShorteningNeverSplitsACharacter) {
  EXPECT_EQ(shortened("Rényi", 5), "Rényi");
  EXPECT_EQ(shortened("Rényi", 4), "Rén…");
  EXPECT_EQ(shortened("Rényi", 2), "R…");
  EXPECT_EQ(shortened("Rényi", 1), "…");
  EXPECT_EQ(shortened("谣言谣言", 4), "谣…");  // a second one would leave no room for the ellipsis
  EXPECT_EQ(shortened("\xff\xfe\xff", 2), "\xff…");
}

TEST(Text, WrapsBetweenWords) {
  EXPECT_EQ(wrapped("one two  three\nfour", 9), "one two\nthree\nfour");
  EXPECT_EQ(wrapped("one two three", 9, 2), "one two\n  three");
  EXPECT_EQ(wrapped("one two three", 8, 2), "one\n  two\n  three");
  EXPECT_EQ(wrapped("unbreakable word", 4), "unbreakable\nword");
  EXPECT_EQ(wrapped("né né né", 5), "né né\nné");
  EXPECT_EQ(wrapped(""), "");
}

TEST(Text, SequencesOfATerminalTakeNoColumns) {
  EXPECT_EQ(display_width("\x1b[1mRényi\x1b[0m of \x1b[1;31m谣\x1b[0m"), 11);
  EXPECT_EQ(display_width("\x1b["), 0);  // never ends
  EXPECT_EQ(wrapped("\x1b[1mone\x1b[0m two", 7), "\x1b[1mone\x1b[0m two");
}

}  // namespace
}  // namespace hearsay::report
