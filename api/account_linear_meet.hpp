// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/meet.hpp>
#include <hearsay/report/terminal_text.hpp>

namespace hearsay::api {

/// What noise would keep a promise.
struct LinearMeet {
  std::string promise;
  accounting::Contributions contributions = accounting::Contributions::vectors;
  double allowed = 0.0;  ///< the largest loss that keeps it
  accounting::NoiseFactor common = {};
  std::vector<accounting::NoiseFactor> kinds =
      {};  ///< of a protocol's noises, each alone; one that is alone is `common`
  std::optional<accounting::NoiseSplit> split = {};
};

/// The largest loss mu^2 that keeps a promise.
/// @throws Error named `meet`: as audit::parse_promise; Errc::conditions for a promise of shares of the local loss, of
/// `published`, or that any loss or none keeps.
[[nodiscard]] double allowed_loss(const std::string& promise);

/// @pre one audience at least. @throws as allowed_loss and the functions of meet.hpp.
[[nodiscard]] LinearMeet meet_promise(const std::string& promise, const accounting::LinearModel& model,
                                      const std::vector<accounting::LinearAudience>& audiences,
                                      const Execution& execution);

// api/render/account_linear_meet.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const LinearMeet& meet, const accounting::LinearModel& model);
[[nodiscard]] report::TerminalText text(const LinearMeet& meet, const accounting::LinearModel& model);

}  // namespace hearsay::api
