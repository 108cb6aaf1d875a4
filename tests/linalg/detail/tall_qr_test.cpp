// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/linalg/detail/tall_qr.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::linalg {
namespace {

Eigen::MatrixXd normals(Eigen::Index rows, Eigen::Index cols) {
  random::Stream stream({3}, random::Purpose::input, 0);
  Eigen::MatrixXd a(rows, cols);
  for (auto& x : a.reshaped()) x = stream.normal();
  return a;
}

/// Twelve columns of very different sizes, of which two depend on the others up to 1e-9.
Eigen::MatrixXd tall(Eigen::Index rows) {
  Eigen::MatrixXd a = normals(rows, 12);
  for (Eigen::Index j = 0; j < 10; ++j)
    a.col(j) *= std::pow(10.0, -0.4 * static_cast<double>(j)) / std::sqrt(static_cast<double>(rows));
  a.col(10) = a.col(0) - 2.0 * a.col(3) + 1e-9 * a.col(10).normalized();
  a.col(11) = a.col(1) + a.col(2);
  return a;
}

// Slices of 4096 rows: 300 rows are one, 20011 are four of unequal size. Both must be Householder's decomposition of
// the whole.
TEST(TallQr, IsHouseholdersWithPivoting) {
  for (const Eigen::Index rows : {300, 20011}) {
    const auto a = tall(rows);
    Eigen::MatrixXd found = a;
    const auto found_pivots = tall_qr(found, 1e-7, 12);
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> whole(a);
    const Eigen::VectorXd pivots = whole.matrixQR().diagonal().cwiseAbs();
    ASSERT_EQ(found.cols(), 10) << rows;
    for (Eigen::Index j = 0; j < 10; ++j)
      EXPECT_NEAR(found_pivots(j), pivots(j), 1e-12 * pivots(j)) << rows << ", " << j;
    EXPECT_LT(found_pivots(10), 1e-8);
    EXPECT_LT((found.transpose() * found - Eigen::MatrixXd::Identity(10, 10)).cwiseAbs().maxCoeff(), 1e-14);
    const Eigen::MatrixXd q = whole.householderQ() * Eigen::MatrixXd::Identity(rows, 10);
    EXPECT_LT((found - q * (q.transpose() * found)).cwiseAbs().maxCoeff(), 1e-11) << rows;
  }
}

TEST(TallQr, KeepsAtMostTheRoom) {
  for (const Eigen::Index rows : {300, 20000}) {
    Eigen::MatrixXd a = tall(rows), none(rows, 0);
    EXPECT_EQ(tall_qr(a, 1e-7, 4).size(), 12);
    EXPECT_EQ(a.cols(), 4);
    EXPECT_EQ(tall_qr(none, 1e-7, 4).size(), 0);
  }
}

TEST(Orthogonalize, RemovesTheComponentsAlongTheBasis) {
  Eigen::MatrixXd q = normals(9000, 7);
  ASSERT_GT(tall_qr(q, 0.0, 7).minCoeff(), 0.0);
  const Eigen::MatrixXd before = normals(9000, 3);
  Eigen::MatrixXd x = before;
  orthogonalize(x, q);
  EXPECT_LT((x - (before - q * (q.transpose() * before))).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((q.transpose() * x).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace hearsay::linalg
