// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/renewal.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

// Derivation: docs/maths/walk.md, section 9.
#include <hearsay/core/root.hpp>

namespace hearsay::accounting {

namespace {

/// F(e^-x).
double transform(const RenewalTerms& terms, double x) {
  const double once = std::exp(-x);
  double sum = 0.0;
  for (std::size_t r = 0; r < terms.weight.size(); ++r) {
    const auto [unit, up] = rounded_time(terms.time[r]);
    sum += terms.weight[r] * std::exp(-x * static_cast<double>(unit)) * (1.0 + up * (once - 1.0));
  }
  return sum;
}

}  // namespace

RoundedTime rounded_time(double time) {
  const double floor = std::floor(time);
  return {static_cast<std::size_t>(floor), time - floor};
}

double rounding_slack(double cycles, double chance) { return std::sqrt(0.5 * cycles * std::log(1.0 / chance)); }

RenewalBound renewal_bound(const RenewalTerms& later, const RenewalTerms& first, const std::vector<double>& tail) {
  RenewalBound result;
  const auto excess = [&](double x) { return transform(later, x) - 1.0; };
  const auto length = static_cast<double>(tail.size());
  double low = -600.0 / length;
  if (excess(low) > 0.0) {
    double high = 1.0 / length;
    while (excess(high) > 0.0) {
      low = high, high *= 2.0;
      if (high > 1e6) return result;  // what takes no time grows without bound
    }
    low = bracket_root(excess, low, high, 44, 100).second;
  }
  result.log_growth = low;
  double instant = 0.0, sum = 0.0, most = 0.0;  // the coefficient of time 0; the tail, tilted
  for (std::size_t r = 0; r < later.weight.size(); ++r) {
    const auto [unit, up] = rounded_time(later.time[r]);
    if (unit == 0) instant += later.weight[r] * (1.0 - up);
  }
  for (std::size_t l = 0; l < tail.size(); ++l) {
    const double tilted = tail[l] * std::exp(-low * static_cast<double>(l));
    sum += tilted, most = std::max(most, tilted);
  }
  const double after_visit = sum / (1.0 - instant);
  result.log_bound = std::log(first.weight.empty() ? after_visit : most + transform(first, low) * after_visit);
  return result;
}

}  // namespace hearsay::accounting
