// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/symmetric_eigen.hpp>

#include <gtest/gtest.h>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::linalg {
namespace {

// Below and above the size from which LAPACK does it.
TEST(SymmetricEigen, DecomposesOnBothRoads) {
  for (const graph::Node n : {100u, 600u}) {
    const Eigen::MatrixXd w = gossip_matrix(graph::erdos_renyi(n, 0.05, {1}), graph::Weights::metropolis);
    const auto found = symmetric_eigen(w);
    ASSERT_EQ(found.values.size(), w.rows());
    EXPECT_LE((w * found.vectors - found.vectors * found.values.asDiagonal()).norm(), 1e-12 * n);
    EXPECT_LE((found.vectors.transpose() * found.vectors - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-12 * n);
    for (Eigen::Index i = 1; i < found.values.size(); ++i) EXPECT_LE(found.values(i - 1), found.values(i));
    EXPECT_NEAR(found.values(found.values.size() - 1), 1.0, 1e-12);
  }
}

TEST(SymmetricEigen, OfAKnownSpectrum) {
  constexpr Eigen::Index n = 512;  // I/3 + 2 J/3: 1/3, and 1 once
  const Eigen::MatrixXd w =
      Eigen::MatrixXd::Identity(n, n) / 3.0 + Eigen::MatrixXd::Constant(n, n, 2.0 / (3.0 * static_cast<double>(n)));
  const auto found = symmetric_eigen(w);
  EXPECT_NEAR(found.values(0), 1.0 / 3.0, 1e-13);
  EXPECT_NEAR(found.values(n - 2), 1.0 / 3.0, 1e-13);
  EXPECT_NEAR(found.values(n - 1), 1.0, 1e-13);
}

}  // namespace
}  // namespace hearsay::linalg
