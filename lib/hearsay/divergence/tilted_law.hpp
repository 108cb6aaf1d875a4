// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace hearsay::divergence {

/// Which end of a bracket a law of losses is for.
enum class Side { pessimistic, optimistic };

/// Compensated sum.
class Sum {
 public:
  void add(double x) {
    const double y = x - lost_;
    const double next = sum_ + y;
    lost_ = (next - sum_) - y;
    sum_ = next;
  }
  [[nodiscard]] double value() const { return sum_; }

 private:
  double sum_ = 0.0, lost_ = 0.0;
};

/// Law of a total privacy loss on a window of the grid {i step}, exponentially tilted: P(loss = l) = e^(log_scale -
/// tilt l) mass, with bounds on everything that was rounded or left out. docs/maths/privacy_loss.md
struct TiltedLaw {
  static constexpr double outside_mass = 1e-22;  ///< tilted mass allowed beyond the window, each side
  static constexpr double log_outside = -50.65;  ///< its logarithm, rounded down

  double tilt = 0.0, step = 0.0;
  double log_scale = 0.0;
  std::int64_t first = 0;         ///< mass[i] belongs to the loss (first + i) step
  std::vector<double> mass = {};  ///< each within `error` of the truth but for wrapped mass of at most 2 outside_mass
  double error = 0.0;
  double infinite =
      0.0;  ///< added to delta: probability of an infinite loss; of an optimistic law, minus what is to be taken off
  double relative_error = 0.0;  ///< of every term of delta

  /// Certified end of delta(epsilon) on this side. @pre epsilon >= 0.
  [[nodiscard]] double delta(double epsilon, Side side) const;
};

/// An epsilon >= 0 whose delta on the pessimistic side is at most `delta`, the smallest one up to rounding.
/// @throws Error(Errc::not_converged) if there is none below 1e12.
[[nodiscard]] double safe_epsilon(const TiltedLaw& pessimistic, double delta);

/// An epsilon <= `upper` whose delta on the optimistic side is at least `delta`, the largest one up to rounding; 0 if
/// none is found.
[[nodiscard]] double attained_epsilon(const TiltedLaw& optimistic, double delta, double upper);

}  // namespace hearsay::divergence
