// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/core/bracket.hpp>
#include "empirical/attack/anytime.hpp"

namespace hearsay::api {

/// {"lower", "estimate", "upper"}.
[[nodiscard]] nlohmann::ordered_json rate_json(const Bracket& rate);

/// "anytime": {"stopped", "runs", "verdict"}. The verdict is refuted or inconclusive: an attack that fails proves
/// nothing.
[[nodiscard]] nlohmann::ordered_json anytime_json(empirical::AnytimeStop stop, const empirical::AnytimeState& state);

/// One line for people: why the run ended.
[[nodiscard]] std::string anytime_line(empirical::AnytimeStop stop, const empirical::AnytimeState& state);

}  // namespace hearsay::api
