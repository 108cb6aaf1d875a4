// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/audit_request.hpp"

namespace hearsay::cli {

/// The page of `audit gossip --report`.
/// @param result  as --json writes it.
/// @pre the outcome has kept its views.
/// @throws Error(Errc::too_large) for more nodes than a page can hold; as page_data.
[[nodiscard]] std::string audit_page(const AuditOutcome& outcome, const nlohmann::ordered_json& result,
                                     const Common& common);

}  // namespace hearsay::cli
