// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <hearsay/core/error.hpp>

namespace hearsay {

/// A number known up to rounding or truncation: lower <= truth <= upper, and lower <= estimate <= upper.
/// `upper` of a loss is safe to promise, `lower` is safe to attack with.
class Bracket {
 public:
  /// @throws Error(Errc::domain) unless lower <= estimate <= upper (NaN fails).
  Bracket(double lower, double estimate, double upper) : lower_(lower), estimate_(estimate), upper_(upper) {
    if (!(lower <= estimate && estimate <= upper)) {
      throw Error(Errc::domain, "Bracket", fmt::format("{} <= {} <= {} must hold", lower, estimate, upper));
    }
  }
  /// A number known exactly.
  [[nodiscard]] static Bracket exact(double value) { return {value, value, value}; }

  [[nodiscard]] double lower() const noexcept { return lower_; }
  [[nodiscard]] double estimate() const noexcept { return estimate_; }
  [[nodiscard]] double upper() const noexcept { return upper_; }
  [[nodiscard]] double width() const noexcept { return upper_ - lower_; }
  [[nodiscard]] bool contains(double value) const noexcept { return lower_ <= value && value <= upper_; }

 private:
  double lower_, estimate_, upper_;
};

}  // namespace hearsay
