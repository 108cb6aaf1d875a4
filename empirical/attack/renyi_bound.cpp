// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/renyi_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>

namespace hearsay::empirical {

namespace {

/// ln(x^order y^(1 - order)) from ln x and ln y, and the size of what is added there.
struct Power {
  double value = 0.0, size = 0.0;
};
Power power_of(double log_x, double log_y, double order) {
  if (std::isinf(log_x)) return {.value = log_x, .size = 0.0};  // 0 of the first law
  const double first = order * log_x, second = (order - 1.0) * log_y;
  return {.value = first - second, .size = std::isinf(second) ? 0.0 : std::abs(first) + std::abs(second)};
}

}  // namespace

double binary_renyi(double p, double q, double order) {
  require_renyi_order("binary_renyi", order);
  if (!(p >= 0.0 && p <= 1.0 && q >= 0.0 && q <= 1.0))
    throw Error(Errc::domain, "binary_renyi", fmt::format("p = {} and q = {} must be in [0, 1]", p, q));
  const auto heads = power_of(std::log(p), std::log(q), order);
  const auto tails = power_of(std::log1p(-p), std::log1p(-q), order);
  const double large = std::max(heads.value, tails.value), small = std::min(heads.value, tails.value);
  if (std::isinf(large)) return large;
  // Each logarithm is within two units in its last place; sums and products add one each.
  const double error = 16.0 * std::numeric_limits<double>::epsilon() * (heads.size + tails.size + 1.0);
  return std::max(0.0, (large + std::log1p(std::exp(small - large)) - error) / (order - 1.0) *
                           (1.0 - 4.0 * std::numeric_limits<double>::epsilon()));
}

double renyi_lower(const Rates& rates, double order) {
  require_renyi_order("renyi_lower", order);
  const double tpr = rates.true_positive.lower(), fpr = rates.false_positive.upper();
  if (tpr <= fpr) return 0.0;
  return std::max(binary_renyi(tpr, fpr, order), binary_renyi(fpr, tpr, order));
}

}  // namespace hearsay::empirical
