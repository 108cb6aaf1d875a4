// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include <hearsay/accounting/token/complete/cycle_table.hpp>
#include <hearsay/divergence/fft.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Tilt of the loss, growth of its moment a unit of time, and decays in time inside (of the circle on which series in
/// time are taken) and outside of it.
struct Damping {
  double tilt, growth, inner, decay;
};

/// A series in time: its values at all points of a circle, and their errors.
struct TransformedSeries {
  const std::complex<double>* values;
  double everywhere;  ///< error of every value, from the coefficients
  double in_norm;     ///< error of the FFT, in the 2-norm divided by the root of the points
};

/// Characteristic functions of the tilted, normalized losses of the first cycle or of all later ones: sum_r share_r
/// phi_r(theta) z^time_r. The shares weight * moment * e^(-growth time) of the later cycles are a law.
/// docs/maths/walk.md, section 9.
class CycleSpectra {
 public:
  /// @param moments  of the losses at damping.tilt, one a cycle.  @param points  of the loss grid, a power of two.
  /// @complexity O(cycles points log points); memory cycles * points / 2 complex numbers.
  CycleSpectra(const CycleRanges& cycles, LossDirection direction, const std::vector<double>& moments, double step,
               const Damping& damping, std::size_t points, const Execution& execution);

  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Error of the sum over all cycles, at every frequency and time.
  [[nodiscard]] double error() const { return error_; }
  /// Bound on sum share |phi| e^(decay time) at a frequency; 0 without cycles.
  [[nodiscard]] double at_most(std::size_t frequency) const;
  /// Puts the transform over time at one frequency of the loss into the spectrum of `fft`, on the circle of radius
  /// e^-inner, cycles longer than the walk of `longest` units left out. @pre longest + 1 < fft.points(), fft is
  /// complex.
  [[nodiscard]] TransformedSeries in_time(std::size_t frequency, std::size_t longest, divergence::Fft& fft) const;

 private:
  std::size_t count_ = 0;
  std::vector<std::complex<double>> table_;  ///< one row of count_ a frequency
  std::vector<double> table_error_;          ///< of each cycle
  std::vector<std::size_t> unit_;            ///< of time, of each cycle
  std::vector<double> damped_low_, damped_high_,
      outer_;  ///< weights at a cycle's two units of time; weight for skipping
  double error_ = 0.0;
};

}  // namespace hearsay::accounting
