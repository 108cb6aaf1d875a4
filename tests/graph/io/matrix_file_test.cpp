// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/matrix_file.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include <hearsay/exact/fraction.hpp>

#include "tests/error_message.hpp"

namespace hearsay::graph {
namespace {

class MatrixFile : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) {
    const auto path = folder_ / name;
    std::ofstream(path, std::ios::binary) << content;
    return path.string();
  }
  std::string complaint(const std::string& name, const std::string& content) {
    const auto path = write(name, content);
    auto message = tests::message_of([&] { (void)read_matrix(path); });
    const auto place = message.find(path);
    return place == message.npos ? message : message.replace(place, path.size(), name);
  }
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("hearsay_matrix_file_" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

 private:
  std::filesystem::path folder_;
};

std::vector<std::vector<exact::Rational>> dense(const linalg::FractionMatrix& matrix) {
  std::vector<std::vector<exact::Rational>> rows(matrix.rows.size(),
                                                 std::vector<exact::Rational>(matrix.columns, exact::Rational(0)));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& [column, value] : matrix.rows[i]) rows[i][column] = value;
  }
  return rows;
}

using Rows = std::vector<std::vector<exact::Rational>>;
const exact::Rational half(1, 2);

TEST_F(MatrixFile, MatrixMarketCoordinates) {
  const auto path = write(
      "a.mtx", "%%MatrixMarket matrix coordinate real general\n% a comment\n2 3 3\n2 3 -1.5e-1\n1 1 1/3\n\n1 2 2E2\n");
  EXPECT_EQ(dense(read_matrix(path)), (Rows{{exact::Rational(1, 3), 200, 0}, {0, 0, exact::Rational(-3, 20)}}));
}

TEST_F(MatrixFile, MatrixMarketSymmetricAndArrays) {
  EXPECT_EQ(
      dense(read_matrix(write("s.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n2 1 4\n1 1 1\n"))),
      (Rows{{1, 4}, {4, 0}}));
  EXPECT_EQ(dense(read_matrix(write("c.mtx", "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n"))),
            (Rows{{1, 3}, {2, 4}}));
  EXPECT_EQ(dense(read_matrix(write("t.mtx", "%%MatrixMarket matrix array real symmetric\n2 2\n1\n2\n3\n"))),
            (Rows{{1, 2}, {2, 3}}));
  EXPECT_EQ(read_matrix(write("e.mtx", "%%MatrixMarket matrix coordinate real general\n0 4 0\n")).columns, 4u);
}

TEST_F(MatrixFile, RefusesWhatIsNoMatrix) {
  const std::string head = "%%MatrixMarket matrix coordinate real general\n";
  EXPECT_EQ(complaint("a.txt", ""), "HS-103 a.txt: a matrix is read from .mtx or .npy");
  EXPECT_EQ(complaint("a.mtx", "1 2 3\n"),
            "HS-103 a.mtx:1: the header must be %%MatrixMarket matrix coordinate|array real|integer general|symmetric");
  EXPECT_EQ(complaint("a.mtx", head + "2 2\n"), "HS-103 a.mtx:2: the size line must be 'rows columns entries'");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 1\n3 1 1\n"), "HS-103 a.mtx:3: entry 3 1 is outside 2 x 2");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 1\n1 1 x\n"),
            "HS-103 a.mtx:3: 'x' is not a number; decimals, with exponents to 400, and p/q are read");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 1\n1 1 nan\n"),
            "HS-103 a.mtx:3: 'nan' is not a number; decimals, with exponents to 400, and p/q are read");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 1\n1 1 1e999\n"),
            "HS-103 a.mtx:3: '1e999' is not a number; decimals, with exponents to 400, and p/q are read");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 2\n1 1 1\n"),
            "HS-103 a.mtx:4: the file ends after 1 of the 2 entries announced");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 1\n1 1 1\n1 2 1\n"), "HS-103 a.mtx:4: more entries than the 1 announced");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 2\n1 1 1\n1 1 2\n"), "HS-103 a.mtx: entry 1 1 is given twice");
  EXPECT_EQ(complaint("a.mtx", head + "2 2 999999999999\n").substr(0, 14), "HS-302 a.mtx: ");
}

std::string numpy(const std::string& header, const void* data, std::size_t bytes) {
  std::string text = "\x93NUMPY\x01";
  text += '\0';
  text += static_cast<char>(header.size());
  text += '\0';
  return text + header + std::string(static_cast<const char*>(data), bytes);
}

TEST_F(MatrixFile, NumpyInBothOrders) {
  const double values[] = {1.0, 0.5, 0.0, -2.0, 1.0 / 3.0, 4.0};
  const std::string shape = "'fortran_order': False, 'shape': (2, 3), }\n";
  EXPECT_EQ(dense(read_matrix(write("a.npy", numpy("{'descr': '<f8', " + shape, values, sizeof values)))),
            (Rows{{1, half, 0}, {-2, exact::Rational(1, 3), 4}}));
  EXPECT_EQ(dense(read_matrix(write("f.npy", numpy("{'descr': '<f8', 'fortran_order': True, 'shape': (2, 3), }\n",
                                                   values, sizeof values)))),
            (Rows{{1, 0, exact::Rational(1, 3)}, {half, -2, 4}}));
  const std::int32_t whole[] = {3, -4};
  EXPECT_EQ(dense(read_matrix(write(
                "i.npy", numpy("{'descr': '<i4', 'fortran_order': False, 'shape': (2,), }\n", whole, sizeof whole)))),
            (Rows{{3}, {-4}}));
}

TEST_F(MatrixFile, RefusesOtherNumpyFiles) {
  const double one = 1.0, nothing = std::nan("");
  EXPECT_EQ(complaint("a.npy", "hello"), "HS-103 a.npy: is not a NumPy file of format 1.0 or 2.0");
  const std::string rest = "'fortran_order': False, 'shape': (1, 1), }\n";
  EXPECT_EQ(complaint("a.npy", numpy("{'descr': '<c16', " + rest, &one, 8)),
            "HS-103 a.npy: holds no '<f8', '<f4', '<i8' or '<i4' numbers");
  EXPECT_EQ(complaint("a.npy", numpy("{'descr': '<f8', " + rest, &one, 4)),
            "HS-103 a.npy: does not hold 1 x 1 numbers and nothing else");
  EXPECT_EQ(complaint("a.npy", numpy("{'descr': '<f8', " + rest, &nothing, 8)), "HS-103 a.npy: number 1 is not finite");
  EXPECT_EQ(complaint("a.npy", numpy("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 1), }\n", &one, 8)),
            "HS-103 a.npy: has 3 dimensions; 1 or 2 are read");
  const auto header = [&](const std::string& text) { return complaint("a.npy", numpy(text, &one, 8)); };
  const std::string order = "{'descr': '<f8', 'fortran_order': False, 'shape': ";
  EXPECT_EQ(header(order + "(-1, -1), }\n"), "HS-103 a.npy: its shape is '(-1, -1)': a size is a whole number >= 0");
  EXPECT_EQ(header(order + "(1, x), }\n"), "HS-103 a.npy: its shape is '(1, x)': a size is a whole number >= 0");
  EXPECT_EQ(header(order + "1, }\n"), "HS-103 a.npy: its shape is '1', not sizes in parentheses");
  EXPECT_EQ(header(order + "(), }\n"), "HS-103 a.npy: has 0 dimensions; 1 or 2 are read");
  EXPECT_EQ(header("{'descr': '<f8', 'fortran_order': Trueish, 'shape': (1,), }\n"),
            "HS-103 a.npy: its 'fortran_order' is neither True nor False");
  const std::string no_header = "HS-103 a.npy: its header is not a dictionary of descr, fortran_order and shape";
  EXPECT_EQ(header("{'descr': '<f8', 'shape': (1,), }\n"), no_header);
  EXPECT_EQ(header(order + "(1,), 'more': 1}\n"), no_header);
  EXPECT_EQ(header("descr <f8\n"), no_header);
  EXPECT_EQ(complaint("a.npy", numpy(order + "(1, 1), }\n", &one, 8) + "more"),
            "HS-103 a.npy: does not hold 1 x 1 numbers and nothing else");
}

}  // namespace
}  // namespace hearsay::graph
