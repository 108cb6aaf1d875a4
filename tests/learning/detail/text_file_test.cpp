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

TEST(TextFile, IsReadToTheByte) {
  const std::string content = "one\n\n  \r\ntwo\r\nthree";
  const auto path = file_with(content);
  EXPECT_EQ(read_text(path).content, content);
  EXPECT_EQ(read_text(path).path, path);
  EXPECT_TRUE(read_text(path).lines.empty());
}

TEST(TextFile, RefusesWhatIsNoText) {
  EXPECT_EQ(message_of([] { (void)read_text("no/such/file"); }).substr(0, 6), "HS-104");
  EXPECT_EQ(message_of([] { (void)read_text(::testing::TempDir()); }).substr(0, 6), "HS-104");
  EXPECT_EQ(message_of([] { (void)read_text(file_with(std::string("a\0b", 3))); }).substr(0, 6), "HS-104");
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
