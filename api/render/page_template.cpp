// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/page_template.hpp"

#include <algorithm>

namespace hearsay::api {

std::string filled(std::string_view text, const std::vector<std::pair<std::string_view, std::string>>& parts) {
  std::string result;
  for (std::size_t at = 0;;) {
    const auto open = text.find("{{", at);
    result += text.substr(at, open - at);
    if (open == text.npos) return result;
    const auto close = text.find("}}", open);
    const auto name = text.substr(open + 2, close - open - 2);
    result += std::ranges::find(parts, name, &std::pair<std::string_view, std::string>::first)->second;
    at = close + 2;
  }
}

}  // namespace hearsay::api
