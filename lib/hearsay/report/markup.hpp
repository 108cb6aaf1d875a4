// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hearsay::report {

/// `text` inside an XML 1.0 or HTML document, between tags or as an attribute in quotation marks. Characters that XML
/// forbids, and all that printable_lines() shows as escapes, become such escapes. Whatever `text` is, the
/// document stays well-formed.
/// @complexity O(bytes).
[[nodiscard]] std::string xml_escape(std::string_view text);

}  // namespace hearsay::report
