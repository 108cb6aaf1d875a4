// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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

using testing::exact_metropolis;

void expect_losses(const RationalMatrix& w, const Starts& starts, int steps) {
  const auto ranks = modular_krylov_ranks(w, starts, steps).ranks;
  const auto found = sliced_krylov(w, starts, ranks);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, ranks.back());
  const auto wanted = props::oracle::losses(testing::view_rows(testing::dense(w), starts, steps));
  EXPECT_LE(found->error, 1e-11);
  const Rational most(std::min(found->error, 1e-12));
  for (std::size_t u = 0; u < wanted.size(); ++u) {
    const Rational difference = wanted[u] - Rational(found->projections(static_cast<Eigen::Index>(u)));
    EXPECT_LE(abs(difference), most) << u << ": " << static_cast<double>(difference);
  }
}

using Three = std::array<Rational, 3>;

/// r, s and h below.
const Three heard = {Rational(1, 3), Rational(1, 7), Rational(1, 5)},
            nearly_heard = {Rational(1, 11), Rational(-2, 7), Rational(3, 5)},
            fresh = {Rational(1, 13), Rational(-1, 3), Rational(2, 7)};

Rational power_of_half(int bits) { return {1, exact::Integer(1) << bits}; }

/// Of 14 nodes 2, 3, 4 hear r from start 0, and r + near s from start 1.
RationalMatrix nearly_parallel_starts(const Rational& near) {
  RationalMatrix w;
  w.rows.resize(14);
  for (Index j = 0; j < 3; ++j) {
    w.rows[0].push_back({2 + j, heard[j]});
    w.rows[1].push_back({2 + j, heard[j] + near * nearly_heard[j]});
  }
  return w;
}

/// Nodes 2 to 7 send to 5 to 10 what they hear. What 8, 9, 10 send, B, is in 11, 12, 13 such that s B = r B / 2 +
/// near[1] h: in two steps something new is `near` of a message.
RationalMatrix twice_nearly_parallel(const std::array<Rational, 2>& near) {
  auto w = nearly_parallel_starts(near[0]);
  for (Index i = 2; i < 8; ++i) w.rows[i].push_back({i + 3, 1});
  const std::array<Three, 2> b = {Three{Rational(1, 3), Rational(-1, 7), Rational(1, 9)},
                                  Three{Rational(2, 11), Rational(1, 3), Rational(1, 7)}};
  for (Index j = 0; j < 3; ++j) {
    Rational last = near[1] * fresh[j];
    for (const Index i : {0u, 1u}) {
      last += (heard[i] / 2 - nearly_heard[i]) * b[i][j];
      w.rows[8 + i].push_back({11 + j, b[i][j]});
    }
    w.rows[10].push_back({11 + j, last / (nearly_heard[2] - heard[2] / 2)});
  }
  return w;
}

/// What nodes 2, 3, 4 send, B, is in nodes 2 to 5 such that r B = s + near[1] h, where h has node 5, and s B = 0: what
/// is new is left of a message once a vector is taken off that is known less well.
RationalMatrix nearly_returned(const std::array<Rational, 2>& near) {
  auto w = nearly_parallel_starts(near[0]);
  const std::array<Rational, 2> dual = {Rational(66, 25), Rational(21, 25)};  // 1 with r, 0 with s
  for (const Index i : {0u, 1u}) {
    for (Index j = 0; j < 3; ++j) w.rows[2 + i].push_back({2 + j, dual[i] * (nearly_heard[j] + near[1] * fresh[j])});
    w.rows[2 + i].push_back({5, dual[i] * near[1]});
  }
  return w;
}

TEST(SlicedKrylov, IsTheRationalLosses) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const auto w = exact_metropolis(testing::with_twins_and_pendants(seed));
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

// What is new in a step is 2^-bits of a message: 252 bits know it to 252 - bits, less what rounding takes of them.
TEST(SlicedKrylov, KnowsTheErrorsOfNearlyParallelMessages) {
  for (int bits = 160; bits <= 248; bits += 4) {
    SCOPED_TRACE(std::to_string(bits) + " bits");
    const auto one = Rational(1), tiny = power_of_half(bits), half = power_of_half(bits / 2);
    expect_losses(twice_nearly_parallel({tiny, one}), {0, 1}, 2);
    expect_losses(twice_nearly_parallel({one, tiny}), {0, 1}, 5);
    expect_losses(twice_nearly_parallel({half, half}), {0, 1}, 5);
    expect_losses(nearly_returned({half, half}), {0, 1}, 3);
  }
}

// Against ball arithmetic, where the parts of a step differ in size: two communities behind one edge.
TEST(SlicedKrylov, IsWhatBallArithmeticFinds) {
  std::vector<graph::Edge> edges = {{19, 20}};
  for (const auto& [u, v] : testing::geometric(20, 0.45, 3).edge_list())
    edges.insert(edges.end(), {{u, v}, {u + 20, v + 20}});
  const auto w = exact_metropolis(graph::Graph(40, edges));
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
  const auto w = exact_metropolis(testing::path(6));
  EXPECT_TRUE(sliced_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_FALSE(sliced_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 4}));
  EXPECT_FALSE(sliced_krylov(w, Starts{0}, {}));
  EXPECT_NE(tests::message_of([&] { (void)sliced_krylov(w, Starts{6}, std::vector<std::int64_t>{1}); }).find("node 6"),
            std::string::npos);
}

}  // namespace
}  // namespace hearsay::linalg
