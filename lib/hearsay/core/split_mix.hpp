// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay {

/// Output number `index` = 1, 2, ... of SplitMix64 seeded with 0: a hash of the index, for numbers that only must not
/// follow a pattern. Random draws come from random::Stream.
/// @cite steele2014fast
[[nodiscard]] constexpr std::uint64_t split_mix(std::uint64_t index) {
  std::uint64_t hash = index * 0x9e3779b97f4a7c15u;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
  return hash ^ hash >> 31;
}

}  // namespace hearsay
