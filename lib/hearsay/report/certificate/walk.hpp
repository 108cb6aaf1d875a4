// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// A token that makes `steps` steps, each to a uniform user of `users`, of whom `places` are watched.
struct WalkInstance {
  std::int64_t users = 2, steps = 1, places = 1;
};

/// The chance that at least `least` steps go to the places, from both sides to 1e-40 of it all.
/// @pre 1 <= places < users, steps >= 1, least >= 1. @complexity O(least).
[[nodiscard]] Certificate visits_bounds(const WalkInstance& instance, std::int64_t least);

}  // namespace hearsay::report
