// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include "api/quantiles.hpp"
#include "api/runs.hpp"

namespace hearsay::api {

/// Adds "partial" if the runs were cut short. To be called last.
inline void add_partial(nlohmann::ordered_json& result, const Runs& runs) {
  if (runs.cut_short()) result["partial"] = {{"runs", runs.finished}};
}

[[nodiscard]] inline nlohmann::ordered_json to_json(const Quantiles& q) {
  return {{"0.05", q.low}, {"0.5", q.median}, {"0.95", q.high}};
}

}  // namespace hearsay::api
