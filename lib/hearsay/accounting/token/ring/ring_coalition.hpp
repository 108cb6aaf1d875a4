// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>

namespace hearsay::accounting {

/// What two or more colluding users of a ring learn about the user between two of them, at the published delta: epsilon
/// in the worst case over coalitions of that size and users. Three or more learn nothing more of that user, since all
/// that they see of its contributions goes through its two neighbors.
///
/// Sum: the user between them adds to the token alone. With the counter of Algorithm 1 some user other than the first
/// adds its contribution of the first lap without noise, so there is no finite epsilon. Histogram: its answer is seen
/// by itself in every lap, so this is the composition of the laps of randomized response with the repaired gamma;
/// exact for two buckets.
/// @pre 2 <= colluders < users. @throws Error(Errc::domain) otherwise; as require_ring.
/// @claims walk.collusion.ring
[[nodiscard]] Guarantee ring_coalition(const RingQuestion& question);

/// The same for a sum whose Gaussian noise every user adds: sigma / sqrt(n - 1), and sigma for the very first
/// contribution (Remark 1, with n - 1 for n). Exact: Gaussian DP with mu = sqrt(rounds (n - 1)) Delta / sigma, attained
/// by every user but the first and the last of the ring.
/// @pre as ring_coalition. @throws the same; Error(Errc::conditions) for Laplace noise or a histogram.
/// @claims walk.collusion.ring.shared
[[nodiscard]] Guarantee ring_coalition_distributed(const RingQuestion& question);

}  // namespace hearsay::accounting
