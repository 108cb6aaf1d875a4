// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/claims.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/place.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>

namespace hearsay::api {

namespace {

using Claims = std::vector<const claims::Claim*>;

/// @throws Error(Errc::unknown) if there is none.
Claims at(std::string_view where, const std::string& paper, const std::string& statement) {
  auto found = claims::at(paper, statement);
  if (!found.empty()) return found;
  if (claims::at(paper, "").empty())
    throw Error(Errc::unknown, where,
                fmt::format("no claim is about a paper '{}'; `hearsay claims` lists them", paper));
  throw Error(Errc::unknown, where,
              fmt::format("no claim{} is at '{}'; `hearsay claims` names the place of each",
                          paper.empty() ? "" : fmt::format(" of '{}'", paper), statement));
}

}  // namespace

ClaimsAnswer list_claims(const ClaimsQuestion& question) {
  auto chosen = claims::select(question.patterns);
  const auto there = at("claims", question.paper, question.statement);
  std::erase_if(chosen, [&](const claims::Claim* claim) { return std::ranges::find(there, claim) == there.end(); });
  if (chosen.empty()) throw Error(Errc::unknown, "claims", "no claim of this paper and place matches the patterns");
  return {.question = question, .chosen = std::move(chosen)};
}

ExplainAnswer explain(const ExplainQuestion& question) {
  const auto* claim = claims::find(question.id);
  if (const auto space = question.id.find(' '); claim == nullptr && space != std::string::npos)
    return {.question = question, .claims = at("explain", question.id.substr(0, space), question.id.substr(space + 1))};
  if (claim == nullptr) {
    throw Error(Errc::unknown, "explain",
                fmt::format("unknown claim '{}'; `hearsay claims` lists all{}", question.id,
                            did_you_mean(claims::nearest_claim(question.id))));
  }
  return {.question = question, .claims = {claim}};
}

}  // namespace hearsay::api
