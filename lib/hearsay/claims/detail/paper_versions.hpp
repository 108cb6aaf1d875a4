// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace hearsay::claims {

// Which version of a paper a claim quotes.
inline constexpr std::string_view aistats = "AISTATS 2022 (the text at hand names no arXiv version)";
inline constexpr std::string_view neurips = "NeurIPS 2022, arXiv:2206.05091 (the text at hand names no version)";
inline constexpr std::string_view neurips_corrected =
    "NeurIPS 2022, arXiv:2206.05091 (the text at hand names no version); corrected by the authors since: the code "
    "released with arXiv:2510.17480 computes Theorem 11 of arXiv:2206.05091 by \"the original paper's CORRECTED "
    "formula "
    "(different from the NeurIPS paper)\" (mfdl.muffliato.fresh)";
inline constexpr std::string_view disc = "DISC 2020; hal-02166432v2 with arXiv:1902.07138v6";

}  // namespace hearsay::claims
