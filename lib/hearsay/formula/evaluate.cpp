// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/formula/evaluate.hpp>

#include <fmt/format.h>

namespace hearsay::formula {

namespace {

using Kind = Expression::Kind;

/// Whether an expression is made of numbers and operations alone. No sum is: it has an index.
bool is_constant(const Expression& e) {
  if (e.kind == Kind::number) return true;
  return e.kind == Kind::call && is_arithmetic(e.name) && std::ranges::all_of(e.parts, is_constant);
}

}  // namespace

NoValue::NoValue(const Expression& operation, std::string_view what, bool certain)
    : std::domain_error(fmt::format("column {}: {}{}", operation.column, certain ? "" : "what may be ", what)),
      certain_(certain) {}

std::string limit_of_sum(const Expression& limit) {
  return fmt::format("column {}: the limits of sum() must be whole numbers", limit.column);
}

void require_values(const Expression& e) {
  if (e.name == "sum") return;  // it may have no terms
  if (!is_constant(e)) {
    for (const auto& part : e.parts) require_values(part);
    return;
  }
  try {
    const Meaning<exact::Rational> no_names = [](const auto&, const auto&) -> exact::Rational { throw NotRational(); };
    static_cast<void>(Evaluator<Range>({}, no_names)(e));
  } catch (const NoValue& none) {
    throw Error(Errc::domain, "bound", none.what());
  }
}

}  // namespace hearsay::formula
