// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>

#include <hearsay/formula/evaluate.hpp>
#include "fuzz.hpp"

namespace {

namespace formula = hearsay::formula;
using hearsay::exact::Rational;

/// The value where every name is 3/7, if it has one.
template <class Value>
std::optional<Value> value_of(const formula::Expression& formula, const Value& name) {
  try {
    return formula::Evaluator<Value>([&](const auto&, const auto&) { return name; })(formula);
  } catch (const formula::NoValue&) {
  } catch (const formula::NotRational&) {
  }
  return std::nullopt;
}

}  // namespace

/// A fraction lies within the range of the same formula.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 60));
  return hearsay::fuzz::only_refuses([&] {
    const auto formula = formula::parse_expression(text);
    require_known(formula, {.names = {"x"}, .functions = {}});
    const auto exact = value_of(formula, Rational(3, 7));
    const auto range = value_of(formula, formula::range_of(Rational(3, 7)));
    if (exact && range)
      hearsay::fuzz::require(Rational(range->lower()) <= *exact && *exact <= Rational(range->upper()));
  });
}
