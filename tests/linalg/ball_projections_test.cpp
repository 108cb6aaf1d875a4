// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <hearsay/linalg/ball_projections.hpp>
#include <hearsay/linalg/exact_rank.hpp>

#include "props/oracle/rational_gossip.hpp"
#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using graph::Node;
using testing::dense;
using testing::exact_metropolis;
using testing::view_rows;
using Starts = std::vector<Node>;

void expect_projections(const std::optional<BallProjections>& found, const props::oracle::Matrix& rows) {
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, static_cast<std::int64_t>(props::oracle::independent_rows(rows).size()));
  EXPECT_LE(found->error, 1e-14);
  const auto wanted = props::oracle::losses(rows);
  for (std::size_t u = 0; u < wanted.size(); ++u) {
    EXPECT_LE(std::abs(found->projections(static_cast<Eigen::Index>(u)) - static_cast<double>(wanted[u])), found->error)
        << u;
  }
}

TEST(BallKrylov, ContainsTheRationalLosses) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto w = exact_metropolis(testing::with_twins_and_pendants(seed));
    const Starts starts = seed % 2 == 0 ? Starts{0} : Starts{0, 2};
    for (const int steps : {1, 3, 9}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", " + std::to_string(steps) + " steps");
      expect_projections(ball_krylov(w, starts, modular_krylov_ranks(w, starts, steps).ranks, true),
                         view_rows(dense(w), starts, steps));
    }
  }
}

// The rows of powers of W, not the columns; without symmetry the recurrence needs all vectors before.
TEST(BallKrylov, OfAsymmetricWeightsContainsTheRationalLosses) {
  const auto w = exact_entries(testing::sparse({{0.5, 0.25, 0, 0, -0.5},
                                                {0.125, 0, 0.5, 0, 0},
                                                {0, 0, 0.25, 0.75, 0},
                                                {1, 0, 0, 0.5, 0.25},
                                                {0, 0.75, 0, 0, 0.5}}));
  for (const int steps : {1, 2, 3, 4, 5})
    expect_projections(ball_krylov(w, Starts{1}, modular_krylov_ranks(w, Starts{1}, steps).ranks, false),
                       view_rows(dense(w), {1}, steps));
}

TEST(BallKrylov, OfNothingIsNothing) {
  const auto found = ball_krylov(exact_entries(testing::sparse({{1, 0}, {0, 1}})), Starts{}, {}, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->rank, 0);
  EXPECT_EQ(found->projections, Eigen::VectorXd::Zero(2));
}

// From the end of a path of 6 each step adds one vector; no precision finds one more or one less.
TEST(BallKrylov, FindsNothingForWrongRanks) {
  const auto w = exact_metropolis(testing::path(6));
  EXPECT_TRUE(ball_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 3}, true));
  EXPECT_FALSE(ball_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 2}, true));
  EXPECT_FALSE(ball_krylov(w, Starts{0}, std::vector<std::int64_t>{1, 2, 4}, true));
}

TEST(BallRounds, ContainsTheRationalLosses) {
  const std::vector<graph::GossipMatrix> rounds{testing::sparse({{0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}}),
                                                testing::sparse({{1, 0, 0}, {0, 0.5, 0.5}, {0, 0.5, 0.5}}),
                                                testing::sparse({{0.5, -0.5, 0}, {0.25, 0.75, 0}, {0, 0, 1}})};
  std::vector<RationalMatrix> exact;
  std::vector<props::oracle::Matrix> dense_rounds;
  for (const auto& w : rounds) {
    exact.push_back(exact_entries(w));
    dense_rounds.push_back(dense(exact.back()));
  }
  const std::vector<Starts> senders{{1}, {}, {1}};  // of observer 0
  expect_projections(ball_rounds(exact, senders, modular_rounds_ranks(exact, senders)),
                     props::oracle::view(dense_rounds, Starts{0}));
}

}  // namespace
}  // namespace hearsay::linalg
