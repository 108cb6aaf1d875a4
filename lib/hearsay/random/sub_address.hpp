// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cstdint>

#include <hearsay/core/error.hpp>

namespace hearsay::random {

/// Two numbers in one word of a Stream's address: `minor` in the lower `bits` bits, `major` above.
/// @pre 0 < bits < 32.
/// @throws Error(Errc::budget_spent) if one does not fit: two addresses would meet.
[[nodiscard]] inline std::uint32_t sub_address(std::uint32_t major, std::uint32_t minor, unsigned bits) {
  if (minor >> bits != 0 || major >> (32 - bits) != 0)
    throw Error(Errc::budget_spent, "sub_address",
                fmt::format("{} and {} do not fit into {} and {} bits", major, minor, 32 - bits, bits));
  return major << bits | minor;
}

}  // namespace hearsay::random
