// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>

#include <hearsay/protocol/token/token.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/histogram_runs.hpp"
#include "api/quantiles.hpp"
#include "api/render/result.hpp"
#include "api/runs.hpp"

namespace hearsay::api {

/// A private sum, or a histogram, by a token that goes around a ring.
struct SimulateRingQuestion {
  protocol::RingSum plan;
  protocol::Perturb perturb;  ///< one noise
  double value = 0.0;         ///< contribution of every user
  std::int64_t runs = 1000;
  std::optional<ResponsePlan> histogram = std::nullopt;  ///< in place of a sum: of `plan` users and rounds count
};

/// What the runs estimate, and what theory says of that.
struct SimulateRingAnswer {
  SimulateRingQuestion question;
  Runs runs;
  double sum = 0.0;  ///< what is estimated
  std::int64_t noise_events = 0;
  double mean = 0.0, deviation = 0.0;  ///< of the estimates
  double exact_deviation = 0.0;
  Quantiles estimates;
  std::optional<HistogramRuns> histogram = std::nullopt;  ///< in place of all the numbers of a sum
};

/// @throws Error(Errc::domain) for numbers out of range; Error(Errc::conditions) for a histogram with another noise or
/// `publish`; Error(Errc::too_large) for what would take days; Interrupted
/// if it was stopped before two runs were finished.
[[nodiscard]] SimulateRingAnswer simulate_ring(const SimulateRingQuestion& question, const Execution& execution);

// api/render/simulate_ring.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const SimulateRingAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const SimulateRingAnswer& answer);

}  // namespace hearsay::api
