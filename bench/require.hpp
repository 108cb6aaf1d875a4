// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>

namespace bench {

/// The guard before a timed loop. @throws std::runtime_error with `what` unless `condition`.
inline void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

}  // namespace bench
