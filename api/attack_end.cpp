// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_end.hpp"

#include <fmt/format.h>

namespace hearsay::api {

AttackEnd end_of_runs(bool refuted, std::uint64_t finished, std::uint64_t asked) {
  if (finished >= asked) return {.refuted = refuted};
  return {.refuted = refuted,
          .partial = true,
          .why = fmt::format("cut short: the result is partial and covers the first {} of {} runs", finished, asked)};
}

}  // namespace hearsay::api
