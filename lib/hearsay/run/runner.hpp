// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/claims/claim.hpp>
#include <hearsay/run/registry.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::run {

/// One claim, verified.
struct Row {
  const claims::Claim* claim = nullptr;
  Finding finding;
  double seconds = 0.0;
  std::optional<double> error_level = std::nullopt;  ///< share of the run's false-alarm budget; statistical claims only
  [[nodiscard]] bool as_expected() const { return finding.verdict == claim->expected; }
};

/// How a whole verification is run.
struct Plan {
  Effort effort = Effort::standard;
  double family_error = 1e-6;  ///< false-alarm budget of the whole run, split evenly over the statistical claims
  Execution execution = {};    ///< `stop` is asked before each check; once it says true, no further check starts
};

/// Counts of a run.
struct Summary {
  int holds = 0, refuted = 0, inconclusive = 0, broken = 0;
  int surprises = 0;  ///< refuted or holding against expectation; broken and inconclusive are counted apart
};

/// Runs the check of every claim, in parallel and by all processes of the run; rows come in the order of `claims` and
/// do not depend on the threads. An exception inside a check makes it `broken`, with its text as note; a claim without
/// check, or one that `stop` or the loss of a process kept from being checked, is `inconclusive`.
[[nodiscard]] std::vector<Row> verify(std::span<const claims::Claim* const> claims, const Registry& registry,
                                      const Plan& plan);

[[nodiscard]] Summary summarize(std::span<const Row> rows);

/// 1 if there is a surprise; else 3 if nothing ran, something is broken, or inconclusive without that being expected;
/// else 0.
[[nodiscard]] int exit_code(std::span<const Row> rows);

}  // namespace hearsay::run
