// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

// n users each send one report of an epsilon0-locally-DP randomizer; a shuffler hides who sent which. Neighbors change
// one user's input.

/// 12 epsilon0 sqrt(ln(1/delta) / n).
/// @throws Error(Errc::conditions) naming what fails of n >= 1000, 0 < epsilon0 < 1/2, 0 < delta < 1/100.
/// @cite erlingsson2019amplification (Corollary 9)
/// @claims dp.shuffling.efmrtt
[[nodiscard]] double shuffling_efmrtt(double epsilon0, std::uint64_t n, double delta);

/// ln(1 + (e^epsilon0 - 1)/(e^epsilon0 + 1) (8 sqrt(e^epsilon0 ln(4/delta)) / sqrt n + 8 e^epsilon0 / n)).
/// @throws Error(Errc::conditions) unless 0 < epsilon0 <= ln(n / (16 ln(2/delta))) and 0 < delta < 1.
/// @cite feldman2021hiding (Theorem 3.1)
/// @claims dp.shuffling.clones
[[nodiscard]] double shuffling_clones(double epsilon0, std::uint64_t n, double delta);

/// The numerical bound of the same analysis, exactly: hockey-stick divergence at e^epsilon of (A + D, C - A + 1 - D)
/// and (A + 1 - D, C - A + D), C ~ Bin(n-1, e^-epsilon0), A ~ Bin(C, 1/2), D ~ Ber(e^epsilon0 / (e^epsilon0 + 1)).
/// Valid for every epsilon0-LDP randomizer, `upper` is safe to promise.
/// @pre epsilon0 > 0, 1 <= n <= 1e9, epsilon >= 0. @throws Error(Errc::domain).
/// @complexity O(sqrt(n e^-epsilon0)) binomial tails.
/// @cite feldman2021hiding (Theorem 3.2)
[[nodiscard]] Bracket shuffling_clones_delta(double epsilon0, std::uint64_t n, double epsilon);

/// Largest epsilon0 whose shuffled reports are (epsilon, delta)-DP by that bound: shuffling_clones_delta(epsilon0, n,
/// epsilon).upper() <= delta at the value, above delta at (1 + 1e-12) times it. At least epsilon, where no shuffling is
/// needed. By bisection, since the bound increases with epsilon0. Proof: let e0 < e0', t = e^e0/(1 + e^e0), t' alike.
/// From the pair at e0' make the one at e0 element by element: keep each 0 or 1 with probability a = (t + t' - 1)/(2 t'
/// - 1) and exchange it otherwise, which turns Ber(t') into Ber(t) and a fair clone into a fair clone; turn each of the
/// n - 1 - C others who are no clones into one with probability (e^-e0 - e^-e0')/(1 - e^-e0').
/// @pre 1 <= n <= 1e9, epsilon > 0 finite, 0 < delta < 1. @throws Error(Errc::domain); Error(Errc::conditions) if delta
/// is so large that an epsilon0 beyond 700 would do.
/// @complexity 50 evaluations of the bound.
/// @cite feldman2021hiding (Theorem 3.2)
[[nodiscard]] double shuffling_clones_local_epsilon(std::uint64_t n, double epsilon, double delta);

enum class Concentration { hoeffding, bennett };

/// Privacy blanket: delta at epsilon for a randomizer whose blanket has mass `gamma` (the integral of the pointwise
/// smallest output density over inputs): (1/(gamma n)) E over m ~ Bin(n, gamma) of E (L_1 + ... + L_m)^+, bounded by
/// the chosen inequality. Randomized response over L values has gamma = L / (e^epsilon0 + L - 1). Ranges and second
/// moment of L: docs/maths/privacy_blanket.md (at least as tight as the printed ones).
/// @pre epsilon0 > 0, n >= 1, epsilon > 0. @throws Error(Errc::domain); Error(Errc::conditions) unless e^-epsilon0 <=
/// gamma < 1.
/// @cite balle2019privacy (Theorem 5.3, Lemmas 5.5 and 5.6)
/// @claims dp.shuffling.blanket
[[nodiscard]] double shuffling_blanket_delta(double epsilon0, double gamma, std::uint64_t n, double epsilon,
                                             Concentration concentration);

/// Exact hockey-stick divergence of n shuffled binary randomized responses (truth with probability e^epsilon0 / (1 +
/// e^epsilon0)), in the worse direction, when `ones` of the other n - 1 users hold 1 and one user changes from 0 to 1.
/// @pre epsilon0 > 0, 1 <= n <= 20000, ones <= n - 1, epsilon >= 0. @throws Error(Errc::domain).
/// @accuracy absolute 1e-13. @complexity O(n^2), O(n) if ones is 0 or n - 1.
[[nodiscard]] Bracket shuffled_randomized_response_delta(double epsilon0, std::uint64_t n, std::uint64_t ones,
                                                         double epsilon);

}  // namespace hearsay::accounting
