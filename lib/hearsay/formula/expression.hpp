// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hearsay/exact/rational.hpp>

namespace hearsay::formula {

/// A statement, or a number in it, as a tree.
struct Expression {
  enum class Kind {
    number,    ///< `number`
    name,      ///< `name`
    call,      ///< `name` of `parts`: functions, sums, and the operators + - * / ^ and neg
    compare,   ///< parts[0] `name` parts[1], name one of <= < >= > ==
    together,  ///< all of `parts`
  };
  Kind kind = Kind::number;
  exact::Rational number;
  std::string name;
  std::vector<Expression> parts;
  std::size_t column = 0;  ///< in the text, from 1: of a name, a function's name or an operator
};

/// Longest statement that is read, in characters.
inline constexpr std::size_t longest_statement = 1000;

/// Most brackets, powers of powers and signs of signs within each other.
inline constexpr std::size_t deepest_statement = 100;

/// Reads comparisons (<= < >= > ==) of arithmetic expressions, joined by `and`. Numbers are decimal and exact; ^ binds
/// tighter than the sign on its left and is right-associative; functions are written f(a, b).
/// @throws Error(Errc::syntax) naming what cannot be read.
[[nodiscard]] Expression parse(std::string_view statement);

/// Reads an arithmetic expression. @throws as parse().
[[nodiscard]] Expression parse_expression(std::string_view text);

/// Names that stand for numbers, and functions with their numbers of arguments, besides those of arithmetic.
struct Vocabulary {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::size_t>> functions;
};

/// Checks every name and number of arguments: min, max (2 or more), sqrt, exp, ln, abs, floor, ceil, sum(i, from, to,
/// term), and those of `known`. @throws Error(Errc::unknown) with all names that are known; Error(Errc::syntax) for a
/// wrong number of arguments, or a sum whose index has a meaning already.
void require_known(const Expression& expression, const Vocabulary& known);

/// Whether a name is an operator or function of numbers: + - * / ^ neg min max sqrt exp ln abs floor ceil.
[[nodiscard]] bool is_arithmetic(std::string_view name);

/// Whether a name or function occurs.
[[nodiscard]] bool mentions(const Expression& expression, std::string_view name);

}  // namespace hearsay::formula
