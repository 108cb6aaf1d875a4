// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/exact/rational.hpp>

namespace hearsay::props::oracle {

/// Exact numbers and small dense linear algebra over them: what a refutation is certified with. Shares no code with the
/// library but graph::Graph.
using exact::Rational;
using Row = std::vector<Rational>;
using Matrix = std::vector<Row>;  ///< rows of equal length

/// "1/3", "2", "-1/4".
[[nodiscard]] std::string to_string(const Rational& value);
[[nodiscard]] double to_double(const Rational& value);

/// Two rationals with a number between them.
struct Interval {
  Rational lower, upper;
};
[[nodiscard]] Interval operator+(const Interval& a, const Interval& b);
[[nodiscard]] Interval operator-(const Interval& a, const Interval& b);
[[nodiscard]] Interval operator*(const Interval& a, const Interval& b);
/// The fraction itself.
[[nodiscard]] Interval point(const Rational& value);

/// "[0.0801, 0.0802]" with `digits` decimals, rounded outwards.
[[nodiscard]] std::string to_string(const Interval& interval, int digits);

/// Bracket of exp(x) from its power series, of relative width below 1e-25. @pre |x| <= 30.
[[nodiscard]] Interval exp(const Rational& x);
/// Bracket of sqrt(x) of width 2^-100. @pre x >= 0.
[[nodiscard]] Interval sqrt(const Rational& x);

/// The fraction of smallest denominator <= `largest` within 1e-9 of x: only a guess, to be verified.
[[nodiscard]] Rational guess(double x, long largest = 1000);

[[nodiscard]] Matrix identity(std::size_t n);
[[nodiscard]] Matrix multiply(const Matrix& a, const Matrix& b);
[[nodiscard]] Rational dot(const Row& a, const Row& b);
[[nodiscard]] std::size_t rank(Matrix a);
/// The first rows that are linearly independent of those before them.
[[nodiscard]] Matrix independent_rows(const Matrix& a);
/// x with a x = b, column by column. @pre a square and regular.
[[nodiscard]] Matrix solve(Matrix a, Matrix b);
[[nodiscard]] Row solve(const Matrix& a, const Row& b);
/// Whether a symmetric matrix has no negative eigenvalue, by symmetric elimination.
[[nodiscard]] bool positive_semidefinite(Matrix a);

}  // namespace hearsay::props::oracle
