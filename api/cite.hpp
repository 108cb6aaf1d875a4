// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include "api/bibliography.hpp"
#include "api/figures.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// How to cite what.
struct CiteQuestion {
  std::string id;                ///< a claim, a figure, a paper's key or a part of it, or "hearsay"
  std::string experiments = {};  ///< folder of the figures; empty: as experiments_folder()
};

/// A place of a paper.
struct CitedPlace {
  std::string place;          ///< "Theorem 1"
  std::string repaired = {};  ///< the claim at this place that the claim asked for repairs; empty: none
};

/// A paper, and the places in it; none: the whole paper.
struct Cited {
  Reference paper;
  std::vector<CitedPlace> places = {};
};

struct CiteAnswer {
  CiteQuestion question;
  std::string kind;                     ///< "claim", "figure", "paper" or "software"
  std::string title = {};               ///< the claim's statement, the figure's title
  std::vector<Cited> papers = {};       ///< none if no paper says it
  std::string page = {};                ///< where hearsay's own documentation has it; empty: nowhere
  std::string quote = {}, quoted = {};  ///< of a claim: the sentence as printed, and where
  Reference software;
};

/// The references of a claim are those that its source names, and those of the claims that it repairs.
/// @throws Error(Errc::unknown) if nothing has this id, or several papers have it in their keys; what `figures` throws.
[[nodiscard]] CiteAnswer cite(const CiteQuestion& question, const Figures& figures);

// api/render/cite.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const CiteAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const CiteAnswer& answer);
/// The entries, the program's last; places are comments.
[[nodiscard]] std::string bibtex(const CiteAnswer& answer);

}  // namespace hearsay::api
