// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/random/stream.hpp>
#include <hearsay/random/words.hpp>

namespace hearsay::random {

/// Binomial(trials, probability), one draw. Below ten expected successes by the gaps between successes, which are
/// geometric; above by Hoermann's transformed rejection (BTRS). The accepted height is compared through log1p of exact
/// integer differences: the usual differences of log-factorials are wrong by 10^-3 at 10^12 trials.
/// @param trials       0 .. 10^15.
/// @param probability  in [0, 1].
/// @throws Error(Errc::domain) outside these ranges.
/// @accuracy relative error of a point probability below 10^-8.
/// @complexity about four uniform numbers, whatever the number of trials is.
/// @cite hormann1993binomial
[[nodiscard]] std::uint64_t binomial(Stream& stream, std::uint64_t trials, double probability);
[[nodiscard]] std::uint64_t binomial(Words& words, std::uint64_t trials, double probability);

}  // namespace hearsay::random
