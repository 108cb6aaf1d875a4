// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::stats {

/// Exact two-sided confidence interval for a success probability after `successes` of `trials`:
/// each side errs with probability at most alpha/2, so the interval covers with probability at least 1 - alpha.
/// @return lower and upper limits; estimate = successes / trials.
/// @throws Error(Errc::domain) if trials = 0, successes > trials, or alpha is outside (0, 1).
/// @complexity one inverse incomplete beta function a side (Boost.Math).
/// @cite clopper1934use
[[nodiscard]] Bracket clopper_pearson(std::uint64_t successes, std::uint64_t trials, double alpha);

}  // namespace hearsay::stats
