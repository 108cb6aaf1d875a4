// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace hearsay::claims {

// Texts that several claims about rumors share.
inline constexpr std::string_view unending =
    "complete graph, n nodes, f curious, b = f/n, asynchronous, self-sends allowed, "
    "the process does not terminate (every finite prefix)";
inline constexpr std::string_view ordered =
    "sees the ordered sequence of (sender, curious receiver); knows n, f, s, not the times";
inline constexpr std::string_view nobody = "none";

}  // namespace hearsay::claims
