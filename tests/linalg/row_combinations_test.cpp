// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/row_combinations.hpp>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::linalg {
namespace {

using exact::Rational;
using Rows = std::vector<std::vector<Float50>>;

/// e_column - sum_i c_i row_i, to 50 digits.
std::vector<Float50> left_over(const Rows& rows, const std::vector<Rational>& weights, std::size_t column) {
  std::vector<Float50> rest(rows.front().size(), Float50(0));
  rest[column] = 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t v = 0; v < rest.size(); ++v)
      rest[v] -= Float50(numerator(weights[i])) / Float50(denominator(weights[i])) * rows[i][v];
  }
  return rest;
}

double inner(const std::vector<Float50>& a, const std::vector<Float50>& b) {
  Float50 sum = 0;
  for (std::size_t v = 0; v < a.size(); ++v) sum += a[v] * b[v];
  return static_cast<double>(sum);
}

RC_GTEST_PROP(RowCombinations, WhatIsLeftIsOrthogonalToEveryRow, ()) {
  const auto m = *rc::gen::inRange<std::size_t>(1, 7), n = *rc::gen::inRange<std::size_t>(1, 7);
  Rows rows(m, std::vector<Float50>(n));
  for (auto& row : rows) {
    for (auto& entry : row) entry = *rc::gen::inRange(-3, 4);
  }
  const auto column = *rc::gen::inRange<std::size_t>(0, n);
  const auto weights = RowCombinations(rows).closest_to_unit(column, 60);
  const auto rest = left_over(rows, weights, column);
  for (const auto& row : rows) RC_ASSERT(std::abs(inner(row, rest)) < 1e-14);
  RC_ASSERT(std::ranges::all_of(
      weights, [](const Rational& c) { return denominator(Rational(c * Rational(std::uint64_t{1} << 60))) == 1; }));
}

TEST(RowCombinations, NearlyEqualRowsAreDistinguished) {
  // (1, 0, 0) and (1, 1e-20, 0): their difference is 1e-20 e_1, which double precision cannot see.
  const Rows rows = {{1, 0, 0}, {1, Float50("1e-20"), 0}};
  const auto weights = RowCombinations(rows).closest_to_unit(1, 60);
  EXPECT_NEAR(exact::to_double(weights[1]), 1e20, 1e5);
  EXPECT_LT(inner(left_over(rows, weights, 1), left_over(rows, weights, 1)), 1e-30);
  const auto none = RowCombinations(rows).closest_to_unit(2, 60);
  EXPECT_EQ(none, std::vector<Rational>(2, Rational(0)));
}

TEST(RowCombinations, ARowThatDependsOnOthersGetsNoWeight) {
  const Rows rows = {{2, 0}, {1, 0}, {0, 1}, {2, 1}};
  const auto weights = RowCombinations(rows).closest_to_unit(0, 60);
  EXPECT_LE(std::ranges::count_if(weights, [](const Rational& c) { return c != 0; }), 2);  // the rank
  EXPECT_LT(inner(left_over(rows, weights, 0), left_over(rows, weights, 0)), 1e-30);
}

}  // namespace
}  // namespace hearsay::linalg
