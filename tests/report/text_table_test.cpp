// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {
namespace {

using Align = TextColumn::Align;

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

TEST(TextTable, ColorMovesNoColumn) {
  TextTable table({{.title = "id", .align = Align::left}, {.title = "verdict", .align = Align::left}, {.title = "n"}});
  table.row({"a", emphasized("holds", Emphasis::good), "10"});
  EXPECT_EQ(table.text(), "id  verdict   n\na   \x1b[32mholds\x1b[0m    10\n");
  EXPECT_EQ(table.text(page_width, true),
            "\x1b[1mid\x1b[0m  \x1b[1mverdict\x1b[0m   \x1b[1mn\x1b[0m\na   \x1b[32mholds\x1b[0m    10\n");
}

TEST(TextTable, WhereSpaceIsShortGapsShrinkAndNamesAreCutButNumbersStay) {
  TextTable table({{.title = "target", .align = Align::left, .fit = Fit::cut}, {.title = "exact"}, {.title = "own"}});
  table.row({"Wilhelmina", "0.123456", "0.654321"});
  EXPECT_EQ(table.text(30), "target         exact       own\nWilhelmina  0.123456  0.654321\n");
  EXPECT_EQ(table.text(28), "target        exact      own\nWilhelmina 0.123456 0.654321\n");
  EXPECT_EQ(table.text(26), "target      exact      own\nWilhelm… 0.123456 0.654321\n");
  EXPECT_EQ(table.text(10),
            "target    exact      own\nWilhe… 0.123456 0.654321\n");  // 6 columns of a name and all numbers stay
}

TEST(TextTable, ProseGoesOnBelowItself) {
  TextTable table({{.title = "id", .align = Align::left}, {.title = "why", .align = Align::left, .fit = Fit::wrap}});
  table.row({"a", "it is so because it cannot be otherwise"});
  table.row({"b", "no"});
  EXPECT_EQ(table.text(26), "id  why\na   it is so because it\n    cannot be otherwise\nb   no\n");
  TextTable word({{.title = "id", .align = Align::left, .fit = Fit::cut},
                  {.title = "why", .align = Align::left, .fit = Fit::wrap}});
  word.row({"identifier", "see docs/maths/randomized_gossip.md"});
  EXPECT_EQ(word.text(40),
            "id       why\nidentif… see\n         docs/maths/randomized_gossip.md\n");  // a word is never split
}

TEST(TextTable, NoCellSteersTheTerminal) {
  TextTable table({{.title = "id", .align = Align::left, .fit = Fit::cut}, {.title = "n"}});
  table.row({"a\x1b[2K\nholds\r", "1"});
  table.below("see \x1b[32mholds\a");
  EXPECT_EQ(table.text(page_width, true),
            "\x1b[1mid\x1b[0m                     \x1b[1mn\x1b[0m\n"
            "a\\x1b[2K\\x0aholds\\x0d  1\n    see \\x1b[32mholds\\x07\n");
}

TEST(TextTable, ARowNeedsACellAColumn) {
  TextTable table({{.title = "id"}, {.title = "why"}});
  EXPECT_THROW(table.row({"a"}), Error);
}

}  // namespace
}  // namespace hearsay::report
