// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/divergence/promise.hpp>

namespace hearsay::controls {

// Accountants of the DP core that are wrong on purpose.

/// Sampling m of n with replacement, charged as if an element could be drawn only once: (ln(1 + q (e^epsilon - 1)), q
/// delta(epsilon)), q = 1 - (1 - 1/n)^m, for a Gaussian sum of signal to noise ratio mu.
[[nodiscard]] divergence::Promise subsampling_without_groups(std::uint64_t m, std::uint64_t n, double mu,
                                                             double epsilon);

/// Plain composition that adds the epsilons and forgets to add the deltas.
[[nodiscard]] divergence::Promise composition_with_one_delta(const divergence::Promise& each, std::uint64_t count);

}  // namespace hearsay::controls
