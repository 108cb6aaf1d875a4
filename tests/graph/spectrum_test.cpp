// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <cmath>
#include <numbers>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>

namespace hearsay::graph {
namespace {

using std::numbers::pi;

Spectrum metropolis(const Graph& g) { return spectrum(gossip_matrix(g, Weights::metropolis)); }
Spectrum min_degree(const Graph& g) { return spectrum(gossip_matrix(g, Weights::min_degree)); }

void expect_spectrum(const Spectrum& found, double second, double smallest, double tolerance, const std::string& what) {
  EXPECT_NEAR(found.second, second, tolerance) << what;
  EXPECT_NEAR(found.smallest, smallest, tolerance) << what;
  EXPECT_NEAR(found.gap, std::min(1 - std::abs(second), 1 - std::abs(smallest)), tolerance) << what;
}

// Closed forms: a d-regular graph with Metropolis weights has W = (I + A) / (d + 1), with min-degree weights A / d.
// Adjacency spectra: ring 2 cos(2 pi k / n), complete n - 1 and -1, hypercube m - 2k, torus sums of two rings, Petersen
// 3, 1, -2.
TEST(Spectrum, RegularGraphsHaveTheirClosedForms) {
  for (const int n : {3, 4, 5, 10, 51, 399, 400, 1001}) {
    const double second = (1 + 2 * std::cos(2 * pi / n)) / 3, smallest = (1 + 2 * std::cos(2 * pi * (n / 2) / n)) / 3;
    expect_spectrum(metropolis(ring(n)), second, smallest, n < 400 ? 1e-13 : 1e-9, "ring " + std::to_string(n));
  }
  for (const int n : {2, 3, 8, 500})
    expect_spectrum(metropolis(complete(n)), 0, 0, 1e-13, "complete " + std::to_string(n));
  for (const int m : {1, 2, 6, 8, 9, 11}) {
    expect_spectrum(metropolis(hypercube(m)), (m - 1.0) / (m + 1), (1.0 - m) / (m + 1), m < 9 ? 1e-13 : 1e-9,
                    "hypercube " + std::to_string(m));
  }
  for (const auto& [r, c] : {std::pair{3, 4}, {5, 5}, {7, 12}, {21, 20}, {33, 47}}) {
    const auto lowest = [](int n) { return std::cos(2 * pi * (n / 2) / n); };
    const double second = (1 + 2 + 2 * std::cos(2 * pi / std::max(r, c))) / 5,
                 smallest = (1 + 2 * lowest(r) + 2 * lowest(c)) / 5;
    expect_spectrum(metropolis(torus(r, c)), second, smallest, r * c < 400 ? 1e-13 : 1e-9, "torus");
  }
  expect_spectrum(metropolis(petersen()), 0.5, -0.25, 1e-14, "petersen");
  expect_spectrum(min_degree(petersen()), 1.0 / 3, -2.0 / 3, 1e-14, "petersen");
}

// The path's Metropolis matrix is I - L/3, L the path's Laplacian: eigenvalues 1 - (2 - 2 cos(pi k / n)) / 3, k = 0 ..
// n - 1, for n >= 3.
TEST(Spectrum, PathHasItsClosedForm) {
  for (const int n : {3, 4, 17, 200, 401, 3000}) {
    expect_spectrum(metropolis(path(n)), (1 + 2 * std::cos(pi / n)) / 3, (1 + 2 * std::cos(pi * (n - 1) / n)) / 3,
                    n < 400 ? 1e-13 : 2e-6, "path");
    const double gap = (2 - 2 * std::cos(pi / n)) / 3;
    EXPECT_NEAR(metropolis(path(n)).gap / gap, 1.0, 1e-5);
  }
}

// Star: on the leaves W is (1 - 1/n) I, so 1 - 1/n with multiplicity n - 2, and 0 from the trace.
TEST(Spectrum, StarHasItsClosedForm) {
  for (const int n : {3, 10, 600}) expect_spectrum(metropolis(star(n)), 1 - 1.0 / n, 0.0, 1e-12, "star");
}

TEST(Spectrum, SlowlyMixingGraphsTakeTheInverse) {
  constexpr int n = 60000;
  const double gap = (2 - 2 * std::cos(pi / n)) / 3;  // 9e-10: 1024 Lanczos steps see a gap a hundred times larger
  EXPECT_NEAR(metropolis(path(n)).gap / gap, 1.0, 1e-6);
}

// An odd torus with min-degree weights is nearly bipartite: the smallest eigenvalue decides its gap.
TEST(Spectrum, TheSmallestEigenvalueCanDecideTheGap) {
  for (const int n : {7, 41}) {
    const double smallest = std::cos(pi * (n - 1) / n), second = (1 + std::cos(2 * pi / n)) / 2;
    const auto found = min_degree(torus(n, n));
    expect_spectrum(found, second, smallest, 1e-8, "torus");
    EXPECT_NEAR(found.gap / (1 + smallest), 1.0, 1e-5);
  }
}

Spectrum by_dense_eigenvalues(const Graph& g, Weights weights) {
  const Eigen::MatrixXd w = gossip_matrix(g, weights);
  const Eigen::VectorXd values =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(w, Eigen::EigenvaluesOnly).eigenvalues();
  const auto n = values.size();
  return {.second = values[n - 2],
          .smallest = values[0],
          .gap = std::min(1 - std::abs(values[n - 2]), 1 - std::abs(values[0]))};
}

// Two roads: the iteration on 400 and more nodes against all eigenvalues of the dense matrix.
TEST(Spectrum, IterationAgreesWithTheDenseSpectrum) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const std::vector<Graph> graphs = {largest_component(erdos_renyi(500, 0.012, {seed})),
                                       largest_component(geometric(500, 0.09, {seed}).graph),
                                       barabasi_albert(450, 2, 3, {seed}), largest_component(regular(480, 3, {seed}))};
    for (const auto& g : graphs) {
      ASSERT_GE(g.nodes(), 400u);
      for (const auto weights : {Weights::metropolis, Weights::min_degree}) {
        const auto dense = by_dense_eigenvalues(g, weights), iterated = spectrum(gossip_matrix(g, weights));
        expect_spectrum(iterated, dense.second, dense.smallest, 1e-8, "seed " + std::to_string(seed));
      }
    }
  }
}

TEST(Spectrum, ABipartiteMatrixWithoutSelfWeightHasGapExactlyZero) {
  for (const auto& g : {ring(6), hypercube(4), torus(4, 6), torus(20, 24), hypercube(10), grid(1, 2)}) {
    const auto w = gossip_matrix(g, Weights::min_degree);
    EXPECT_EQ(spectrum(w).gap, 0.0);
    EXPECT_EQ(spectrum(w).smallest, -1.0);
    try {
      (void)positive_spectral_gap(w);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Errc::not_primitive);
    }
    EXPECT_GT(positive_spectral_gap(gossip_matrix(g, Weights::metropolis)), 0.0);
  }
  EXPECT_GT(min_degree(ring(7)).gap, 0.0);
  EXPECT_GT(min_degree(path(6)).gap, 0.0);  // its ends keep weight
}

TEST(Spectrum, ADisconnectedMatrixIsRefused) {
  for (const Node n : {6u, 900u}) {
    const Graph g(n, std::vector<Edge>{{0, 1}, {2, 3}, {4, 5}});
    EXPECT_THROW((void)metropolis(g), Error);
  }
  EXPECT_EQ(metropolis(Graph(1, {})).gap, 1.0);
}

// K_n with p = 1 / m on every edge, m edges: L_p = (n I - J) / m, so lambda_2 = n / m = 2 / (n - 1).
TEST(AlgebraicConnectivity, CompleteRingAndPathHaveTheirClosedForms) {
  for (const int n : {3, 4, 20, 450}) {
    const Graph g = complete(n);
    EXPECT_NEAR(algebraic_connectivity(g, std::vector<double>(g.edges(), 1.0 / static_cast<double>(g.edges()))),
                2.0 / (n - 1), 1e-12);
  }
  for (const int n : {5, 300, 700}) {
    EXPECT_NEAR(algebraic_connectivity(ring(n), std::vector<double>(static_cast<std::size_t>(n), 1.0)) /
                    (2 - 2 * std::cos(2 * pi / n)),
                1.0, 1e-6);
    EXPECT_NEAR(algebraic_connectivity(path(n), std::vector<double>(static_cast<std::size_t>(n - 1), 0.5)) /
                    (1 - std::cos(pi / n)),
                1.0, 1e-6);
  }
}

TEST(AlgebraicConnectivity, IgnoresEdgesThatAreNeverActivated) {
  EXPECT_NEAR(algebraic_connectivity(ring(3), std::vector<double>{1, 0, 1}), 1.0, 1e-14);  // path on 3 nodes: 0, 1, 3
  EXPECT_THROW((void)algebraic_connectivity(ring(3), std::vector<double>{1, 0, 0}), Error);
  EXPECT_THROW((void)algebraic_connectivity(ring(3), std::vector<double>{1, 1}), Error);
  EXPECT_THROW((void)algebraic_connectivity(ring(3), std::vector<double>{1, 1, -1}), Error);
}

}  // namespace
}  // namespace hearsay::graph
