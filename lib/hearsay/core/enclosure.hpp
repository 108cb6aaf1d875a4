// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

namespace hearsay {

/// An interval that contains a number, for tables and files. It has a value only if one number represents the whole
/// interval. A number in doubt has no value.
struct Enclosure {
  double lower = 0.0, upper = 0.0;    ///< the truth lies between
  std::optional<double> value = 0.0;  ///< nothing: in doubt

  [[nodiscard]] static Enclosure known(double value) { return {.lower = value, .upper = value, .value = value}; }

  [[nodiscard]] bool in_doubt() const noexcept { return !value; }
  /// The value, or where there is none the upper end: of a loss, what is safe to promise.
  [[nodiscard]] double safe() const { return value.value_or(upper); }
  /// The same of f of the number. @param f  rising.
  template <class Function>
  [[nodiscard]] Enclosure mapped(const Function& f) const {
    return {.lower = f(lower), .upper = f(upper), .value = value ? std::optional<double>(f(*value)) : std::nullopt};
  }
};

}  // namespace hearsay
