// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>

namespace hearsay {

/// The loss of an input that is seen without noise, and the epsilon where no finite one exists.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace hearsay
