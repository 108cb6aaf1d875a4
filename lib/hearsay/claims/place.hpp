// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include <hearsay/claims/claim.hpp>

namespace hearsay::claims {

/// Whether `source` names a place of a paper: "Theorem 1" is named by "key, Theorem 1, eq. (6)" and by "Theorems 1 and
/// 5", not by "Theorem 12" or "Theorem 1.2". Capitals do not matter; Thm, Prop, Cor, Lem, Def, Fig, Sec, Alg, App, Eq
/// stand for the whole word.
[[nodiscard]] bool names_place(std::string_view source, std::string_view place);

/// Whether a claim is about a paper: `paper` is a part of the key in docs/references.bib ("muffliato" of
/// cyffers2022muffliato), the first part of the id, or an arXiv number in the paper's version. Capitals do not matter.
[[nodiscard]] bool of_paper(const Claim& claim, std::string_view paper);

/// The claims of a paper (of all, if `paper` is empty) at a place (at all, if `place` is empty), and the repairs of the
/// refuted ones among them, in catalogue order.
[[nodiscard]] std::vector<const Claim*> at(std::string_view paper, std::string_view place);

}  // namespace hearsay::claims
