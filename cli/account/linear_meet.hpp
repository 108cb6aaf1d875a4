// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/meet.hpp>

namespace hearsay::cli {

/// What noise would keep a promise.
struct LinearMeet {
  std::string promise;
  accounting::Contributions contributions = accounting::Contributions::vectors;
  double allowed = 0.0;  ///< the largest loss that keeps it
  accounting::NoiseFactor common;
  std::vector<accounting::NoiseFactor> kinds;  ///< of a protocol's noises, each alone; one that is alone is `common`
  std::optional<accounting::NoiseSplit> split;
};

/// The largest loss mu^2 that keeps a promise of `account linear --meet`.
/// @throws Error named --meet: as audit::parse_promise; Errc::conditions for a promise of shares of the local loss, of
/// `published`, or that any loss or none keeps.
[[nodiscard]] double allowed_loss(const std::string& promise);

/// @throws as the functions of meet.hpp.
[[nodiscard]] LinearMeet meet_promise(const std::string& promise, const accounting::LinearModel& model,
                                      const std::vector<accounting::LinearAudience>& audiences);

[[nodiscard]] nlohmann::ordered_json to_json(const LinearMeet& meet, const accounting::LinearModel& model);

void print_meet(const LinearMeet& meet, const accounting::LinearModel& model);

}  // namespace hearsay::cli
