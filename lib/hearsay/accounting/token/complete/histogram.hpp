// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// Accountant of what the observers see of one user's change of value in the histogram walk, in the worst case over all
/// values of the others. The increments of the token are independent and equally distributed, so the view is a
/// multinomial count and each divergence a mixture of binomial ones. With three or more buckets the worst case is that
/// all other users hold a third value: a theorem. With two it mostly is that they all hold one value, but not always,
/// and the numbers of those who do are searched by branch and bound. docs/maths/walk.md, section 7.
class TokenHistogram {
 public:
  /// @pre the question's task is histogram, no known neighbors.
  /// @throws Error(Errc::domain) as require_token; Error(Errc::conditions) for another question.
  explicit TokenHistogram(const TokenQuestion& question);

  /// @return `lower` is attained by some values of the others, `upper` holds for all.
  /// @pre epsilon >= 0, finite. @throws Error(Errc::domain) otherwise; Error(Errc::too_large) if the law of the number
  /// of increments takes more than 2e9 operations.
  /// @accuracy 1e-12 of the tails that are subtracted, and the tails left out; with two buckets 1e-9 relative besides,
  /// unless that takes more than 256 sets of values, when the bracket says what is known.
  /// @complexity O(n + sqrt(T/n)) increments a set of values, a binomial tail for some of them; with two buckets some
  /// hundred sets at most.
  /// @claims walk.thm6.final, walk.thm6.final.repaired
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// Smallest epsilon >= 0 at which that divergence is at most `delta`: `upper` is safe to promise, below `lower` it is
  /// not so.
  /// @pre 0 < delta < 1. @throws Error(Errc::domain) otherwise; as delta().
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  TokenQuestion question_;
};

}  // namespace hearsay::accounting
