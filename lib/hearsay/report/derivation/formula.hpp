// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <hearsay/exact/rational.hpp>
#include <hearsay/report/certificate/statements.hpp>

namespace hearsay::report {

/// A number: exact where its fraction stays short, and to the precision of Real.
struct Value {
  Value() = default;
  Value(const exact::Rational& number);  // NOLINT(google-explicit-constructor)
  explicit Value(Real number) : about(std::move(number)) {}

  std::optional<exact::Rational> exact;
  Real about;
};

using Values = std::map<std::string, Value>;

/// The value of an expression of the table of statements (certificates/README.md).
/// @throws Error(Errc::domain) for an unknown operation or variable.
[[nodiscard]] Value value_of(const nlohmann::ordered_json& expression, const Values& variables);

/// The expression in plain notation: "2*(1 - sqrt(gap))^steps", "sum[k = 0..m] (...)".
/// @param numbers  variables that are replaced by their values.
[[nodiscard]] std::string formula_text(const nlohmann::ordered_json& expression, const Values& numbers = {});

/// How many operations an expression has.
[[nodiscard]] std::size_t operations(const nlohmann::ordered_json& expression);

/// "1/3"; a fraction of more than 18 characters as a decimal of eight digits, cut off: "0.33333333...".
[[nodiscard]] std::string number_of(const exact::Rational& number);
[[nodiscard]] std::string number_of(const Value& number);
/// So many significant digits, towards 0; dots follow unless they are all there are.
[[nodiscard]] std::string decimal(const Real& number, int digits);
[[nodiscard]] std::string decimal(const exact::Rational& number, int digits);

/// Plain notation as LaTeX, for math mode.
[[nodiscard]] std::string latex_math(std::string_view plain);
/// Words as LaTeX: special characters escaped.
[[nodiscard]] std::string latex_words(std::string_view words);

}  // namespace hearsay::report
