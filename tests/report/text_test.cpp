#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/report/text.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {
namespace {

using Align = TextColumn::Align;

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

TEST(TextTable, ColumnsAreAsWideAsTheirWidestCell) {
  TextTable table({{.title = "id", .align = Align::left}, {.title = "loss"}, {.title = "squared\nbound"}});
  table.row({"a", "0.5", "1"});
  table.row({"long", "12345.6", "2"});
  table.below("a remark");
  EXPECT_EQ(table.text(),
            "               squared\n"
            "id       loss    bound\n"
            "a         0.5        1\n"
            "long  12345.6        2\n"
            "    a remark\n");
}

TEST(TextTable, WhereSpaceIsShortGapsShrinkAndNamesAreCutButNumbersStay) {
  TextTable table({{.title = "target", .align = Align::left, .fit = Fit::cut}, {.title = "exact"}, {.title = "own"}});
  table.row({"Wilhelmina", "0.123456", "0.654321"});
  EXPECT_EQ(table.text(30), "target         exact       own\nWilhelmina  0.123456  0.654321\n");
  EXPECT_EQ(table.text(28), "target        exact      own\nWilhelmina 0.123456 0.654321\n");
  EXPECT_EQ(table.text(26), "target      exact      own\nWilhelm… 0.123456 0.654321\n");
  EXPECT_EQ(table.text(10), "target    exact      own\nWilhe… 0.123456 0.654321\n");  // 6 columns of a name and all numbers stay
}

TEST(TextTable, ProseGoesOnBelowItself) {
  TextTable table({{.title = "id", .align = Align::left}, {.title = "why", .align = Align::left, .fit = Fit::wrap}});
  table.row({"a", "it is so because it cannot be otherwise"});
  table.row({"b", "no"});
  EXPECT_EQ(table.text(26), "id  why\na   it is so because it\n    cannot be otherwise\nb   no\n");
  TextTable word({{.title = "id", .align = Align::left, .fit = Fit::cut}, {.title = "why", .align = Align::left, .fit = Fit::wrap}});
  word.row({"identifier", "see docs/maths/randomized_gossip.md"});
  EXPECT_EQ(word.text(40), "id       why\nidentif… see\n         docs/maths/randomized_gossip.md\n");  // a word is never split
}

TEST(TextTable, ARowNeedsACellAColumn) {
  TextTable table({{.title = "id"}, {.title = "why"}});
  EXPECT_THROW(table.row({"a"}), Error);
}

}  // namespace
}  // namespace hearsay::report
