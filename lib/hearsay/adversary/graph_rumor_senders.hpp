// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/protocol/rumor/graph_rumor.hpp>
#include <hearsay/random/words.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::adversary {

/// The senders of the first seen.size() messages of honest nodes to curious ones, in order, of one run from `source`.
/// They are a function of the ordered sequence of (sender, curious receiver) that the curious nodes see.
/// @param curious  by node, other than 0 for a curious one.
/// @param seen     where they are written.
/// @param stop     asked after every 2^22 messages.
/// @pre a message that leaves `source` can come to a curious node.
/// @throws Interrupted once `stop` says true.
void watch_honest_senders(protocol::GraphRumor& rumor, std::span<const char> curious, graph::Node source,
                          random::Words& words, std::span<graph::Node> seen, const Stop& stop = {});

}  // namespace hearsay::adversary
