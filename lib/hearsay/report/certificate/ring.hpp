// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// Algorithm 1 on a ring of `users`, `rounds` times around: the number of steps that add noise, and what the last user
/// learns of the first, the token published and not, as squared mean of a Gaussian mechanism in units of
/// (Delta/sigma)^2; "inf" where a value is seen without noise.
/// @pre 2 <= users, 1 <= rounds. @complexity users x rounds.
[[nodiscard]] std::vector<Certificate> ring_bounds(std::int64_t users, std::int64_t rounds);

}  // namespace hearsay::report
