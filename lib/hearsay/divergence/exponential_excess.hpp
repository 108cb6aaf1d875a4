// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

namespace hearsay::divergence {

/// e^y - 1 - y >= 0, without cancellation near 0; +infinity beyond the range of a double.
/// @accuracy 1e-14 relative.
[[nodiscard]] inline double exponential_excess(double y) {
  if (std::abs(y) >= 0.5) return std::expm1(y) - y;
  double term = 0.5 * y * y, sum = 0.0;
  for (int k = 3; std::abs(term) > 1e-17 * sum; ++k) {
    sum += term;
    term *= y / k;
  }
  return sum;
}

/// Its logarithm, also where it overflows; -infinity at 0.
[[nodiscard]] inline double log_exponential_excess(double y) {
  if (y > 700.0) return y;
  if (std::abs(y) < 1e-150)
    return 2.0 * std::log(std::abs(y)) - 0.69314718055994530942;  // y^2/2, whose square underflows first
  return std::log(exponential_excess(y));
}

}  // namespace hearsay::divergence
