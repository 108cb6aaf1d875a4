#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// A histogram token on a ring: each of `users` adds an answer of `buckets`-ary randomized response on each of `rounds` laps, and the token
/// starts with `initial` uniform elements.
struct RingHistogram {
  std::int64_t users = 2;
  std::int64_t rounds = 1;
  std::int64_t buckets = 2;
  double gamma = 0.5;        ///< share of random answers
  std::int64_t initial = 0;  ///< random elements of the token at the start
};

/// Worst hockey-stick divergence at e^epsilon of what one user sees of another's change of value, over all pairs of users and all values of the
/// others, as a certified bracket. The worst pair is the first two users: user 2 sees user 1's answer among the initial elements, and on
/// each later lap among the answers of the users - 2 others. `upper` holds for all values of the others: their truthful answers are
/// given away, and whether user 1 or a random answer falls outside the two values. `lower` is the exact loss where all others
/// hold one value, a third one if there is one. docs/maths/walk.md, section 10.
/// \pre users >= 2, rounds in [1, 10^6], buckets >= 2, 0 < gamma < 1, initial >= 0, epsilon >= 0 finite.
/// \throws Error(Errc::domain) otherwise; Error(Errc::conditions) for a local epsilon outside [10^-6, 50]; Error(Errc::too_large) beyond 2^21
///         outcomes of one lap, or as divergence::Composition.
/// \accuracy each end within 0.2 % + 1e-5 of delta by the grid of losses, in the worlds of tests/accounting/walk_ring_histogram_test.cpp; the rest is what is given away: nothing for one lap.
/// \complexity O(outcomes) and two FFTs a side.
[[nodiscard]] Bracket ring_histogram_delta(const RingHistogram& ring, double epsilon);

/// Smallest epsilon >= 0 at which that divergence is at most `delta`. \pre 0 < delta < 1. \throws as ring_histogram_delta;
/// Error(Errc::conditions) if delta is not above what is neglected.
[[nodiscard]] Bracket ring_histogram_epsilon(const RingHistogram& ring, double delta);

}  // namespace hearsay::accounting
