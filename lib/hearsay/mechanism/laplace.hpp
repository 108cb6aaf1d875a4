// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/random/stream.hpp>

namespace hearsay::mechanism {

/// Adds noise of density exp(-|x|/scale) / (2 scale) to a value that one input moves by at most `sensitivity`:
/// (sensitivity/scale, 0)-DP.
/// @cite dwork2006calibrating
class Laplace {
 public:
  /// @pre sensitivity > 0, scale > 0, finite. @throws Error(Errc::domain) otherwise.
  Laplace(double sensitivity, double scale);
  /// scale = sensitivity / epsilon. @pre epsilon > 0, finite. @throws Error(Errc::domain).
  [[nodiscard]] static Laplace calibrated(double sensitivity, double epsilon);

  [[nodiscard]] double scale() const noexcept { return scale_; }
  [[nodiscard]] double epsilon() const noexcept { return sensitivity_ / scale_; }
  /// Exact delta at epsilon: 1 - e^((epsilon - sensitivity/scale) / 2), or 0. @pre epsilon >= 0. @throws
  /// Error(Errc::domain).
  [[nodiscard]] double delta(double epsilon) const;

  [[nodiscard]] double perturb(double value, random::Stream& stream) const;

 private:
  double sensitivity_, scale_;
};

}  // namespace hearsay::mechanism
