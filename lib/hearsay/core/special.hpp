// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Special functions of Boost.Math, compiled once: its headers are the slowest to read of all.

namespace hearsay {

/// ln Gamma(x), x > 0.
/// @accuracy 1e-15 relative, away from its zeros 1 and 2 (Boost.Math, in long double).
[[nodiscard]] double log_gamma(double x);
/// ln n! for an integer n >= 0: a table up to 1,023, above it Stirling's series, cut where the next term is below
/// 10^-18. Relative error below 10^-15. Many times faster than log_gamma.
[[nodiscard]] double log_factorial(double n);

/// The derivative of ln Gamma at x > 0, and its second derivative. @accuracy as log_gamma.
[[nodiscard]] double digamma(double x);
[[nodiscard]] double trigamma(double x);

/// The x with Phi(x) = p, 0 < p < 1. @accuracy as log_gamma.
[[nodiscard]] double normal_quantile(double p);

/// X ~ Bin(trials, probability). Whole numbers as doubles, since sums of a walk's times exceed 2^32.
/// @pre trials >= 0, 0 <= probability <= 1, and 0 <= k <= trials below.
/// @accuracy 1e-12 relative (Boost.Math's incomplete beta function).
struct BinomialLaw {
  double trials, probability;

  [[nodiscard]] double mass(double k) const;     ///< P(X = k)
  [[nodiscard]] double at_most(double k) const;  ///< P(X <= k)
  [[nodiscard]] double above(double k) const;    ///< P(X > k)
};

}  // namespace hearsay
