// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/report/terminal_text.hpp>
#include "api/account_gossip_nodes.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// The result where nodes differ, without "provenance" and "timing".
[[nodiscard]] nlohmann::ordered_json by_node_json(const GossipQuestion& question, const GossipByNode& found,
                                                  const Origin& origin);

/// The same as a table.
[[nodiscard]] report::TerminalText by_node_text(const GossipQuestion& question, const GossipByNode& found);

}  // namespace hearsay::api
