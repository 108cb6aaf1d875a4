// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::divergence {

/// (epsilon, delta) of (epsilon, delta)-DP.
struct Promise {
  double epsilon, delta;
};

/// Best delta at `total_epsilon` of `count` adaptive mechanisms of which all that is known is that each is `each`:
/// attained by randomized response, so it is a binomial sum,
///
///     1 - (1 - delta)^k (1 - sum_l P(l) (1 - e^(total - (2l - k) epsilon))^+),      l ~ Bin(k, e^epsilon / (1 +
///     e^epsilon)).
///
/// @return  certified bracket, relative width below 1e-10 + 1e-14 count.
/// @pre     each.epsilon >= 0, 0 <= each.delta < 1, total_epsilon >= 0, 1 <= count <= 1e8. @throws Error(Errc::domain)
/// otherwise.
/// @complexity O(count).
/// @cite kairouz2015composition (Theorem 3.3)
[[nodiscard]] Bracket optimal_composition_delta(const Promise& each, std::uint64_t count, double total_epsilon);

/// Smallest total epsilon at `total_delta`: `upper` is safe to promise.
/// @throws Error(Errc::conditions) if total_delta < 1 - (1 - delta)^count, where no finite epsilon exists;
/// Error(Errc::domain) as above.
[[nodiscard]] Bracket optimal_composition_epsilon(const Promise& each, std::uint64_t count, double total_delta);

/// (k epsilon, k delta). @throws as optimal_composition_delta.
[[nodiscard]] Promise basic_composition(const Promise& each, std::uint64_t count);

/// (sqrt(2 k ln(1/slack)) epsilon + k epsilon (e^epsilon - 1), k delta + slack).
/// @pre 0 < slack < 1. @throws as optimal_composition_delta.
/// @cite dwork2010boosting (Theorem III.3)
/// @claims dp.composition.advanced
[[nodiscard]] Promise advanced_composition(const Promise& each, std::uint64_t count, double slack);

}  // namespace hearsay::divergence
