// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props::oracle {
namespace {

using graph::Edge;

Graph path3() { return Graph(3, std::vector<Edge>{{0, 1}, {1, 2}}); }

TEST(Rational, PrintsFractions) {
  EXPECT_EQ(to_string(Rational(2, 6)), "1/3");
  EXPECT_EQ(to_string(Rational(4, 2)), "2");
  EXPECT_EQ(to_string(Interval{Rational(1, 3), Rational(2, 3)}, 3), "[0.333, 0.667]");
  EXPECT_EQ(to_string(Interval{Rational(-1, 3), Rational(1, 30)}, 2), "[-0.34, 0.04]");
}

TEST(Rational, BracketsExpAndSqrt) {
  for (const Rational& x : {Rational(-3), Rational(1, 2), Rational(10), Rational(-20)}) {
    const auto [lower, upper] = exp(x);
    EXPECT_LT(lower, upper);
    EXPECT_NEAR(to_double(lower) / std::exp(to_double(x)), 1.0, 1e-14);
    EXPECT_LT((upper - lower) * Rational(exact::Integer("10000000000000000000000000")), lower);
  }
  for (const Rational& x : {Rational(2), Rational(3, 4), Rational(9)}) {
    const auto [lower, upper] = sqrt(x);
    EXPECT_LE(lower * lower, x);
    EXPECT_GE(upper * upper, x);
    EXPECT_NEAR(to_double(upper - lower), 0.0, 1e-29);
  }
}

TEST(Rational, GuessesFractions) {
  EXPECT_EQ(guess(1.0 / 3), Rational(1, 3));
  EXPECT_EQ(guess(-0.75), Rational(-3, 4));
  EXPECT_THROW((void)guess(std::sqrt(2.0)), std::runtime_error);
}

TEST(RationalAlgebra, SolvesRanksAndTellsSemidefinite) {
  const Matrix a{{0, 1}, {2, 3}};
  EXPECT_EQ(solve(a, Row{5, 19}), (Row{2, 5}));
  EXPECT_EQ(solve(a, Matrix{{5, 0}, {19, 2}}), (Matrix{{2, 1}, {5, 0}}));
  EXPECT_EQ(rank({{1, 2}, {2, 4}, {0, 1}}), 2u);
  EXPECT_EQ(independent_rows({{0, 0}, {1, 2}, {2, 4}, {0, 1}}), (Matrix{{1, 2}, {0, 1}}));
  EXPECT_TRUE(positive_semidefinite({{1, -1}, {-1, 1}}));
  EXPECT_FALSE(positive_semidefinite({{1, -2}, {-2, 1}}));
  EXPECT_FALSE(positive_semidefinite({{0, 1}, {1, 0}}));
  EXPECT_THROW((void)solve(Matrix{{1, 2}, {2, 4}}, Row{1, 1}), std::logic_error);
}

// By hand: W has rows (2/3,1/3,0), (1/3,1/3,1/3), (0,1/3,2/3); node 0 is sent e_1, then (1/3,1/3,1/3).
TEST(RationalGossip, PathOnThreeNodesByHand) {
  const Matrix w = rational_matrix(path3());
  EXPECT_EQ(w, (Matrix{{Rational(2, 3), Rational(1, 3), 0},
                       {Rational(1, 3), Rational(1, 3), Rational(1, 3)},
                       {0, Rational(1, 3), Rational(2, 3)}}));
  const std::vector<Node> observer{0};
  const Matrix a = view(w, observer, 2);
  EXPECT_EQ(a, (Matrix{{0, 1, 0}, {Rational(1, 3), Rational(1, 3), Rational(1, 3)}}));
  EXPECT_EQ(published(a, 2), Rational(1, 3));
  EXPECT_EQ(loss(a, 2), Rational(1, 2));  // (1,0,1)/sqrt 2 is the second direction
  EXPECT_EQ(loss(own_noise_known(a, observer), 2), 1);
  EXPECT_EQ(losses(a), (Row{Rational(1, 2), 1, Rational(1, 2)}));
  const std::vector<Node> both{1, 2};
  EXPECT_EQ(group_loss(a, both), Rational(3, 2));
  EXPECT_EQ(perturbed_loss({{1, 1}}, 0, 2), Rational(1, 4));  // one message z_0 + z_1 + noise of variance 2
  EXPECT_EQ(walk_probability(w, 2, 0, 2), Rational(1, 9));
}

TEST(RationalGossip, MinDegreeWeights) {
  EXPECT_EQ(rational_matrix(path3(), graph::Weights::min_degree)[1], (Row{Rational(1, 2), 0, Rational(1, 2)}));
}

// Metropolis on the ring of 4: eigenvalues 1, 1/3, 1/3, -1/3.
TEST(RationalGossip, GapOfTheRingOfFour) {
  const Matrix w = rational_matrix(Graph(4, std::vector<Edge>{{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
  EXPECT_TRUE(gap_at_least(w, Rational(2, 3)));
  EXPECT_FALSE(gap_at_least(w, Rational(2, 3) + Rational(1, 1000000)));
}

// Triangle, each edge with probability 1/3: one step halves the square of everything orthogonal to the mean.
TEST(RationalGossip, RandomizedErrorOfTheTriangle) {
  const std::vector<Edge> edges{{0, 1}, {0, 2}, {1, 2}};
  const std::vector<Rational> p(3, Rational(1, 3));
  // 14 of values and 2 of noise off the mean, halved three times, and 1 of noise on the mean
  EXPECT_EQ(randomized_square_error(3, edges, p, {1, 2, -3}, 1, 3), Rational(14 + 2, 8) + 1);
  EXPECT_TRUE(lambda2_at_least(3, edges, p, 1));
  EXPECT_FALSE(lambda2_at_least(3, edges, p, Rational(1001, 1000)));
}

}  // namespace
}  // namespace hearsay::props::oracle
