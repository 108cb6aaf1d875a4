// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <hearsay/core/bracket.hpp>

#include "props/oracle/rational.hpp"

namespace hearsay::props {

/// What a property says about one instance.
struct Outcome {
  /// Relative slack of the statement on this instance: (allowed - actual) / scale. Negative beyond the tolerance
  /// the property promises means violated; +infinity where the statement is vacuous.
  double margin = std::numeric_limits<double>::infinity();
  /// Factor by which the statement could be strengthened before this instance refutes it: allowed / actual of an
  /// inequality between positive numbers; below 1: violated; +infinity where the instance says nothing, as of an
  /// equality or of a statement that is true or false.
  double slack = std::numeric_limits<double>::infinity();
  bool violated = false;
  bool undecided = false;         ///< what is known of the two numbers allows both answers; not violated then
  std::vector<std::string> tags;  ///< which interesting cases this instance belongs to
};

/// Off by at most `value`.
struct Absolute {
  double value;
};
/// Off by at most `value` times the number compared with.
struct Relative {
  double value;
};
/// Relative to numbers above 1, absolute below: off by at most `value` times max(1, |number|).
struct Scaled {
  double value;
};
/// The accuracy that a comparison promises.
using Tolerance = std::variant<Absolute, Relative, Scaled>;

/// "actual <= allowed", violated beyond the tolerance on `allowed`; NaN violates it. The margin is (allowed - actual) /
/// scale: Absolute and Scaled take the larger of the two numbers as scale and call it 0, met with equality, within the
/// tolerance; Relative takes |allowed| and keeps the sign within the tolerance. The slack is allowed / actual (of two
/// negative numbers actual / allowed), at least 1 within the tolerance, and infinite where `actual` is within the
/// tolerance of 0, since rounding then decides the quotient.
[[nodiscard]] Outcome at_most(double actual, double allowed, std::vector<std::string> tags = {},
                              Tolerance tolerance = Scaled{1e-9});
/// The same in rational arithmetic: violated iff actual > allowed, without tolerance. Margin in units of the larger
/// number; slack allowed / actual, of two negative numbers actual / allowed.
[[nodiscard]] Outcome at_most(const oracle::Rational& actual, const oracle::Rational& allowed,
                              std::vector<std::string> tags = {});
/// The same between brackets: violated if all of `actual` is above all of `allowed`, undecided if they overlap in more
/// than one number. The slack is the least that the brackets leave, allowed.lower() / actual.upper(); of a violation
/// the most, allowed.upper() / actual.lower().
[[nodiscard]] Outcome at_most(const Bracket& actual, const Bracket& allowed, std::vector<std::string> tags = {});
/// "actual <= allowed" where of `actual` only the upper bound `most` is known: undecided, never violated, if that is
/// above `allowed`. The slack is at least allowed / most.
[[nodiscard]] Outcome bounded_by(double most, double allowed, std::vector<std::string> tags = {});
/// "actual = wanted" within the tolerance on `wanted`; NaN violates it. An equality has no margin; violated, it is
/// minus the difference in units of the tolerance's scale: 1, |wanted| or max(1, |wanted|).
[[nodiscard]] Outcome equals(double actual, double wanted, std::vector<std::string> tags = {},
                             Tolerance tolerance = Scaled{1e-9});
/// A statement that is true or false: no margin and no slack.
[[nodiscard]] Outcome decided(bool holds);
/// The worse of two outcomes on one instance, with the tags of the first: a violation outdoes what is undecided.
[[nodiscard]] Outcome worse(Outcome a, const Outcome& b);

}  // namespace hearsay::props
