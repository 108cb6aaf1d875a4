// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/renyi.hpp>

namespace hearsay::divergence {

/// Accountant of Renyi DP, by the sharper conversion at the best order: an upper bound, so every lower end is 0.
class RenyiDp {
 public:
  /// @param curve    Renyi divergence of the view by order, but for events of probability `missing`.
  /// @param missing  added to every delta.
  /// @throws Error(Errc::domain) unless 0 <= missing < 1.
  explicit RenyiDp(RenyiCurve curve, double missing = 0.0);

  /// best_rdp_to_delta and what is missing, at most 1. @throws as best_rdp_to_delta.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// best_rdp_to_dp_improved at what is left of delta. @pre delta > missing. @throws as best_rdp_to_dp_improved.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  RenyiCurve curve_;
  double missing_;
};

}  // namespace hearsay::divergence
