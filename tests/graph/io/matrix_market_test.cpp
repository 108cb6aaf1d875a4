// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/matrix_market.hpp>

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

using Content = MatrixMarket::Content;

class MatrixMarketFile : public testing::Test {
 protected:
  std::string write(const std::string& text) {
    std::ofstream(path_, std::ios::binary) << text;
    return path_;
  }
  std::string entries(const std::string& text, Content content = Content::numbers) {
    MatrixMarket market(write(text), content);
    (void)market.size();
    std::string found;
    for (MatrixMarket::Entry entry; market.next(entry);)
      found += std::to_string(entry.row) + "," + std::to_string(entry.column) + "=" + std::string(entry.value) + " ";
    return found;
  }
  std::string complaint(const std::string& text, Content content = Content::numbers) {
    auto message = tests::message_of([&] { (void)entries(text, content); });
    const auto place = message.find(path_);
    return place == message.npos ? message : message.replace(place, path_.size(), "m");
  }
  void TearDown() override { std::filesystem::remove(path_); }

 private:
  std::string path_ =
      (std::filesystem::temp_directory_path() / ("hearsay_matrix_market_" + std::to_string(::getpid()))).string();
};

TEST_F(MatrixMarketFile, CoordinatesInTheirOrder) {
  EXPECT_EQ(entries("%%MatrixMarket MATRIX coordinate Real general\n% c\n\n2 3 2\n2 3 -1.5e-1 % c\n1 1 1/3\n"),
            "1,2=-1.5e-1 0,0=1/3 ");
  EXPECT_EQ(entries("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", Content::pattern), "1,0= ");
  EXPECT_EQ(entries("%%MatrixMarket matrix coordinate real general\n0 4 0\n"), "");
}

TEST_F(MatrixMarketFile, ArraysByColumns) {
  EXPECT_EQ(entries("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"), "0,0=1 1,0=2 0,1=3 1,1=4 ");
  EXPECT_EQ(entries("%%MatrixMarket matrix array integer symmetric\n2 2\n1\n2\n3\n"), "0,0=1 1,0=2 1,1=3 ");
}

TEST_F(MatrixMarketFile, RefusesWhatItsReaderCannotUse) {
  const std::string array = "%%MatrixMarket matrix array real general\n";
  const std::string numbers =
      "HS-103 m:1: the header must be %%MatrixMarket matrix coordinate|array real|integer general|symmetric";
  EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n"), numbers);
  EXPECT_EQ(complaint("%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 0\n"), numbers);
  EXPECT_EQ(complaint("%%MatrixMarket matrix array real hermitian\n"), numbers);
  EXPECT_EQ(complaint(array + "1 1\n1\n", Content::pattern),
            "HS-103 m:1: the header must be %%MatrixMarket matrix coordinate pattern general|symmetric");
  EXPECT_EQ(complaint(array), "HS-103 m:2: the file ends before the line 'rows columns'");
  EXPECT_EQ(complaint(array + "2 2 4\n"), "HS-103 m:2: the size line must be 'rows columns'");
  EXPECT_EQ(complaint(array + "-1 2\n"), "HS-103 m:2: a size is negative");
  EXPECT_EQ(complaint(array + "1000000000000 1000000000000\n"),
            "HS-302 m: an array of 1000000000000 x 1000000000000: at most 100000000 entries");
  EXPECT_EQ(complaint(array + "1 2\n3\n"), "HS-103 m:4: the file ends after 1 of the 2 entries announced");
  EXPECT_EQ(complaint(array + "1 1\n3\n4\n"), "HS-103 m:4: more entries than the 1 announced");
  EXPECT_EQ(complaint(array + "1 1\n3 4\n"), "HS-103 m:3: an entry is one value a line");
  EXPECT_EQ(complaint("%%MatrixMarket matrix array real symmetric\n1 2\n"),
            "HS-103 m:2: a symmetric matrix is square, not 1 x 2");
}

}  // namespace
}  // namespace hearsay::graph
