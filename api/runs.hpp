// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::api {

/// How many of the runs that were asked for are finished, and make the answer.
struct Runs {
  std::uint64_t finished = 0, asked = 0;

  [[nodiscard]] bool cut_short() const { return finished < asked; }
};

}  // namespace hearsay::api
