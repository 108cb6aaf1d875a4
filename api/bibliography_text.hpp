// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace hearsay::api {

// Built into the program: docs/references.bib and CITATION.cff.
[[nodiscard]] std::string references_bib();
[[nodiscard]] std::string citation_cff();

}  // namespace hearsay::api
