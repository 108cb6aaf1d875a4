// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/graph_walk_oracle.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace hearsay::props::oracle {
namespace {

Rational q(long top, long bottom = 1) { return {top, bottom}; }

Matrix two_nodes(const Rational& moves) { return {{1 - moves, moves}, {moves, 1 - moves}}; }

Matrix weights_of_a_path() { return {{q(2, 3), q(1, 3), 0}, {q(1, 3), q(1, 3), q(1, 3)}, {0, q(1, 3), q(2, 3)}}; }

// T/2 - (1 - 2^-T)/2, by hand.
TEST(GraphWalkOracle, TwoNodes) {
  const auto w = two_nodes(q(1, 2));
  EXPECT_EQ(walk_limit({w, 0, 1, 1}), q(1, 4));
  EXPECT_EQ(walk_limit({w, 0, 1, 2}), q(5, 8));
  EXPECT_EQ(walk_limit({w, 0, 1, 3}), q(17, 16));
  EXPECT_EQ(walk_limit({w, 0, 1, 7}), q(769, 256));
  EXPECT_EQ(walk_limit({two_nodes(q(1, 10)), 0, 1, 1}), q(1, 20));
  EXPECT_EQ(walk_limit({w, 0, 1, 2, q(1, 2)}), 3 * q(1, 8) + q(1, 8) * q(9, 5));  // (3/2)^2 over 5/4
}

TEST(GraphWalkOracle, EndsOfAPath) {
  EXPECT_EQ(walk_limit({weights_of_a_path(), 0, 2, 1}), 0);
  EXPECT_EQ(walk_limit({weights_of_a_path(), 0, 2, 2}), q(1, 108));
  EXPECT_EQ(walk_limit({weights_of_a_path(), 0, 2, 5}), q(253829, 1611090));
  EXPECT_EQ(walk_limit({weights_of_a_path(), 0, 1, 5}), q(1031749, 1611090));
  EXPECT_GT(walk_limit({weights_of_a_path(), 0, 2, 25}), q(323, 100));
}

TEST(GraphWalkOracle, GapByGapIsWalkByWalk) {
  const Matrix directed = {{0, q(1, 2), q(1, 2)}, {q(1, 4), q(1, 4), q(1, 2)}, {1, 0, 0}};
  for (const auto& w : {weights_of_a_path(), directed}) {
    for (const auto& c : {q(1), q(1, 2), q(-1, 3)}) {
      for (const int steps : {1, 2, 3, 6}) {
        EXPECT_EQ(walk_limit({w, 0, 2, steps, c}), listed_walk_limit({w, 0, 2, steps, c}));
        EXPECT_EQ(walk_limit({w, 1, 0, steps, c}), listed_walk_limit({w, 1, 0, steps, c}));
      }
    }
  }
}

// Two nodes, two steps: of the eight walks those with one reading at most are all but 0-0-0 and 1-0-0.
TEST(GraphWalkOracle, FewReadings) {
  const auto w = two_nodes(q(1, 2));
  EXPECT_EQ(walk_limit_given({w, 0, 1, 2}, 0), 0);
  // 1-0-1 loses 1, 0-1-0 loses 1, 1-1-0 loses 2; 0-0-1, 0-1-1, 1-1-1 nothing.
  EXPECT_EQ(walk_limit_given({w, 0, 1, 2}, 1), q(4, 6));
  EXPECT_EQ(walk_limit_given({w, 0, 1, 2}, 2), walk_limit({w, 0, 1, 2}));
  EXPECT_EQ(walk_limit_given({weights_of_a_path(), 0, 2, 9, q(1, 2)}, 9),
            walk_limit({weights_of_a_path(), 0, 2, 9, q(1, 2)}));
}

TEST(GraphWalkOracle, SeriesAndFirstHits) {
  EXPECT_EQ(power_series(two_nodes(q(1, 2)), 1, 0, 3), q(1, 2) * (1 + q(1, 2) + q(1, 3)));
  EXPECT_EQ(first_hits(two_nodes(q(1, 10)), 1, 0, 3), (Row{q(1, 10), q(9, 100), q(81, 1000)}));
  EXPECT_EQ(first_hits(weights_of_a_path(), 2, 0, 2), (Row{0, q(1, 9)}));
  EXPECT_EQ(harmonic(4), q(25, 12));
}

// What the catalogue says of graphwalk.hitting: the ends of a path, T = 25, and no shorter walk.
TEST(GraphWalkOracle, FirstHitsOnAPath) {
  for (const int steps : {24, 25}) {
    const auto hits = first_hits(weights_of_a_path(), 2, 0, steps);
    Rational number = 0;
    for (int t = 1; t <= steps; ++t) number += q(2L * steps, 3L * t) * hits[static_cast<std::size_t>(t) - 1];
    const auto exact = walk_limit({weights_of_a_path(), 0, 2, steps});
    EXPECT_EQ(exact > number, steps == 25);
    if (steps == 25) EXPECT_NEAR(to_double(number), 3.190, 5e-4);
    if (steps == 25) EXPECT_NEAR(to_double(exact), 3.231, 5e-4);
  }
}

TEST(GraphWalkOracle, Logarithms) {
  EXPECT_EQ(logarithm(1).lower, 0);
  EXPECT_EQ(logarithm(1).upper, 0);
  for (const int n : {2, 3, 10, 31}) {
    const auto [lower, upper] = logarithm(n);
    EXPECT_LT(lower, upper);
    EXPECT_LT(to_double(upper - lower), 1e-12);
    EXPECT_NEAR(to_double(lower), std::log(n), 1e-12);
  }
}

TEST(GraphWalkOracle, OneVisit) {
  EXPECT_EQ(visit_square({1}, 1), 1);
  EXPECT_EQ(visit_square({1, 1, 1}, 1), q(1, 3));
  EXPECT_EQ(visit_square({1, 2}, 1), q(4, 5));
  EXPECT_EQ(visit_square({1, q(1, 2), q(1, 2)}, 2), q(9, 16) / (1 + q(1, 4) + q(1, 16)));
}

}  // namespace
}  // namespace hearsay::props::oracle
