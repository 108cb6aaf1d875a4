// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hearsay::api {

/// `text` with each "{{name}}" replaced by the part of that name. @pre every name has a part.
[[nodiscard]] std::string filled(std::string_view text,
                                 const std::vector<std::pair<std::string_view, std::string>>& parts);

}  // namespace hearsay::api
