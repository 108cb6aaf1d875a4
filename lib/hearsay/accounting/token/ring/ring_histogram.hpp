// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// Accountant of a histogram token on a ring: each of `users` adds an answer of `buckets`-ary randomized response on
/// each of `rounds` laps, and the token starts with `initial` uniform elements. What is accounted for is what one user
/// sees of another's change of value, in the worst case over all pairs of users and all values of the others. The worst
/// pair is the first two users: user 2 sees user 1's answer among the initial elements, and on each later lap among the
/// answers of the users - 2 others.
///
/// One lap, or up to 12 users, 3 buckets and 2^20 terms: exact, by summation over all outcomes and all sets of values.
/// Otherwise `upper` is that of views that dominate those of all values: with two buckets at most 1/32 of the others
/// give their truthful answers away, with more buckets all of them do, which then costs little; `lower` is lost where
/// all others hold one value, a third one if there is one. docs/maths/walk.md, section 10.
struct RingHistogram {
  std::int64_t users = 2;
  std::int64_t rounds = 1;
  std::int64_t buckets = 2;
  double gamma = 0.5;        ///< share of random answers
  std::int64_t initial = 0;  ///< random elements of the token at the start

  /// Worst hockey-stick divergence at e^epsilon, as a certified bracket.
  /// @pre users >= 2, rounds in [1, 10^6], buckets >= 2, 0 < gamma < 1, initial >= 0, epsilon >= 0 finite.
  /// @throws Error(Errc::domain) otherwise; Error(Errc::conditions) for a local epsilon outside [10^-6, 50];
  /// Error(Errc::too_large) beyond 2^25 outcomes of one lap, or as divergence::Composition.
  /// @accuracy 1e-12 relative where it is exact; otherwise the ends of epsilon differ by less than 1 % for a gamma >=
  /// 3/4 of a thousand users or more (tests/accounting/token/ring/ring_histogram_test.cpp), and by more for few users
  /// and small gamma.
  /// @complexity O(outcomes), and two FFTs for each of at most 34 views.
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// Smallest epsilon >= 0 at which that divergence is at most `delta`. @pre 0 < delta < 1. @throws as delta();
  /// Error(Errc::conditions) if delta is not above what is neglected.
  [[nodiscard]] Bracket epsilon(double delta) const;
};

}  // namespace hearsay::accounting
