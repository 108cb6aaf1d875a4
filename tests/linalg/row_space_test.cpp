// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/linalg/row_space.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::linalg {
namespace {

Eigen::MatrixXd random_basis(Eigen::Index n, Eigen::Index rank, std::uint32_t trial) {
  random::Stream stream(random::Seed{5}, random::Purpose::input, trial);
  Eigen::MatrixXd a(n, rank);
  for (auto& entry : a.reshaped()) entry = stream.normal();
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a);
  return qr.householderQ() * Eigen::MatrixXd::Identity(n, rank);
}

// Against the projector of what is left, from a decomposition of its own.
TEST(DeleteRows, IsTheProjectionOnWhatIsLeft) {
  const std::array<Index, 2> deleted{3, 7};
  for (std::uint32_t trial = 0; trial < 5; ++trial) {
    const auto basis = random_basis(20, 9, trial);
    Eigen::MatrixXd left = basis;
    for (const auto v : deleted) left.row(v).setZero();
    const Eigen::MatrixXd wanted = left * left.completeOrthogonalDecomposition().pseudoInverse();
    const auto found = delete_rows(basis, projections(basis), deleted);
    ASSERT_TRUE(found);
    EXPECT_LE((*found - wanted.diagonal()).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(DeleteRows, RefusesWhereADirectionAllButVanishes) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(4, 1);
  const std::array<Index, 1> deleted{0};
  for (const double left : {0.02, 0.005, 0.0}) {
    basis(0, 0) = std::sqrt(1.0 - left * left);
    basis(1, 0) = left;
    EXPECT_EQ(delete_rows(basis, projections(basis), deleted).has_value(), left > 0.01) << left;
  }
}

// A space with the unit vector of node 0 loses that dimension, and nothing else changes.
TEST(DeleteRows, DropsWhatIsKnownToVanish) {
  Eigen::MatrixXd basis = Eigen::MatrixXd::Zero(12, 5);
  basis(0, 0) = 1.0;
  basis.bottomRightCorner(11, 4) = random_basis(11, 4, 0);
  const std::array<Index, 2> deleted{0, 3};
  Eigen::MatrixXd left = basis.rightCols(4);
  left.row(3).setZero();
  const Eigen::MatrixXd wanted = left * left.completeOrthogonalDecomposition().pseudoInverse();
  const auto found = delete_rows(basis, projections(basis), deleted, 4);
  ASSERT_TRUE(found);
  EXPECT_LE((*found - wanted.diagonal()).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_FALSE(delete_rows(basis, projections(basis), deleted));     // nothing says that it vanishes
  EXPECT_FALSE(delete_rows(basis, projections(basis), deleted, 3));  // the other does not
  EXPECT_FALSE(delete_rows(basis, projections(basis), deleted, 2));
}

TEST(RowSpace, SaysWhatItMayHaveDropped) {
  RowSpace space(3);
  EXPECT_TRUE(space.add(Eigen::Vector3d(1, 0, 0)));
  EXPECT_TRUE(space.add(Eigen::Vector3d(1, 1e-8, 0)));  // its direction is known to 1e-7 only
  EXPECT_EQ(space.largest_doubt(), 0.0);
  EXPECT_FALSE(space.add(Eigen::Vector3d(1, 1, 1e-8)));
  EXPECT_GT(space.largest_doubt(), 1e-8);
}

}  // namespace
}  // namespace hearsay::linalg
