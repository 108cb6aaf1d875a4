// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <hearsay/core/nearest.hpp>

namespace hearsay {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("abc", ""), 3u);
  EXPECT_EQ(edit_distance("", "abc"), 3u);
  EXPECT_EQ(edit_distance("verify", "verify"), 0u);
  EXPECT_EQ(edit_distance("verfy", "verify"), 1u);
  EXPECT_EQ(edit_distance("verrify", "verify"), 1u);
  EXPECT_EQ(edit_distance("vexify", "verify"), 1u);
  EXPECT_EQ(edit_distance("evrify", "verify"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);  // the textbooks' example
  EXPECT_EQ(edit_distance("ca", "abc"), 3u);          // 2 if a swapped part could be edited again
}

TEST(EditDistance, IsSymmetric) {
  for (const char* a : {"", "a", "steps", "setps", "graph"}) {
    for (const char* b : {"", "b", "step", "spets", "grahp"})
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " " << b;
  }
}

TEST(Nearest, IsTheNearestNameWithinAThirdOfTheLength) {
  const std::vector<std::string> known = {"account", "attack", "simulate", "verify"};
  EXPECT_EQ(nearest("verfy", known), "verify");
  EXPECT_EQ(nearest("atack", known), "attack");
  EXPECT_EQ(nearest("frobnicate", known), "");
  EXPECT_EQ(nearest("", known), "");
  EXPECT_EQ(nearest("x", {"y"}), "");      // nothing in common
  EXPECT_EQ(nearest("abc", {"axx"}), "");  // two edits of three letters
  EXPECT_EQ(nearest("abcdef", {"abxx", "abcdxx", "abcdex"}), "abcdex");
  EXPECT_EQ(nearest("ab", {"ac", "ad"}), "ac");
}

TEST(Nearest, FileIsOfTheSameFolderAndNotTheFileItself) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(::testing::TempDir()) / "hearsay_nearest";
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::ofstream(folder / "deployment.edges") << "a b\n";
  EXPECT_EQ(nearest_file((folder / "deploymnet.edges").string()), (folder / "deployment.edges").string());
  EXPECT_EQ(nearest_file((folder / "deployment.edges").string()), "");
  EXPECT_EQ(nearest_file((folder / "other.mtx").string()), "");
  EXPECT_EQ(nearest_file((folder / "missing" / "deployment.edges").string()), "");
  fs::remove_all(folder);
}

TEST(DidYouMean, EndsAComplaint) {
  EXPECT_EQ(did_you_mean("verify"), "; did you mean 'verify'?");
  EXPECT_EQ(did_you_mean(""), "");
}

}  // namespace
}  // namespace hearsay
