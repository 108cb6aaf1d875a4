// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include <hearsay/learning/detail/text_file.hpp>

#include "tests/error_message.hpp"

namespace hearsay::learning {
namespace {

using tests::message_of;

std::string file_with(const std::string& content) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "text_file_test.txt";
  std::ofstream(path, std::ios::binary) << content;
  return path.string();
}

TEST(TextFile, KeepsTheNumbersOfItsLinesAndLeavesBlankOnesOut) {
  const auto file = read_text(file_with("one\n\n  \r\ntwo\r\nthree"));
  ASSERT_EQ(file.lines.size(), 3u);
  EXPECT_EQ(file.lines[1].number, 4u);
  EXPECT_EQ(file.lines[1].text, "two");
  EXPECT_EQ(file.lines[2].text, "three");
}

TEST(TextFile, RefusesWhatIsNoText) {
  EXPECT_EQ(message_of([] { (void)read_text("no/such/file"); }).substr(0, 6), "HS-104");
  EXPECT_EQ(message_of([] { (void)read_text(file_with("")); }).substr(0, 6), "HS-104");
  EXPECT_EQ(message_of([] { (void)read_text(file_with(std::string("a\0b", 3))); }).substr(0, 6), "HS-104");
}

TEST(TextFile, ANumberIsAllOfItsText) {
  double value = 0.0;
  EXPECT_TRUE(parse_number("+2.5e-1", value));
  EXPECT_EQ(value, 0.25);
  for (const auto* bad : {"", "1x", "1 2", "inf", "nan", "--1"}) EXPECT_FALSE(parse_number(bad, value)) << bad;
}

TEST(TextFile, MissingValuesHaveMoreThanOneName) {
  for (const auto* name : {"", "?", "NA", "na", "NaN", "NULL"}) EXPECT_TRUE(is_missing(name)) << name;
  EXPECT_FALSE(is_missing("0"));
}

TEST(TextFile, TheTargetIsFoundByNameNumberOrAtTheEnd) {
  const TextFile file{.path = "data.csv", .content = {}, .lines = {}};
  EXPECT_EQ(find_target(file, {"x", "y", "z"}, "y"), 1u);
  EXPECT_EQ(find_target(file, {"x", "y", "z"}, "1"), 0u);
  EXPECT_EQ(find_target(file, {"x", "y", "z"}, ""), 2u);
  EXPECT_EQ(message_of([&] { (void)find_target(file, {"x"}, "w"); }).substr(0, 6), "HS-105");
}

TEST(TextFile, ARefusalSaysWhere) {
  const TextFile file{.path = "data.csv", .content = {}, .lines = {}};
  EXPECT_EQ(message_of([&] { refuse(file, 3, 2, "age", "is no number"); }),
            "HS-103 data.csv: line 3, column 2 ('age'): is no number");
}

TEST(Trimmed, LosesBlanksAtBothEnds) {
  EXPECT_EQ(trimmed("  a b\t"), "a b");
  EXPECT_EQ(trimmed("   "), "");
}

}  // namespace
}  // namespace hearsay::learning
