// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/linalg/cells.hpp>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/primes.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using graph::Node;
using testing::dense;
using testing::metropolis;
using testing::sparse;
using tests::primes;
using Starts = std::vector<Node>;

TEST(EquitableCells, TwinsShareACellAndStartsDoNot) {
  const auto w = exact_entries(metropolis(testing::star(6)));
  EXPECT_EQ(equitable_cells(w, Starts{0}).of, (std::vector<Node>{0, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(equitable_cells(w, Starts{1, 2}).of, (std::vector<Node>{0, 1, 2, 3, 3, 3, 3}));
}

// A path from its end: each round tells one more node from the rest.
TEST(EquitableCells, CountTheCellsOfEachRound) {
  const auto cells = equitable_cells(exact_entries(metropolis(testing::path(6))), Starts{0});
  EXPECT_EQ(cells.counts.front(), 2);
  EXPECT_EQ(cells.count(), 6);
  EXPECT_EQ(cells.most(0), 0);
  EXPECT_EQ(cells.most(1), 2);
  EXPECT_EQ(cells.most(1000), 6);
}

// What nodes give counts, not what they receive: 1 and 2 give node 0 different weights, and get the same.
TEST(EquitableCells, FollowTheColumnsOfAnAsymmetricMatrix) {
  const auto w = exact_entries(sparse({{0.5, 0.25, 0.25}, {0.125, 0.5, 0.0}, {0.375, 0.0, 0.5}}));
  EXPECT_EQ(equitable_cells(w, Starts{0}).count(), 2);
  EXPECT_EQ(accounting::view_rank(w, Starts{0}, {}, primes).rank, 2);
}

TEST(EquitableCells, QuotientHasTheWeightsBetweenCells) {
  const auto w = exact_entries(metropolis(testing::star(3)));
  const auto quotient = quotient_matrix(w, equitable_cells(w, Starts{0}));
  EXPECT_EQ(dense(quotient),
            (props::oracle::Matrix{{Rational(1, 4), Rational(1, 4)}, {Rational(3, 4), Rational(3, 4)}}));
}

}  // namespace
}  // namespace hearsay::linalg
