// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/audit/request.hpp"

namespace hearsay::cli {

/// The page of `audit gossip --report`.
/// @param result  as --json writes it.
/// @pre the outcome has kept its views.
/// @throws Error(Errc::too_large) for more nodes than a page can hold; as page_data.
[[nodiscard]] std::string audit_page(const AuditOutcome& outcome, const nlohmann::ordered_json& result,
                                     const Common& common);

/// One line of the page that lists the audits of a file.
struct ListedAudit {
  std::string page;  ///< the name of its file, in the same folder
  std::string name, verdict, words;
};

/// The page that lists the audits of `audit FILE --report`.
[[nodiscard]] std::string audits_page(const std::string& title, const std::string& verdict,
                                      const std::vector<ListedAudit>& audits);

}  // namespace hearsay::cli
