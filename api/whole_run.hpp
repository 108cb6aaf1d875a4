// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/learning/run_losses.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::api {

/// What all messages of a run of gossip learning reveal of every user to user 0.
struct WholeRun {
  double alpha = 2.0, delta = 1e-6;  ///< of the Renyi losses, and of the epsilons
  learning::RunLosses squared;       ///< all of it as mu^2
  double local_squared = 0.0;        ///< mu^2 to an observer of all values
};

/// The whole run of trial 0, gradients of norm at most `clip` under noise of standard deviation `noise`.
/// @throws as learning::run_losses. @pre noise > 0.
[[nodiscard]] WholeRun whole_run(const learning::GossipPlan& plan, int rounds, double clip, double noise, double alpha,
                                 double delta, const Execution& execution);

// api/render/whole_run.cpp
/// @param labels  of the users.
[[nodiscard]] nlohmann::ordered_json to_json(const WholeRun& run, const std::vector<std::string>& labels);
[[nodiscard]] report::TerminalText text(const WholeRun& run);

}  // namespace hearsay::api
