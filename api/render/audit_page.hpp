// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/system/execution.hpp>
#include "api/audit_file.hpp"
#include "api/audit_network.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// The page of an audit, made sooner if the answer has kept its views.
/// @param result  as to_json has it; its "timing", if it has one, becomes that of the page's end.
/// @param origin  asked at the end.
/// @throws Error(Errc::too_large) for more nodes than a page can hold; as require_page and page_data.
[[nodiscard]] std::string audit_page(const AuditAnswer& answer, nlohmann::ordered_json& result,
                                     const Execution& execution, const std::function<Origin()>& origin);

/// The name of the page of the i-th audit of a file, counted from 0.
[[nodiscard]] std::string audit_page_name(std::size_t i);

/// The page that lists the audits of a file, with links to the pages of that name.
[[nodiscard]] std::string audits_page(const AuditFileAnswer& answer);

}  // namespace hearsay::api
