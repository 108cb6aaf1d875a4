// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/workload.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::api {

void require_affordable(std::string_view where, const Workload& work, std::string_view remedy) {
  const double available = available_memory();
  if (!(work.bytes <= available)) {
    throw Error(Errc::too_large, where,
                fmt::format("needs about {:.3g} GiB of memory and {:.3g} GiB are free; lower {}", work.bytes / gib,
                            available / gib, remedy));
  }
  if (!(work.operations <= largest_operations)) {
    throw Error(Errc::too_large, where,
                fmt::format("needs about {:.2g} operations, more than the limit of {:g} (hours on one core); lower {}",
                            work.operations, largest_operations, remedy));
  }
}

}  // namespace hearsay::api
