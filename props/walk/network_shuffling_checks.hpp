// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <hearsay/run/finding.hpp>

#include "props/oracle/rational.hpp"

namespace hearsay::props {

// Checks of the netshuffle.* claims, open to other numbers than the claimed ones, which they must not accept.

/// delta of the reports of `users` users of randomized response with e^epsilon0 = `ratio` at e^epsilon.
using ShuffledDelta =
    std::function<double(std::size_t users, const oracle::Rational& ratio, const oracle::Rational& e_epsilon)>;

/// The largest over what the others hold, by the accountant of uniform shuffling.
[[nodiscard]] double uniform_shuffle_delta(std::size_t users, const oracle::Rational& ratio,
                                           const oracle::Rational& e_epsilon);

/// The checks of netshuffle.limit, netshuffle.bipartite.repaired and netshuffle.steps, for any delta of uniform
/// shuffling.
[[nodiscard]] run::Finding check_shuffling_limit(const ShuffledDelta& shuffled, const run::Context& context);
[[nodiscard]] run::Finding check_shuffling_by_sides(const ShuffledDelta& shuffled, const run::Context& context);
[[nodiscard]] run::Finding check_shuffling_steps(const ShuffledDelta& shuffled, const run::Context& context);

}  // namespace hearsay::props
