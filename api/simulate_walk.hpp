// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/histogram_runs.hpp"
#include "api/render/result.hpp"
#include "api/runs.hpp"

namespace hearsay::api {

/// Losses in walks on the complete graph.
struct SimulateWalkQuestion {
  std::int64_t users = 2, steps = 1, runs = 10;
  double epsilon = 0.1;  ///< of one contribution
  double delta = 1e-7;   ///< of one contribution, and the slack of composition
  accounting::CycleRule rule = accounting::CycleRule::repaired;
  bool known_neighbors = true;  ///< a user knows who sent it the token and who receives it
  /// Of a histogram in place of a sum: `rule` must be shuffled, neighbors hidden.
  std::optional<std::int64_t> buckets = std::nullopt;
};

/// Smallest, mean and largest value.
struct Spread {
  double least = 0.0, mean = 0.0, most = 0.0;
};

/// Of one walk or of all: what users lost, and how often the token came by.
struct WalkSpreads {
  Spread pairs, local, local_gaussian, visits;
};

struct SimulateWalkAnswer {
  SimulateWalkQuestion question;
  Runs runs;
  WalkSpreads all;                                        ///< of a histogram, which has no Gaussian noise, without
                                                          ///< local_gaussian
  std::optional<HistogramRuns> histogram = std::nullopt;  ///< of at least two runs
};

/// @throws Error(Errc::domain) for numbers out of range; Error(Errc::conditions) for a histogram with another rule,
/// known neighbors or one run; Error(Errc::too_large) for what would take days; Interrupted
/// if it was stopped before a walk was finished.
[[nodiscard]] SimulateWalkAnswer simulate_walk(const SimulateWalkQuestion& question, const Execution& execution);

// api/render/simulate_walk.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const SimulateWalkAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const SimulateWalkAnswer& answer);

}  // namespace hearsay::api
