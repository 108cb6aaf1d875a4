// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

/// The Renyi divergence of an order between two coins, ln(p^a q^(1-a) + (1-p)^a (1-q)^(1-a)) / (a - 1) of order a, that
/// shows heads with probability p under the first law and q under the second. Of any two laws under which an event has
/// these probabilities the divergence is at least this (data processing).
/// @return at least 0; infinite where a side of the coin is possible under the first law only.
/// @throws Error(Errc::domain) unless 0 <= p, q <= 1 and 1 < order < infinity.
/// @accuracy rounded down: never above the exact value at p and q.
/// @cite mironov2017renyi
[[nodiscard]] double binary_renyi(double p, double q, double order);

/// Lower confidence bound on the larger of both Renyi divergences between the worlds: binary_renyi() grows with p and
/// falls with q where p > q, so over all rates within their limits it is least at the lowest true positive rate and the
/// highest false positive rate. 0 where the limits overlap: that is no evidence of privacy.
/// @throws Error(Errc::domain) unless 1 < order < infinity.
[[nodiscard]] double renyi_lower(const Rates& rates, double order);

}  // namespace hearsay::empirical
