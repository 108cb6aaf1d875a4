// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::stats {

/// ln of the e-value against "the success probability is p" after `successes` of `trials`: with k = successes, n =
/// trials,
///
///     E_n(p) = B(k + 1/2, n - k + 1/2) / (B(1/2, 1/2) p^k (1 - p)^(n - k)),
///
/// the likelihood ratio to p of the arcsine mixture over all success probabilities. While p is true, E_n(p) is a
/// non-negative martingale with E_0 = 1, so P(E_n(p) >= 1/alpha for some n) <= alpha (Ville), however the number of
/// trials is chosen.
/// @return +infinity if p is impossible (p = 0 after a success, p = 1 after a failure).
/// @throws Error(Errc::domain) if successes > trials or p is outside [0, 1].
/// @complexity four ln Gamma.
/// @cite robbins1970statistical, ville1939etude; derivation: docs/maths/anytime.md
[[nodiscard]] double log_e_value(std::uint64_t successes, std::uint64_t trials, double p);

/// Confidence sequence for a success probability: {p : E_n(p) < 1/alpha}. The intervals of all n cover p together with
/// probability at least 1 - alpha, so a run may look at them after every trial and stop when it likes.
/// @return lower and upper limits, rounded outward; estimate = successes / trials, 1/2 if there are none yet.
/// @throws Error(Errc::domain) if successes > trials or alpha is outside (0, 1).
/// @complexity about 100 evaluations of log_e_value.
/// @cite robbins1970statistical
[[nodiscard]] Bracket anytime_interval(std::uint64_t successes, std::uint64_t trials, double alpha);

}  // namespace hearsay::stats
