// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include <hearsay/claims/claim.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/run/registry.hpp>
#include <hearsay/run/runner.hpp>
#include "api/bound_question.hpp"

namespace hearsay::api {

/// The text of a claim file: the bound, where it is tried, and the verdict that is expected of it. Its id is `own.` and
/// the name of the file.
[[nodiscard]] std::string claim_file(const BoundQuestion& question, Verdict expected, const std::string& path);

/// A claim that was read from a file, with the texts that it refers to.
struct FileClaim {
  BoundQuestion question;
  BoundTrial trial;
  std::string path, id, source, quote, domain;
  claims::Claim claim;
};
using FileClaims = std::vector<std::shared_ptr<const FileClaim>>;

/// Reads every *.json of a folder, by name. @throws Error(Errc::file) if there is none or one cannot be read;
/// Error(Errc::syntax) for what is no claim file, an id of the catalogue, or one that occurs twice; what the bound's
/// own text is refused for.
[[nodiscard]] FileClaims read_claims(const std::string& folder, const BoundSearch& bounds);

/// The claims of files and of the catalogue that match any of the patterns; all if none is given.
/// @throws Error(Errc::unknown) if a pattern matches nothing.
[[nodiscard]] std::vector<const claims::Claim*> select_claims(std::span<const std::string> patterns,
                                                              const FileClaims& own);

/// Of every claim of a file whose check could not be made why not, as where its bound has no value: a line each.
[[nodiscard]] std::vector<std::string> broken_claims(const FileClaims& own, std::span<const run::Row> rows);

/// Adds their checks.
void register_claims(const FileClaims& own, const BoundSearch& bounds, run::Registry& registry);

}  // namespace hearsay::api
