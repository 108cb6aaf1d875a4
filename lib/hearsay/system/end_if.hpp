// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/core/error.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay {

/// @throws Interrupted if `stop` says true.
inline void end_if(const Stop& stop) {
  if (stop && stop()) throw Interrupted();
}

}  // namespace hearsay
