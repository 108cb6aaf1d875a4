// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <exception>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/report/derivation/derivation.hpp>
#include <hearsay/run/runner.hpp>
#include "api/certificates.hpp"
#include "api/claims.hpp"

namespace hearsay::api {

ExplainAnswer derive(const ExplainQuestion& question, const Checks& checks, const Execution& execution) {
  auto answer = explain(question);
  if (answer.claims.size() > 1) {
    throw Error(Errc::conditions, "explain",
                fmt::format("`derivation` is of one claim, and {} are at '{}'", answer.claims.size(), question.id));
  }
  const auto& claim = *answer.claims.front();
  if (claim.expected != Verdict::refuted) {
    throw Error(Errc::conditions, "explain",
                fmt::format("`derivation` shows how a claim fails, and {} is not refuted", claim.id));
  }
  const auto quiet = execution.part();
  const auto rows = run::verify(answer.claims, checks.registry(), {.effort = run::Effort::quick, .execution = quiet});
  if (rows.front().finding.verdict != Verdict::refuted) {
    answer.derivation = std::string("the check found no counterexample");
    return answer;
  }
  const auto folder = certificates_of(rows, false, checks, quiet);
  if (folder.files.empty()) {
    answer.derivation = "it has no certificate: " + folder.uncertified.begin()->second;
    return answer;
  }
  try {
    answer.derivation = report::derive(parse_json<nlohmann::ordered_json>(folder.files.front().text, "certificate"));
  } catch (const Error& error) {
    answer.derivation = std::string(error.what());
  }
  return answer;
}

}  // namespace hearsay::api
