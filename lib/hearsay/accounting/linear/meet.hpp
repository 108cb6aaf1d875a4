// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/scaled.hpp>

namespace hearsay::accounting {

/// The factor on the standard deviation of some noise, all else unchanged, that brings the largest loss down to what is
/// allowed.
struct NoiseFactor {
  /// A decimal of few digits, rounded up, at which the losses were judged. Nothing: no factor up to 2^20 does. 0: 2^-20
  /// does already, so that the noise is hardly needed.
  std::optional<double> factor;
  double loss = 0.0;  ///< at the factor, at most `allowed`; at 2^20 if no factor does
  bool estimated = false;
};

/// Of all noise at once: sqrt(loss / allowed), since every loss scales as the inverse variance; rounded up to five
/// digits.
/// @pre allowed > 0. @throws Error(Errc::domain) otherwise; what linear_account throws.
[[nodiscard]] NoiseFactor common_factor(const LinearModel& model, const std::vector<LinearAudience>& audiences,
                                        double allowed);

/// Of noise[kind] of a protocol alone, rounded up to four digits: bisection over the factor, in which the losses
/// fall. @pre kind < losses.protocol().noise.size(), allowed > 0. @complexity some 20 settings of `losses`.
[[nodiscard]] NoiseFactor factor_of_kind(ScaledLosses& losses, std::size_t kind, double allowed);

/// Node noise and pair noise of the least total variance at which all losses are allowed.
struct NoiseSplit {
  double node = 0.0,
         pair = 0.0;      ///< factors on the standard deviations, rounded up to five digits; 0: that noise is left out
  double variance = 0.0;  ///< of all that the nodes add, summed: each pair's noise counts twice
  double least = 0.0;     ///< a proved lower bound on it, up to rounding; 0: none
  double now = 0.0;       ///< the variance of the protocol as it is
  bool estimated = false;
};

/// The losses are convex in the two variances a and b, and L(a, r a) = L(1, r) / a: the total V_n a + V_p b is least
/// where L(1, r) (V_n + r V_p) is, a quasiconvex function of ln r. Any test w of a change d shows
///
///     loss >= (w^T A d)^2 / (a |N^T w|^2 + b |P^T w|^2),
///
/// so that each is a linear constraint on (a, b); the linear program with the tests found near the optimum is the dual
/// bound `least`.
/// @return nothing unless the protocol has both node and pair noise, or if no split is private.
/// @pre allowed > 0. @complexity some 50 settings of `losses`.
[[nodiscard]] std::optional<NoiseSplit> least_split(ScaledLosses& losses, double allowed);

}  // namespace hearsay::accounting
