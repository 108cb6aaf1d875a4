// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay {

/// Largest relative error of one rounding to double: 2^-53.
inline constexpr double unit_roundoff = 0x1p-53;

}  // namespace hearsay
