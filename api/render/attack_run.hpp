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

/// Adds "partial": {"runs"} to the result of fewer runs than were asked for.
void add_partial(nlohmann::ordered_json& result, std::uint64_t finished, std::uint64_t asked);

/// "anytime": {"stopped", "runs", "verdict"}. The verdict is refuted or inconclusive: an attack that fails proves
/// nothing.
[[nodiscard]] nlohmann::ordered_json anytime_json(empirical::AnytimeStop stop, const empirical::AnytimeState& state);

/// One line for people: why the run ended.
[[nodiscard]] std::string anytime_line(empirical::AnytimeStop stop, const empirical::AnytimeState& state);

}  // namespace hearsay::api
