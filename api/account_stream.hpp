// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <nlohmann/json.hpp>
#include <vector>

#include <hearsay/accounting/continual/report.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/network/network.hpp"
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct StreamQuestion {
  Network network;
  std::vector<graph::Node> observers;
  std::vector<graph::Node> targets;  ///< whose loss is wanted, none of them an observer
  int rounds = 1;                    ///< T, each with fresh contributions and noise
  int steps_per_round = 1;           ///< gossip steps K between two injections of noise, all of them seen
  bool own_noise = false;            ///< the observers know the noise they injected themselves
  bool messages = false;             ///< they see what their neighbors send them, not what they hold
  accounting::ContinualScale scale;  ///< noise of every node, and the unit of the losses
};

/// What gossip over many rounds, with fresh noise in each, tells about the targets.
struct StreamAnswer {
  StreamQuestion question;
  std::size_t observed = 0;                          ///< nodes whose states are seen
  Eigen::Index rank = 0;                             ///< of the view
  std::vector<accounting::ContinualReport> reports;  ///< by target
  accounting::ContinualSafeLoss safe;                ///< to an observer of all values that are sent
};

/// @param execution  says what of a file was left out.
/// @throws Error(Errc::domain) unless 1 <= rounds, steps_per_round <= 1,000,000, sigma > 0, 0 < delta < 1, epsilon >= 0
/// and delta is given if epsilon is; Error(Errc::too_large) as require_affordable; as accounting::ContinualAccountant
/// and accounting::continual_report.
[[nodiscard]] StreamAnswer account_stream(const StreamQuestion& question, const Execution& execution);

/// Sensitivities squared of few rounds, in fractions.
[[nodiscard]] Proofs proofs_of(const StreamAnswer& answer);

// api/render/account_stream.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const StreamAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const StreamAnswer& answer);

}  // namespace hearsay::api
