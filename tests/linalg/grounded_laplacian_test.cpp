// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include <hearsay/linalg/factor_size.hpp>
#include <hearsay/linalg/grounded_laplacian.hpp>

namespace hearsay::linalg {
namespace {

/// D - A of a path both whose ends have an edge that leads out (gambler's ruin).
SparseMatrix grounded_path(Index n) {
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  for (Index v = 0; v < n; ++v) {
    entries.emplace_back(v, v, 2.0);
    if (v + 1 < n) entries.emplace_back(v, v + 1, -1.0), entries.emplace_back(v + 1, v, -1.0);
  }
  SparseMatrix matrix(n, n);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

/// [L^{-1}]_{uv} by hand: (1 + min) (n - max) / (n + 1).
double exact_inverse(Index n, Index u, Index v) { return (1.0 + std::min(u, v)) * (n - std::max(u, v)) / (n + 1.0); }

std::vector<Index> all_nodes(Index n) {
  std::vector<Index> nodes(n);
  std::iota(nodes.begin(), nodes.end(), Index{0});
  return nodes;
}

// By hand: the inverse of the grounded path.
TEST(GroundedLaplacian, BoundsHoldOnALongPath) {
  constexpr Index n = 20'000;
  const auto watched = all_nodes(n);
  const GroundedLaplacian path(grounded_path(n));
  ASSERT_TRUE(path.factored());
  const GroundedLaplacian::Unit units[] = {{.at = 0, .watched = watched}, {.at = n / 3, .watched = watched}};
  const auto solutions = path.solve_units(units);
  double largest = 0.0;
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(solutions[i].relative, 1e-5);
    for (Index v = 0; v < n; ++v) {
      const double exact = exact_inverse(n, units[i].at, v), error = std::abs(solutions[i].x[v] - exact);
      ASSERT_LE(error, solutions[i].relative * solutions[i].x[v] + 1e-15 * exact) << v;
      largest = std::max(largest, error);
    }
    double observed = 0.0;  // k is 1 at the ends, and 0 elsewhere
    for (const Index v : {Index{0}, n - 1}) observed += std::abs(solutions[i].x[v] - exact_inverse(n, units[i].at, v));
    EXPECT_LE(observed, solutions[i].residual + 1e-15);
  }
  EXPECT_GT(largest, 1e-13);  // there is an error to bound
}

TEST(GroundedLaplacian, GradientsAreBoundedToo) {
  constexpr Index n = 61;
  const auto watched = all_nodes(n);
  const GroundedLaplacian path(grounded_path(n), 0);
  ASSERT_FALSE(path.factored());
  const GroundedLaplacian::Unit units[] = {{.at = 30, .watched = watched}, {.at = 7, .watched = watched}};
  const auto solutions = path.solve_units(units);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_LT(solutions[i].relative, 1e-6);
    for (Index v = 0; v < n; ++v) {
      const double exact = exact_inverse(n, units[i].at, v);
      ASSERT_LE(std::abs(solutions[i].x[v] - exact), solutions[i].relative * solutions[i].x[v] + 1e-15 * exact) << v;
    }
    EXPECT_EQ(path.solve_units({&units[i], 1}).front().x, solutions[i].x);  // whatever else is solved for
  }
}

// The number of steps of gambler's ruin over the degree: (v + 1) (n - v) / 2.
TEST(GroundedLaplacian, SolvesForOnes) {
  constexpr Index n = 30;
  const auto solution = GroundedLaplacian(grounded_path(n)).solve(Eigen::VectorXd::Ones(n), all_nodes(n));
  for (Index v = 0; v < n; ++v) EXPECT_NEAR(solution.x[v], (v + 1.0) * (n - v) / 2.0, 1e-11);
}

// A path has a factor of n - 1 nonzeros; a complete graph one of n (n - 1) / 2.
TEST(FactorSize, CountsNonzeros) {
  const Eigen::SparseMatrix<double> path = grounded_path(50);
  EXPECT_TRUE(factor_fits(path, 49));
  EXPECT_FALSE(factor_fits(path, 48));
  const Eigen::SparseMatrix<double> complete = Eigen::MatrixXd::Ones(9, 9).sparseView();
  EXPECT_TRUE(factor_fits(complete, 36));
  EXPECT_FALSE(factor_fits(complete, 35));
}

}  // namespace
}  // namespace hearsay::linalg
