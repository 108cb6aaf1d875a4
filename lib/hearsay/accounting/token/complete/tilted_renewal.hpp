// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/complete/cycle_table.hpp>
#include <hearsay/accounting/token/complete/renewal.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

/// E e^(tilt loss) of every cycle of a table.
struct CycleMoments {
  std::vector<double> later, first;
};

/// A renewal equation whose weights are multiplied by moments of the loss.
struct TiltedEquation {
  CycleMoments moment;
  RenewalBound bound;  ///< on the total moment, by units of time; infinite if a moment is
};

/// The renewal equation of one side of the bracket and one direction of the loss, at any tilt: what it gives are
/// Chernoff's bounds. docs/maths/walk.md, section 9.
class Renewal {
 public:
  /// @pre the table lives as long.
  Renewal(const CycleTable& table, divergence::Side side, LossDirection direction);

  /// P(a cycle takes longer than l units), l = 0..last().
  [[nodiscard]] const std::vector<double>& tail() const { return tail_; }
  /// Steps of the walk, in units.
  [[nodiscard]] double last() const { return static_cast<double>(tail_.size() - 1); }
  [[nodiscard]] const CycleTable& table() const { return *table_; }
  [[nodiscard]] const Cycles& cycles() const { return table_->cycles(side_); }
  [[nodiscard]] LossDirection direction() const { return direction_; }
  [[nodiscard]] divergence::Side side() const { return side_; }

  [[nodiscard]] TiltedEquation tilted(double tilt) const;
  /// ln of a bound on E e^(tilt loss) of the total loss; infinite if none was found.
  [[nodiscard]] double log_moment(double tilt) const { return tilted(tilt).bound.log_coefficient(last()); }
  /// Total losses outside of which lies at most TiltedLaw::outside_mass on each side of the law tilted by e^(tilt loss
  /// - log_scale).
  [[nodiscard]] std::pair<double, double> window(double tilt, double log_scale) const;

 private:
  const CycleTable* table_;
  divergence::Side side_;
  LossDirection direction_;
  std::vector<double> tail_;
};

/// The tilt in e^-4.7 .. e^10.5 that minimizes target(tilt, log_moment(tilt)), to 1 %: it steers accuracy, never
/// validity.
template <class Target>
[[nodiscard]] double best_tilt(const Renewal& renewal, Target target) {
  const auto value = [&](double log_tilt) {
    const double tilt = std::exp(log_tilt), bound = renewal.log_moment(tilt);
    return bound < infinity ? target(tilt, bound) : infinity;
  };
  constexpr double first = -4.0, stride = 0.7, last = 9.8;
  double best = first, least = infinity;
  for (double at = first; at <= last; at += stride) {
    const double here = value(at);
    if (here < least) best = at, least = here;
    if (here > least + std::abs(least)) break;
  }
  double low = best - stride, high = best + stride;
  while (high - low > 0.02) {
    const double a = low + 0.382 * (high - low), b = high - 0.382 * (high - low);
    if (value(a) < value(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return std::exp(0.5 * (low + high));
}

}  // namespace hearsay::accounting
