// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace hearsay::props {

/// What a property says about one instance.
struct Outcome {
  /// Relative slack of the statement on this instance: (allowed - actual) / scale. Negative beyond the tolerance
  /// the property promises means violated; +infinity where the statement is vacuous.
  double margin = std::numeric_limits<double>::infinity();
  bool violated = false;
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
/// tolerance; Relative takes |allowed| and keeps the sign within the tolerance.
[[nodiscard]] Outcome at_most(double actual, double allowed, std::vector<std::string> tags = {},
                              Tolerance tolerance = Scaled{1e-9});
/// "actual = wanted" within the tolerance on `wanted`; NaN violates it. The margin is 0, or minus the difference in
/// units of the tolerance's scale: 1, |wanted| or max(1, |wanted|).
[[nodiscard]] Outcome equals(double actual, double wanted, std::vector<std::string> tags = {},
                             Tolerance tolerance = Scaled{1e-9});
/// A statement that is true or false and has no slack: margin 0.
[[nodiscard]] Outcome decided(bool holds);
/// The worse of two outcomes on one instance, with the tags of the first.
[[nodiscard]] Outcome worse(Outcome a, const Outcome& b);

}  // namespace hearsay::props
