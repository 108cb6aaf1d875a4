// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/tilted_renewal.hpp>
#include <hearsay/core/infinity.hpp>

#include <algorithm>
#include <cmath>

namespace hearsay::accounting {

namespace {

using divergence::Side;
using divergence::TiltedLaw;

RenewalTerms terms_of(const CycleRanges& cycles, const std::vector<double>& moment) {
  RenewalTerms terms{.weight = cycles.weight, .time = cycles.time};
  for (std::size_t r = 0; r < terms.weight.size(); ++r) terms.weight[r] *= moment[r];
  return terms;
}

}  // namespace

Renewal::Renewal(const CycleTable& table, Side side, LossDirection direction)
    : table_(&table), side_(side), direction_(direction), tail_(table.tail(side)) {}

TiltedEquation Renewal::tilted(double tilt) const {
  const auto& [later, first, long_ones] = cycles();
  TiltedEquation result;
  for (const auto& grid : later.loss[direction_])
    result.moment.later.push_back(divergence::moment(grid, table_->step, tilt));
  for (const auto& grid : first.loss[direction_])
    result.moment.first.push_back(divergence::moment(grid, table_->step, tilt));
  const auto too_large = [](double m) { return !(m < 1e300); };
  if (std::ranges::any_of(result.moment.later, too_large) || std::ranges::any_of(result.moment.first, too_large))
    return result;
  result.bound = renewal_bound(terms_of(later, result.moment.later), terms_of(first, result.moment.first), tail_);
  return result;
}

std::pair<double, double> Renewal::window(double tilt, double log_scale) const {
  const auto& q = table_->question;
  const double scale =
      10.0 * CycleTable::step_share / (table_->step * std::sqrt(1.0 + static_cast<double>(q.steps) * q.observed()));
  double low = -infinity, high = infinity;
  double before = infinity;
  for (double lambda = 4.0 * scale; lambda > 1e-9 * scale && (lambda > 0.2 * scale || !(high - low > 0.9 * before));
       lambda *= 0.5) {
    before = high - low;
    high = std::min(high, (log_moment(tilt + lambda) - log_scale - TiltedLaw::log_outside) / lambda);
    low = std::max(low, (log_scale - log_moment(tilt - lambda) + TiltedLaw::log_outside) / lambda);
  }
  return {low, high};
}

}  // namespace hearsay::accounting
