// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// How far the law of a first sender may be off.
struct SenderErrors {
  double total = 0.0;     ///< at least the sum of the errors of all its probabilities
  double relative = 0.0;  ///< at least the relative error of each; +infinity if nothing is known
};

/// What is known of delta = sum_v max(0, P_i(v) - factor P_j(v)) if the laws as they are stored have `sum`. An error of
/// P_i moves it by at most the sum of errors; one of P_j by `factor` times that, and by relative / (1 - relative) of
/// P_i at most, since it counts only where factor P_j is the smaller.
/// @param sum  of so many terms, in double, in any order.
/// @return within [0, 1].
/// @pre factor = e^epsilon to two roundings.
[[nodiscard]] Bracket rounded_delta(double sum, std::size_t terms, const SenderErrors& i, const SenderErrors& j,
                                    double factor);

/// What is known of ln(ratio), at least 0, if the two numbers of the ratio have these relative errors.
/// @param ratio  in double; +infinity: nothing is known.
[[nodiscard]] Bracket rounded_pure_epsilon(double ratio, double relative_above, double relative_below);

}  // namespace hearsay::accounting
