// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/markup.hpp>

#include <hearsay/core/printable.hpp>

namespace hearsay::report {

std::string xml_escape(std::string_view text) {
  std::string safe;
  for (const char c : printable_lines(text)) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      default:
        safe += c;
    }
  }
  return safe;
}

}  // namespace hearsay::report
