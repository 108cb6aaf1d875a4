// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/random/stream.hpp>

namespace hearsay::protocol {

/// What the last of `nodes` nodes on a path sends, each of which adds N(0, sigma^2) to what it hands on.
/// @throws Error(Errc::domain) unless nodes >= 1 and sigma is finite and >= 0.
[[nodiscard]] double relay(double value, std::uint32_t nodes, double sigma, random::Seed seed, std::uint32_t run);

}  // namespace hearsay::protocol
