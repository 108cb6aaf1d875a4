// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/run/finding.hpp>

#include "props/oracle/rational.hpp"

namespace hearsay::props {

// Every witness of props/ is built here. A builder that takes the two numbers confirms the violation and throws where
// it cannot: rounding produced it. Where the check has compared them itself, the builder's name says how. All builders
// want snake_case keys in the instance, at every depth: @throws std::logic_error otherwise.

/// What the claim says and what is true, as printed text.
struct Words {
  std::string claimed, actual;
};

/// A violated upper bound in rational arithmetic, printed as fractions. @throws std::logic_error unless actual >
/// claimed.
[[nodiscard]] run::Witness exceeds_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed,
                                           const oracle::Rational& actual);
[[nodiscard]] run::Witness exceeds_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed,
                                           const oracle::Rational& actual, Words words);
/// A violated lower bound. @throws std::logic_error unless actual < claimed.
[[nodiscard]] run::Witness falls_short_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed,
                                               const oracle::Rational& actual, Words words);
/// A violated equality, of fractions or counts. @throws std::logic_error if claimed = actual.
[[nodiscard]] run::Witness differs_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed,
                                           const oracle::Rational& actual);
[[nodiscard]] run::Witness differs_exactly(nlohmann::ordered_json instance, const oracle::Rational& claimed,
                                           const oracle::Rational& actual, Words words);

/// A violated upper bound between rational brackets, printed with `digits` decimals. @throws std::logic_error unless
/// all of `actual` exceeds all of `claimed`.
[[nodiscard]] run::Witness exceeds_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed,
                                              const oracle::Interval& actual, int digits = 6);
[[nodiscard]] run::Witness exceeds_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed,
                                              const oracle::Interval& actual, Words words);
/// A violated equality. @throws std::logic_error if the brackets overlap.
[[nodiscard]] run::Witness differs_rigorously(nlohmann::ordered_json instance, const oracle::Interval& claimed,
                                              const oracle::Interval& actual, int digits = 6);

/// A violated upper bound between ends of the library's brackets: the claim allows at most `most_claimed`, the truth is
/// at least `least_actual`.
/// @throws std::logic_error unless least_actual > most_claimed.
[[nodiscard]] run::Witness exceeds_between_brackets(nlohmann::ordered_json instance, double most_claimed,
                                                    double least_actual, Words words);
/// A violated lower bound. @throws std::logic_error unless most_actual < least_claimed.
[[nodiscard]] run::Witness falls_short_between_brackets(nlohmann::ordered_json instance, double least_claimed,
                                                        double most_actual, Words words);

/// The check compared the two sides in rational or integer arithmetic; nothing here does it again.
[[nodiscard]] run::Witness compared_exactly(nlohmann::ordered_json instance, Words words);
/// The check compared floating-point numbers whose errors it bounds itself, or by its tolerance only; certified as an
/// interval.
[[nodiscard]] run::Witness compared_numerically(nlohmann::ordered_json instance, Words words);
/// The check compared at the confidence that its finding states.
[[nodiscard]] run::Witness compared_statistically(nlohmann::ordered_json instance, Words words);

}  // namespace hearsay::props
