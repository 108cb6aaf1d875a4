// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/random/stream.hpp>
#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

/// What the receiver at the end of a path of `nodes` nodes, each of which adds N(0, 1), learns of a value that changed
/// by 1: mu is at least the result's value, except with probability alpha. `runs` views under each hypothesis.
[[nodiscard]] LowerBound attack_relay(std::uint32_t nodes, std::uint32_t runs, double alpha, random::Seed seed);

}  // namespace hearsay::empirical
