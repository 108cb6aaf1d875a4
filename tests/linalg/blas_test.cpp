// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include <hearsay/linalg/blas.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::linalg {
namespace {

Eigen::MatrixXd drawn(Eigen::Index rows, Eigen::Index columns, std::uint32_t which) {
  random::Stream stream(random::Seed{5}, random::Purpose::noise, which);
  Eigen::MatrixXd matrix(rows, columns);
  for (auto& x : matrix.reshaped()) x = std::nearbyint(100.0 * stream.normal());
  return matrix;
}

TEST(Blas, AddsProductsOfBlocks) {
  const auto a = drawn(7, 5, 1), b = drawn(9, 4, 2), c = drawn(12, 6, 3);
  Eigen::MatrixXd into = c;
  add_product(into.block(2, 1, 7, 4), -2.0, a, b.middleRows(3, 5));
  Eigen::MatrixXd expected = c;
  expected.block(2, 1, 7, 4) -= 2.0 * (a * b.middleRows(3, 5)).eval();
  EXPECT_EQ(into, expected);
  add_product(into.topLeftCorner(5, 4), 1.0, a.middleRows(1, 3), b.middleRows(6, 3), Left::transposed);
  expected.topLeftCorner(5, 4) += (a.middleRows(1, 3).transpose() * b.middleRows(6, 3)).eval();
  EXPECT_EQ(into, expected);
  add_product(into, 1.0, Eigen::MatrixXd(12, 0), Eigen::MatrixXd(0, 6));
  EXPECT_EQ(into, expected);
}

TEST(Blas, FactorsWithoutQ) {
  for (const auto& a : {drawn(20, 6, 4), drawn(4, 6, 5), drawn(6, 6, 6)}) {
    const auto r = triangular_factor(a);
    EXPECT_EQ(r.rows(), std::min(a.rows(), a.cols()));
    EXPECT_TRUE(r.isUpperTriangular(0.0));
    EXPECT_LE((r.transpose() * r - a.transpose() * a).norm(), 1e-13 * a.squaredNorm());
  }
}

TEST(Blas, AddsTheLowerTriangleOfAGram) {
  const auto a = drawn(7, 20, 10);
  Eigen::MatrixXd found = Eigen::MatrixXd::Ones(7, 7);
  add_gram(found, a);
  const Eigen::MatrixXd gram = a * a.transpose();
  for (Eigen::Index i = 0; i < 7; ++i) {
    for (Eigen::Index j = 0; j < 7; ++j) EXPECT_NEAR(found(i, j), 1.0 + (i >= j ? gram(i, j) : 0.0), 1e-13);
  }
}

TEST(Blas, FindsEigenvectors) {
  Eigen::MatrixXd matrix = drawn(30, 30, 7);
  matrix = (matrix + matrix.transpose()).eval();
  Eigen::MatrixXd vectors = matrix;
  Eigen::VectorXd values;
  ASSERT_TRUE(eigenvectors_of_symmetric(vectors, values));
  EXPECT_LE((matrix * vectors - vectors * values.asDiagonal()).norm(), 1e-11 * matrix.norm());
}

// Where two threads multiply at once, a serial OpenBLAS is wrong in one of some hundreds or thousands of such products.
TEST(Blas, IsRightInSeveralThreads) {
  const auto a = drawn(512, 400, 8), b = drawn(512, 128, 9);
  const Eigen::MatrixXd expected = a.transpose() * b;
  std::atomic<int> wrong = 0;
  const auto work = [&] {
    for (int i = 0; i < 30; ++i) {
      Eigen::MatrixXd found = Eigen::MatrixXd::Zero(400, 128);
      add_product(found, 1.0, a, b, Left::transposed);
      wrong += found == expected ? 0 : 1;
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) threads.emplace_back(work);
  }
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace hearsay::linalg
