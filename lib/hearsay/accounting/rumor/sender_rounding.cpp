// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/sender_rounding.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/infinity.hpp>
#include <hearsay/core/rounding.hpp>

namespace hearsay::accounting {

Bracket rounded_delta(double sum, std::size_t terms, const SenderErrors& i, const SenderErrors& j, double factor) {
  const double relative = j.relative + 16.0 * unit_roundoff;  // that of e^epsilon with it
  const double roundings = static_cast<double>(terms) + 16.0;
  const double of_j = std::min(factor * (j.total + 16.0 * unit_roundoff),
                               relative < 0.5 ? relative / (1.0 - relative) * (1.0 + i.total) : infinity);
  const double error = 1.001 * (i.total + of_j + roundings * 2.0 * unit_roundoff);
  const double estimate = std::clamp(sum, 0.0, 1.0);
  return {std::min(estimate, std::max(0.0, sum - error)), estimate, std::min(1.0, std::max(estimate, sum + error))};
}

Bracket rounded_pure_epsilon(double ratio, double relative_above, double relative_below) {
  const double logarithm = std::max(0.0, std::log(ratio)), rounding = 8.0 * unit_roundoff * (1.0 + logarithm);
  if (!(relative_above < 0.5 && relative_below < 0.5) || logarithm == infinity) {
    return {0.0, logarithm, infinity};
  }
  const double lower = logarithm + std::log1p(-relative_above) - std::log1p(relative_below) - rounding;
  const double upper = logarithm + std::log1p(relative_above) - std::log1p(-relative_below) + rounding;
  return {std::clamp(lower, 0.0, logarithm), logarithm, std::max(logarithm, upper)};
}

}  // namespace hearsay::accounting
