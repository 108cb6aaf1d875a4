// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/decompositions.hpp>

namespace hearsay {
namespace {

// diag(3, 4) turned by a rotation: singular values and eigenvalues are known.
Eigen::MatrixXd turned() {
  Eigen::MatrixXd rotation(2, 2), diagonal = Eigen::Vector2d(3.0, 4.0).asDiagonal();
  rotation << 0.6, -0.8, 0.8, 0.6;
  return rotation * diagonal * rotation.transpose();
}

TEST(Decompositions, OfAKnownMatrix) {
  EXPECT_NEAR(Eigen::BDCSVD<Eigen::MatrixXd>(turned()).singularValues()(1), 3.0, 1e-14);
  EXPECT_NEAR(Eigen::JacobiSVD<Eigen::MatrixXd>(turned()).singularValues()(0), 4.0, 1e-14);
  EXPECT_NEAR(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(turned()).eigenvalues()(0), 3.0, 1e-14);
  EXPECT_EQ(Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>(turned()).rank(), 2);
  EXPECT_EQ(Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(Eigen::MatrixXd::Ones(3, 3)).rank(), 1);
}

}  // namespace
}  // namespace hearsay
