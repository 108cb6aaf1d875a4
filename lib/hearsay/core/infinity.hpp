// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace hearsay {

/// The loss of who is exposed, the epsilon that nothing meets.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace hearsay
