// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
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

/// Every node alone, then with its neighbors, with some hubs and without.
void expect_the_same_cells(const RationalMatrix& w, const Starts& hubs) {
  const CellRefinement refinement(w, hubs);
  EXPECT_EQ(refinement.cells({}).of, equitable_cells(w, {}).of);
  for (Node v = 0; v < w.size(); ++v) {
    Starts starts;
    for (const auto& entry : w.rows[v]) {
      if (entry.column != v) starts.push_back(entry.column);
    }
    for (const auto& asked : {Starts{v}, starts}) {
      const auto found = refinement.cells(asked), expected = equitable_cells(w, asked);
      EXPECT_EQ(found.of, expected.of) << v;
      EXPECT_EQ(found.count(), expected.count()) << v;
    }
  }
}

TEST(CellRefinement, FindsTheCellsOfEverySetOfStarts) {
  for (const auto& graph : {testing::star(6), testing::path(9), testing::ring(8), testing::grid(3, 4),
                            testing::petersen(), graph::barabasi_albert(40, 2, 3, {1}),
                            graph::barabasi_albert(30, 1, 2, {2}), graph::erdos_renyi(30, 0.1, {3})}) {
    const auto w = exact_entries(metropolis(graph));
    expect_the_same_cells(w, {});
    expect_the_same_cells(w, {0, 2, 5});
  }
}

// 1/2 and 1/4 + 1/4 are the same; 1/2 - 1/2 is nothing.
TEST(CellRefinement, SumsWhatANodeReceivesFromACell) {
  const auto w = exact_entries(sparse({{0, 0, 0, 0.5, 0.25, 0.5},
                                       {0, 0, 0, 0, 0.25, -0.5},
                                       {0, 0, 0, 0, 0, 0},
                                       {0, 0, 1, 0, 0, 0},
                                       {0, 0, 1, 0, 0, 0},
                                       {0, 0, 0, 0, 0, 0}}));
  expect_the_same_cells(w, {});
  const auto cells = CellRefinement(w).cells(Starts{2});
  EXPECT_EQ(cells.of[3], cells.of[4]);
  EXPECT_NE(cells.of[3], cells.of[5]);
}

TEST(CellRefinement, RefusesWhatIsNoNode) {
  const auto w = exact_entries(metropolis(testing::path(3)));
  EXPECT_THROW(CellRefinement(w, Starts{3}), Error);
  EXPECT_THROW((void)CellRefinement(w).cells(Starts{3}), Error);
}

TEST(EquitableCells, QuotientHasTheWeightsBetweenCells) {
  const auto w = exact_entries(metropolis(testing::star(3)));
  const auto quotient = quotient_matrix(w, equitable_cells(w, Starts{0}));
  EXPECT_EQ(dense(quotient),
            (props::oracle::Matrix{{Rational(1, 4), Rational(1, 4)}, {Rational(3, 4), Rational(3, 4)}}));
}

}  // namespace
}  // namespace hearsay::linalg
