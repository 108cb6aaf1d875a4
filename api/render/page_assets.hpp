// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hearsay::api {

// The parts of the page of --report, built into the program from api/render/page and Debian's d3.
[[nodiscard]] std::string page_html();
[[nodiscard]] std::string page_css();
[[nodiscard]] std::string page_js();
[[nodiscard]] std::string page_d3();
// The list of pages that `audit FILE --report` writes.
[[nodiscard]] std::string page_audits();
// The page of a rumor on a graph.
[[nodiscard]] std::string page_rumor();

}  // namespace hearsay::api
