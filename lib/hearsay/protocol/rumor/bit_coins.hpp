// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include <hearsay/random/words.hpp>

// Coins for sets of nodes that are kept as bits, 64 to a number.

namespace hearsay::protocol {

/// How many bits are 1.
[[nodiscard]] std::uint64_t ones(std::span<const std::uint64_t> bits);

/// Makes each bit 1 with probability threshold / 2^32, independently. The same bits on every machine.
/// @pre threshold < 2^32
/// @complexity about ten words a number, or as many as the threshold has binary digits.
void toss(std::span<std::uint64_t> bits, std::uint64_t threshold, random::Words& words);

/// Keeps each 1 with probability threshold / 2^32, independently, by one coin of toss() for each.
/// @pre threshold <= 2^32
void thin(std::span<std::uint64_t> bits, std::uint64_t threshold, random::Words& words);

namespace detail {

/// Moves the low bits of `coins`, in order, to the places where `bits` has a 1. @pre `bits` has no more than 64.
using Deal = void (*)(std::span<std::uint64_t> bits, const std::uint64_t* coins);

/// The versions that this machine can run, the fastest first; all give the same bits.
[[nodiscard]] std::span<const Deal> deal_versions();

}  // namespace detail

}  // namespace hearsay::protocol
