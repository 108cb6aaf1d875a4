// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::stats {

/// Trials that a mixture is worth by default: near the best for some hundred to some hundred thousand trials.
inline constexpr double usual_weight = 100.0;

/// ln of the e-value against "the success probability is p" after `successes` of `trials`: with k = successes, n =
/// trials, w = weight,
///
///     E_n(p) = B(w p + k, w (1 - p) + n - k) / (B(w p, w (1 - p)) p^k (1 - p)^(n - k)),
///
/// the likelihood ratio to p of a beta mixture over all success probabilities whose mean is p and which is worth w
/// trials. While p is true, E_n(p) is a non-negative martingale with E_0 = 1, so P(E_n(p) >= 1/alpha for some n) <=
/// alpha (Ville), however the number of trials is chosen; w must be chosen before the first of them.
/// @return +infinity if p is impossible (p = 0 after a success, p = 1 after a failure).
/// @throws Error(Errc::domain) if successes > trials, p is outside [0, 1] or weight is not positive and finite.
/// @complexity six ln Gamma.
/// @cite robbins1970statistical, ville1939etude, howard2021time; derivation: docs/maths/anytime.md
[[nodiscard]] double log_e_value(std::uint64_t successes, std::uint64_t trials, double p, double weight = usual_weight);

/// Confidence sequence for a success probability: {p : E_n(p) < 1/alpha}, an interval. The intervals of all n cover p
/// together with probability at least 1 - alpha, so a run may look at them after every trial and stop when it likes.
/// @param weight  about a tenth of the number of trials at which the interval should be narrowest.
/// @return lower and upper limits, rounded outward; estimate = successes / trials, 1/2 if there are none yet.
/// @throws Error(Errc::domain) if successes > trials, alpha is outside (0, 1) or weight is not positive and finite.
/// @complexity about 100 evaluations of log_e_value; 1100 after a single success or failure.
/// @cite robbins1970statistical, howard2021time
[[nodiscard]] Bracket anytime_interval(std::uint64_t successes, std::uint64_t trials, double alpha,
                                       double weight = usual_weight);

}  // namespace hearsay::stats
