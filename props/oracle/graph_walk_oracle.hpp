// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "props/oracle/rational.hpp"

namespace hearsay::props::oracle {

// Tokens that walk on a graph, by their definitions, in exact arithmetic. Losses are in units of alpha Delta^2 / (2
// sigma^2).

/// X_0 is uniform, P(X_{t+1} = b | X_t = a) = w[a][b]. Who holds the token at t < steps multiplies it by `contraction`
/// and adds its value and one noise; the observer reads it when it arrives, at 1, ..., steps, and knows the times and
/// what it added itself. The target's value is what is hidden.
struct TokenWalk {
  Matrix w;
  std::size_t observer, target;
  int steps;
  Rational contraction = 1;
};

/// Limit of the loss of all readings for much noise: E sum over readings of E[a | gap]^2 / v, a what a change of 1 at
/// the target moves the reading by, v the variance of the noise of the hidden steps. Gap by gap: the observer holds the
/// token, or the walk begins, and somebody else holds it until the reading.
[[nodiscard]] Rational walk_limit(const TokenWalk& walk);

/// The same, given that the observer reads the token at most `most` times. @pre that can happen.
[[nodiscard]] Rational walk_limit_given(const TokenWalk& walk, int most);

/// walk_limit from a list of all walks: those with readings at the same times are one view.
[[nodiscard]] Rational listed_walk_limit(const TokenWalk& walk);

/// sum_{i <= steps} (w^i)_{from, to} / i.
[[nodiscard]] Rational power_series(const Matrix& w, std::size_t from, std::size_t to, int steps);

/// [t-1]: probability that the walk from `from` meets `to` first at t = 1, ..., steps.
[[nodiscard]] Row first_hits(const Matrix& w, std::size_t from, std::size_t to, int steps);

/// sum_{i <= n} 1/i.
[[nodiscard]] Rational harmonic(int n);

/// Bracket of ln n of width below 1e-12. @pre 1 <= n <= 1000.
[[nodiscard]] Interval logarithm(int n);

/// Squared mean over variance that is left of one visit: `local` noisy steps that each move the token by 1, then later
/// noisy steps; step i multiplies the token by factors[i] before it adds its noise. @pre 0 < local <= factors.size().
[[nodiscard]] Rational visit_square(const Row& factors, std::size_t local);

}  // namespace hearsay::props::oracle
