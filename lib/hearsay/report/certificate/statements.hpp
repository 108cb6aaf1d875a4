// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

#include <hearsay/exact/wide_float.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// 168 bits: the room that a writer leaves for a checker's enclosures is 2^-40.
using Real = Float50;

/// A row of certificates/statements.json, which is built into the program: the kind, quantity and bound of a claim.
/// @return nullptr if the claim has none.
[[nodiscard]] const nlohmann::ordered_json* statement(std::string_view claim);

/// A certificate that refutes the claim, its instance, ends and evidence still empty.
/// @throws Error(Errc::unknown) if the claim has no row.
[[nodiscard]] Certificate refutation(std::string_view claim);

/// The same, to support the claim.
[[nodiscard]] Certificate support(std::string_view claim);

/// A decimal fraction below `value` that leaves the room that writers owe the enclosures of checkers: 2^-40 max(1,
/// |bound|).
[[nodiscard]] std::string below_with_room(const Real& value, const Real& bound);
/// The same above.
[[nodiscard]] std::string above_with_room(const Real& value, const Real& bound);

/// The number of an expression of the table (certificates/README.md) to the precision of Real: a prediction of what a
/// checker encloses, no proof.
/// @throws Error(Errc::domain) for an unknown operation or variable.
[[nodiscard]] Real evaluate(const nlohmann::ordered_json& expression, const std::map<std::string, Real>& variables);

/// The certificate of a claim of kind `expression`: the row's value at these values of its variables.
/// @throws Error(Errc::unknown) if the claim has no row of that kind; Error(Errc::conditions) if the value does not
/// contradict the row's relation to the bound by the room that enclosures want.
[[nodiscard]] Certificate expression_refutation(std::string_view claim,
                                                const std::map<std::string, exact::Rational>& values);

/// The same to support the claim, whose relation is an inequality.
/// @throws Error(Errc::unknown) if the claim has no row of that kind, or one of an equality, or whose value is a lower
/// bound; Error(Errc::conditions) if the bound does not hold by the room that enclosures want.
[[nodiscard]] Certificate expression_support(std::string_view claim,
                                             const std::map<std::string, exact::Rational>& values);

/// The row's value less its bound at these values of its variables. @throws as expression_refutation.
[[nodiscard]] Real expression_excess(std::string_view claim, const std::map<std::string, exact::Rational>& values);

}  // namespace hearsay::report
