// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hearsay::random {

/// Blocks that a Philox makes at a time.
inline constexpr std::size_t philox_blocks = 64;

/// Philox4x32-10: `philox_blocks` consecutive blocks from `counter`; word w of block i goes to
/// out[w * philox_blocks + i].
using Philox = void (*)(const std::uint32_t* key, const std::uint32_t* counter, std::uint32_t* out);

/// The versions that this machine can run, the fastest first; all give the same words.
[[nodiscard]] std::vector<Philox> philox_versions();

}  // namespace hearsay::random
