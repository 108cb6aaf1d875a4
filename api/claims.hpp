// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/claims/claim.hpp>
#include <hearsay/report/terminal_text.hpp>
#include "api/render/result.hpp"

namespace hearsay::api {

/// Which claims of the catalogue there are.
struct ClaimsQuestion {
  std::vector<std::string> patterns;  ///< ids or globs; empty: all
};

struct ClaimsAnswer {
  ClaimsQuestion question;
  std::vector<const claims::Claim*> chosen;
};

/// @throws Error(Errc::unknown) if a pattern matches nothing.
[[nodiscard]] ClaimsAnswer list_claims(const ClaimsQuestion& question);

/// One claim in full.
struct ExplainQuestion {
  std::string id;
};

struct ExplainAnswer {
  ExplainQuestion question;
  const claims::Claim* claim = nullptr;
};

/// @throws Error(Errc::unknown) if there is none of that id.
[[nodiscard]] ExplainAnswer explain(const ExplainQuestion& question);

// api/render/claims.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const ClaimsAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const ClaimsAnswer& answer);
/// The claims in full as a page in Markdown.
/// @param made_by  what makes the page, for its head: "`program --option FILE`".
[[nodiscard]] std::string markdown(const ClaimsAnswer& answer, std::string_view made_by);
[[nodiscard]] nlohmann::ordered_json to_json(const ExplainAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const ExplainAnswer& answer);

}  // namespace hearsay::api
