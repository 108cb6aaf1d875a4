// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>

namespace hearsay::accounting {

/// One answer of the protected user to L-ary randomized response: its new value, its old one, any other; the first two
/// are swapped before the change.
struct Answer {
  double truth, lie, rest;
};

/// Is given the probabilities of each outcome of one lap after and before the change. Outcomes may come several times,
/// in any order.
using OnOutcome = std::function<void(double p, double q)>;

/// Probability of outcomes that a lap below leaves out, at most.
inline constexpr double lap_left_out = 4e-20;

/// The histogram of the answer and `others` elements that are the new value with probability x, the old one with y and
/// another with z = 1 - x - y, independently.
/// @param weight  multiplies every probability.
/// @throws Error(Errc::too_large) beyond 2^25 outcomes.
void open_lap(const Answer& answer, std::int64_t others, double x, double y, double z, double weight,
              const OnOutcome& on_outcome);

/// A pair that dominates the answer among those of `others` whose values are anything: their truthful answers are given
/// away, so that Bin(others, gamma) uniform elements of `buckets` values are left, a number that is known, and taken
/// for a smaller one where they are many.
/// @throws as open_lap.
void blanket_lap(const Answer& answer, std::int64_t others, double gamma, std::int64_t buckets,
                 const OnOutcome& on_outcome);

/// Two buckets: the answer among those of `fresh` others with the new value, `old` ones with the old one, and `unknown`
/// ones whose truthful answers are given away. @throws as open_lap.
void mixed_lap(const Answer& answer, std::int64_t fresh, std::int64_t old, std::int64_t unknown, double gamma,
               const OnOutcome& on_outcome);

}  // namespace hearsay::accounting
