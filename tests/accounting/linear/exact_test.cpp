// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/exact.hpp>

#include <gtest/gtest.h>

#include <hearsay/accounting/linear/build.hpp>

namespace hearsay::accounting {
namespace {

using exact::Rational;

// S = [[2, 1], [1, 2]]: S^-1 e_0 = (2, -1)/3.
TEST(SolveExactly, ARegularSystem) {
  const auto solved = solve_exactly({{1, 1, 0}, {0, 1, 1}}, {{1, 0}, {0, 0}});
  EXPECT_EQ(solved.rank, 2u);
  EXPECT_EQ(*solved.solutions[0].test, (Fractions{Rational(2, 3), Rational(-1, 3)}));
  EXPECT_EQ(*solved.solutions[1].test, (Fractions{0, 0}));
}

// The third row is the sum of the others: b must be too, and if it is not, (1, 1, -1) shows it.
TEST(SolveExactly, ADependentRow) {
  const std::vector<Fractions> noise = {{1, 0}, {0, Rational(1, 2)}, {1, Rational(1, 2)}};
  const Fractions in = {1, 1, 2}, out = {1, 1, 5};
  const auto solved = solve_exactly(noise, {in, out});
  EXPECT_EQ(solved.rank, 2u);
  EXPECT_EQ(dot(in, *solved.solutions[0].test), 5);  // 1 + 1 / (1/4)
  EXPECT_FALSE(solved.solutions[1].test);
  EXPECT_EQ(dot(solved.solutions[1].noiseless, out), 1);
  for (std::size_t j = 0; j < 2; ++j) {
    Rational sum = 0;
    for (std::size_t i = 0; i < 3; ++i) sum += solved.solutions[1].noiseless[i] * noise[i][j];
    EXPECT_EQ(sum, 0);
  }
}

TEST(SolveExactly, NothingToSolve) {
  EXPECT_EQ(solve_exactly({}, {{}}).rank, 0u);
  EXPECT_TRUE(solve_exactly({}, {{}}).solutions[0].test);
  EXPECT_EQ(solve_exactly({{0}, {0}}, {{0, 1}}).solutions[0].noiseless, (Fractions{0, 1}));
}

// Digits of hundreds of bits: 1/3^200 and its square.
TEST(SolveExactly, LongFractions) {
  const Rational tiny(1, pow(exact::Integer(3), 200));
  const auto solved = solve_exactly({{tiny}}, {{-1}});
  EXPECT_EQ(dot({-1}, *solved.solutions[0].test), 1 / (tiny * tiny));
}

// x_0 + x_1 and x_1 are seen: both are solved for; without column 1, which is the observer's, only x_0 is asked.
TEST(Reconstructible, SkipsTheObservers) {
  const linalg::FractionMatrix signal{.columns = 2, .rows = {{{0, 1}, {1, 1}}}}, noise{.columns = 1, .rows = {{}}};
  auto system = linear_system<Rational>(signal, noise, 1);
  EXPECT_EQ(reconstructible({{1, 1}}, system), (std::vector<char>{0, 0}));
  EXPECT_EQ(reconstructible({{1, 1}, {0, 1}}, system), (std::vector<char>{1, 1}));
  system.observers = {1};
  EXPECT_EQ(reconstructible({{1, 1}}, system), (std::vector<char>{1, 0}));
}

}  // namespace
}  // namespace hearsay::accounting
