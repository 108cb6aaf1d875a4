// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/network.hpp"
#include "api/network/schedule.hpp"
#include "api/quantiles.hpp"
#include "api/render/result.hpp"
#include "api/runs.hpp"

namespace hearsay::api {

/// Private averaging of values in [0, 1]: how far the nodes are from the mean.
struct SimulateGossipQuestion {
  Network network;
  GossipSchedule schedule;
  std::string steps;   ///< a number, or "auto"; of a file of rounds all are taken
  double sigma = 1.0;  ///< of every node's noise
  std::int64_t runs = 100;
};

/// Mean squared distance of the nodes from the true mean after so many steps, over the runs.
struct SquaredError {
  int step = 0;
  double mean = 0.0;
  Quantiles quantiles;
};

struct SimulateGossipAnswer {
  SimulateGossipQuestion question;
  Runs runs;
  int steps = 0;
  std::int64_t messages = 0;         ///< edges that are used in all steps, each in both directions
  double mean = 0.0;                 ///< of the values
  double noise_floor = 0.0;          ///< sigma^2 / n: what the noise alone leaves
  std::vector<SquaredError> errors;  ///< after 0, 1, 2, 4, ... steps and the last
};

/// Values are drawn by the seed, so is each run's noise.
/// @throws Error(Errc::domain) for numbers out of range; Error(Errc::too_large) for what would take days; as
/// resolve_steps; Interrupted if it was stopped before a run was finished.
[[nodiscard]] SimulateGossipAnswer simulate_gossip(const SimulateGossipQuestion& question, const Execution& execution);

// api/render/simulate_gossip.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const SimulateGossipAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const SimulateGossipAnswer& answer);

}  // namespace hearsay::api
