// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/claims.hpp"

#include <fmt/format.h>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>

namespace hearsay::api {

ClaimsAnswer list_claims(const ClaimsQuestion& question) {
  return {.question = question, .chosen = claims::select(question.patterns)};
}

ExplainAnswer explain(const ExplainQuestion& question) {
  const auto* claim = claims::find(question.id);
  if (claim == nullptr) {
    throw Error(Errc::unknown, "explain",
                fmt::format("unknown claim '{}'; `hearsay claims` lists all{}", question.id,
                            did_you_mean(claims::nearest_claim(question.id))));
  }
  return {.question = question, .claim = claim};
}

}  // namespace hearsay::api
