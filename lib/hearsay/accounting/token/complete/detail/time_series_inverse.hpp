// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <vector>

#include <hearsay/accounting/token/complete/detail/cycle_spectra.hpp>

namespace hearsay::accounting {

/// The coefficient of z^T in A(z) (1 - F(z) + F'(z)) / (1 - F(z)), A(z) = sum_l tail[l] z^l, l = 0..T, divided by
/// e^(growth T): from the values of F and F' on a circle of radius e^-inner about the origin, after z -> e^-growth z.
/// With F' = F it is that of A/(1 - F). docs/maths/walk.md, section 9.
class TimeSeriesInverse {
 public:
  struct Coefficient {
    std::complex<double> value;
    double error;
  };

  /// @param log_bound  ln of a bound on all coefficients, divided by e^(growth t), which bounds what wraps around. @pre
  /// tail is not empty.
  TimeSeriesInverse(const std::vector<double>& tail, double growth, double log_bound);

  /// On the circle, a power of two, at least 2(T + 1).
  [[nodiscard]] std::size_t points() const { return numerator_.size(); }
  /// Minus ln of its radius.
  [[nodiscard]] double inner() const { return inner_; }

  /// @param first  F', if the first cycle has a law of its own; else null.
  /// @throws Error(Errc::not_converged) if 1 - F is too close to 0 somewhere on the circle.
  /// @complexity O(points).
  [[nodiscard]] Coefficient coefficient(const TransformedSeries& later, const TransformedSeries* first) const;

 private:
  std::vector<std::complex<double>> numerator_;  ///< A on the circle, times z^-T
  double tail_error_ = 0.0;                      ///< of the numerator, in the 2-norm divided by the root of the points
  double inner_ = 0.0, amplified_ = 1.0;         ///< e^(inner T): undoes the radius
  double wrapped_ = 0.0;                         ///< bound on what wraps around
};

}  // namespace hearsay::accounting
