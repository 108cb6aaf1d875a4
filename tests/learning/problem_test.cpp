// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/problem.hpp>

namespace hearsay::learning {
namespace {

TEST(Quadratic, OptimumOfTheAverage) {
  RowMatrix curvature(2, 1), center(2, 1);
  curvature << 3.0, -1.0;
  center << 1.0, 5.0;
  const QuadraticProblem problem(curvature, center);
  EXPECT_DOUBLE_EQ(problem.optimum()[0], -1.0);  // (3 - 5) / 2
  EXPECT_DOUBLE_EQ(problem.objective(Eigen::VectorXd::Zero(1)), (3.0 - 25.0) / 4.0);
  EXPECT_DOUBLE_EQ(problem.gradient(1, Eigen::VectorXd::Zero(1))[0], 5.0);
  EXPECT_THROW(QuadraticProblem(-curvature, center), Error);
}

}  // namespace
}  // namespace hearsay::learning
