// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::random {

/// The user's seed: `--seed N`.
struct Seed {
  std::uint64_t value = 1;
};

}  // namespace hearsay::random
