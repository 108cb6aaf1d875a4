// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/rumor/first_sender.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// What is known of delta = sum_v max(0, P_i(v) - factor P_j(v)) if the laws as they are stored have `sum`. An error of
/// P_i moves it by at most the sum of errors; one of P_j by `factor` times that, and by relative / (1 - relative) of
/// P_i at most, since it counts only where factor P_j is the smaller.
/// @param sum  in double, terms in any order. @pre factor = e^epsilon to two roundings. @return within [0, 1].
[[nodiscard]] Bracket rounded_delta(double sum, const SenderLaw& i, const SenderLaw& j, double factor);

/// What is known of ln(ratio), at least 0, if the two numbers of the ratio have these relative errors.
/// @param ratio  in double; +infinity: nothing is known.
[[nodiscard]] Bracket rounded_pure_epsilon(double ratio, double relative_above, double relative_below);

}  // namespace hearsay::accounting
