// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/sliced_krylov.hpp>

#include "props/oracle/rational_gossip.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using Starts = std::vector<Index>;

RationalMatrix sliced_weights(const graph::Graph& graph) { return exact_entries(testing::metropolis(graph)); }

/// The exact losses of rows e_v^T W^t, t < steps, v in starts.
props::oracle::Row sliced_losses(const RationalMatrix& w, const Starts& starts, int steps) {
  const auto matrix = testing::dense(w);
  props::oracle::Matrix power = props::oracle::identity(matrix.size()), rows;
  for (int t = 0; t < steps; ++t) {
    for (const auto v : starts) rows.push_back(power[v]);
    power = props::oracle::multiply(power, matrix);
  }
  return props::oracle::losses(rows);
}

void expect_losses(const RationalMatrix& w, const Starts& starts, int steps) {
  const auto ranks = modular_krylov_ranks(w, starts, steps).ranks;
  const auto found = sliced_krylov(w, starts, ranks);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, ranks.back());
  EXPECT_LE(found->error, 1e-9);
  const auto wanted = sliced_losses(w, starts, steps);
  for (std::size_t u = 0; u < wanted.size(); ++u)
    EXPECT_LE(std::abs(found->projections(static_cast<Eigen::Index>(u)) - static_cast<double>(wanted[u])), 1e-12) << u;
}

TEST(SlicedKrylov, IsTheRationalLosses) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto w = sliced_weights(testing::with_twins_and_pendants(seed));
    for (const int steps : {1, 3, 9}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(steps) + " steps");
      expect_losses(w, seed % 2 == 0 ? Starts{0} : Starts{0, 2}, steps);
    }
  }
}

TEST(SlicedKrylov, OfAsymmetricWeightsIsTheRationalLosses) {
  const auto w = exact_entries(testing::sparse({{0.5, 0.25, 0, 0, -0.5},
                                                {0.125, 0, 0.5, 0, 0},
                                                {0, 0, 0.25, 0.75, 0},
                                                {8, 0, 0, 0.5, 0.25},
                                                {0, 0.75, 0, 0, 0.5}}));
  for (const int steps : {1, 2, 3, 4, 5}) expect_losses(w, {1}, steps);
}

// Node 0 and six pairs, one after the other, weights near 1: a step adds 1e-9 of the message before it, which doubles
// lose after two steps; the bound on the errors grows by 2^30 a step, and asks for more than 252 bits.
TEST(SlicedKrylov, FindsWhatDoublesLose) {
  const Rational small(1, 1000000007);
  constexpr Index n = 13;
  std::vector<std::vector<Rational>> entries(n, std::vector<Rational>(n, 0));
  const auto join = [&](Index u, Index v, int weight) { entries[u][v] = entries[v][u] = small * weight; };
  join(0, 1, 1);
  join(0, 2, 2);
  for (Index u = 1; u + 3 < n; u += 2) {
    join(u, u + 2, 1);
    join(u, u + 3, 2);
    join(u + 1, u + 2, 3);
    join(u + 1, u + 3, 5);
  }
  RationalMatrix w;
  for (Index u = 0; u < n; ++u) {
    entries[u][u] = 1;
    for (Index v = 0; v < n; ++v) {
      if (v != u) entries[u][u] -= entries[u][v];
    }
    auto& row = w.rows.emplace_back();
    for (Index v = 0; v < n; ++v) {
      if (entries[u][v] != 0) row.push_back({v, entries[u][v]});
    }
  }
  expect_losses(w, {0}, 6);
  expect_losses(w, {0}, 11);
}

// Against ball arithmetic, where the parts of a step differ in size: two communities behind one edge.
TEST(SlicedKrylov, IsWhatBallArithmeticFinds) {
  std::vector<graph::Edge> edges = {{19, 20}};
  for (const auto& [u, v] : testing::geometric(20, 0.45, 3).edge_list())
    edges.insert(edges.end(), {{u, v}, {u + 20, v + 20}});
  const auto w = sliced_weights(graph::Graph(40, edges));
  const Starts starts = {0, 3, 7};
  const auto ranks = modular_krylov_ranks(w, starts, 16).ranks;
  const auto found = sliced_krylov(w, starts, ranks, {}, 5), wanted = ball_krylov(w, starts, ranks, true, {}, 5);
  ASSERT_TRUE(found && wanted);
  EXPECT_EQ(found->rank, wanted->rank);
  EXPECT_LE((found->projections - wanted->projections).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE((found->column - wanted->column).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_NEAR(found->column(5), found->projections(5), 1e-12);
}

// From the end of a path of 6 each step adds one vector; no precision finds one more.
TEST(SlicedKrylov, FindsNothingForRanksThatAreTooLarge) {
  const auto w = sliced_weights(testing::path(6));
  EXPECT_TRUE(sliced_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_FALSE(sliced_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_FALSE(sliced_krylov(w, Starts{0}, {}));
  EXPECT_NE(tests::message_of([&] { (void)sliced_krylov(w, Starts{6}, std::vector<std::int64_t>{1}); }).find("node 6"),
            std::string::npos);
}

}  // namespace
}  // namespace hearsay::linalg
