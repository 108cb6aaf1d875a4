// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <hearsay/core/bracket.hpp>
#include <hearsay/formula/wide_range.hpp>

namespace hearsay::props::bound {

/// Doubles around a range: the largest that is at most its lower end, the smallest that is at least its upper end.
struct DoubleEnds {
  double lower, upper;
};
[[nodiscard]] DoubleEnds double_ends(const formula::Range& range);

/// What a bracketed number may be that grows with `x` and falls with `y`, for all x and y of these ranges: of epsilon
/// and delta as functions of mu and of each other.
[[nodiscard]] formula::Range growing_falling(const std::function<Bracket(double x, double y)>& number,
                                             const formula::Range& x, const formula::Range& y);

/// Epsilon at delta, and delta at epsilon, of Gaussian DP with these mu.
/// @throws Error(Errc::domain) unless 0 < delta < 1, or 0 <= epsilon <= 700.
[[nodiscard]] formula::Range gaussian_epsilon_range(const formula::Range& mu, const formula::Range& delta);
[[nodiscard]] formula::Range gaussian_delta_range(const formula::Range& mu, const formula::Range& epsilon);

/// Refuses an argument of epsilon(delta), or of delta(epsilon). @throws as above.
void require_delta(const formula::Range& delta);
void require_epsilon(const formula::Range& epsilon);

}  // namespace hearsay::props::bound
