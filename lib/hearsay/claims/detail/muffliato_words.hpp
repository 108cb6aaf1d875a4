// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace hearsay::claims {

// Texts that several claims about Muffliato share.
inline constexpr std::string_view one_gossip_observer =
    "one honest-but-curious node: receives the messages of its neighbors; knows the graph and W";
inline constexpr std::string_view fixed_gossip_domain =
    "every connected graph on 2 to 5 nodes, observer, target and T <= 4 (Metropolis); then generated graphs of up to "
    "12 nodes, T <= 8, Metropolis and min-degree weights";

}  // namespace hearsay::claims
