// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/linalg/rational_eigenvectors.hpp>
#include <hearsay/linalg/symmetric_eigen.hpp>

#include "tests/graphs.hpp"

namespace hearsay::linalg {
namespace {

using Nodes = std::vector<Index>;

/// rational_eigenvectors of the eigenvalue that is nearest to `value`.
std::optional<RationalEigenvectors> near(const SparseMatrix& w, double value) {
  const auto pairs = symmetric_eigen(Eigen::MatrixXd(w));
  const auto is_near = [&](Eigen::Index i) { return std::abs(pairs.values(i) - value) < 1e-9; };
  Eigen::Index begin = 0;
  while (!is_near(begin)) ++begin;
  auto end = begin;
  while (end < pairs.values.size() && is_near(end)) ++end;
  return rational_eigenvectors(exact_entries(w), value, pairs.vectors.middleCols(begin, end - begin));
}

// A star of 5 leaves: W gives a leaf 5/6 of its own and 1/6 of the hub's, so what sums to 0 over the leaves has the
// eigenvalue 5/6, four times.
TEST(RationalEigenvectors, OfAStar) {
  const auto w = testing::metropolis(testing::star(5));
  const auto found = near(w, 5.0 / 6.0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->value, Rational(5, 6));
  ASSERT_EQ(found->vectors.size(), 4u);
  for (const auto& vector : found->vectors) {
    Rational sum = 0;
    for (const auto& entry : vector) {
      EXPECT_NE(entry.column, 0u);
      sum += entry.value;
    }
    EXPECT_EQ(sum, 0);
  }
  EXPECT_EQ(seen_dimensions(*found, Nodes{0}), 0);
  EXPECT_EQ(seen_dimensions(*found, Nodes{3}), 1);
  EXPECT_EQ(seen_dimensions(*found, Nodes{1, 2, 4}), 3);
  EXPECT_EQ(seen_dimensions(*found, Nodes{1, 2, 3, 4, 5}), 4);
}

// A ring of 5 nodes has the eigenvalues 1/3 + (2/3) cos(2 pi k/5), fractions with the square root of 5.
TEST(RationalEigenvectors, NothingForAnEigenvalueThatIsNoFraction) {
  EXPECT_FALSE(
      near(testing::metropolis(testing::ring(5)), 1.0 / 3.0 + 2.0 / 3.0 * std::cos(2.0 * std::acos(-1.0) / 5.0)));
}

// What is no eigenvector is found out: the vectors are those of another matrix.
TEST(RationalEigenvectors, AreChecked) {
  const auto w = testing::metropolis(testing::star(5)), other = testing::metropolis(testing::star(6));
  const auto pairs = symmetric_eigen(Eigen::MatrixXd(w));
  Eigen::Index at = 0;
  while (std::abs(pairs.values(at) - 5.0 / 6.0) > 1e-9) ++at;
  Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(7, 4);
  vectors.topRows(6) = pairs.vectors.middleCols(at, 4);
  EXPECT_FALSE(rational_eigenvectors(exact_entries(other), 5.0 / 6.0, vectors));
}

}  // namespace
}  // namespace hearsay::linalg
