// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "api/account_rumor_on_graph.hpp"
#include "api/audit_rumor.hpp"

namespace hearsay::api {

/// Refuses graphs that a page cannot draw. @throws Error(Errc::too_large) beyond 5,000 nodes.
void require_rumor_page(const graph::Graph& graph);

/// A self-contained page: the network drawn, its honest nodes colored by what they lose as sources, curious nodes
/// marked; tables, and the result as JSON. Needs no network, opens from disk, prints.
/// @param result  as to_json has it. @throws as require_rumor_page.
[[nodiscard]] std::string rumor_page(const RumorOnGraphAnswer& answer, const nlohmann::ordered_json& result,
                                     const Origin& origin);
[[nodiscard]] std::string rumor_page(const AuditRumorAnswer& answer, const nlohmann::ordered_json& result,
                                     const Origin& origin);

}  // namespace hearsay::api
