// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace hearsay::api {

/// What a command is about to ask of the machine, estimated from its options alone.
struct Workload {
  double operations = 0.0;  ///< floating-point or table operations, to a factor of about 4
  double bytes = 0.0;       ///< memory at the peak, to a factor of about 2
};

/// Limit of one command: hours on one core.
inline constexpr double largest_operations = 2e13;

/// Refuses work that cannot end well before it starts: more operations than the limit, more memory than is free.
/// @param remedy  what the user may lower, e.g. "`steps` or `runs`".
/// @throws Error(Errc::too_large) with the estimate.
void require_affordable(std::string_view where, const Workload& work, std::string_view remedy);

}  // namespace hearsay::api
