// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <hearsay/claims/claim.hpp>
#include <hearsay/report/derivation/derivation.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/checks.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// Which claims of the catalogue there are.
struct ClaimsQuestion {
  std::vector<std::string> patterns = {};  ///< ids or globs; empty: all
  std::string paper = {};                  ///< as claims::of_paper() has it; empty: every paper
  std::string statement = {};              ///< a place of the paper, "Theorem 1"; empty: every place
};

struct ClaimsAnswer {
  ClaimsQuestion question;
  std::vector<const claims::Claim*> chosen;
};

/// @throws Error(Errc::unknown) if a pattern matches nothing, or no claim is of that paper and place.
[[nodiscard]] ClaimsAnswer list_claims(const ClaimsQuestion& question);

/// One claim in full, or the claims at a place of a paper.
struct ExplainQuestion {
  std::string id;  ///< "muffliato.thm1", or a paper and a place: "muffliato Theorem 1"
};

struct ExplainAnswer {
  ExplainQuestion question;
  std::vector<const claims::Claim*> claims;  ///< at least one; several are listed, one is shown in full
  /// Of a refuted claim, if it was asked for: what a reader can follow with a pencil, or why there is nothing.
  std::variant<std::monostate, report::Derivation, std::string> derivation = {};
};

/// @throws Error(Errc::unknown) if there is no claim of that id or at that place.
[[nodiscard]] ExplainAnswer explain(const ExplainQuestion& question);

/// The same of one refuted claim with its derivation: its check runs at the least effort, and the certificate of what
/// that finds is derived. @throws as above; Error(Errc::conditions) for several claims, or one that is not expected to
/// be refuted.
[[nodiscard]] ExplainAnswer derive(const ExplainQuestion& question, const Checks& checks, const Execution& execution);

// api/render/claims.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const ClaimsAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const ClaimsAnswer& answer);
/// The claims in full as a page in Markdown.
/// @param made_by  what makes the page, for its head: "`program --option FILE`".
[[nodiscard]] std::string markdown(const ClaimsAnswer& answer, std::string_view made_by);
[[nodiscard]] nlohmann::ordered_json to_json(const ExplainAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const ExplainAnswer& answer);
/// The derivation as a document for LaTeX. @pre answer has one, or why it has none.
[[nodiscard]] std::string latex(const ExplainAnswer& answer);

}  // namespace hearsay::api
