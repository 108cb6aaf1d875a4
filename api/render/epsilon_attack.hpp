// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include <hearsay/report/terminal_text.hpp>
#include "api/epsilon_attack.hpp"

namespace hearsay::api {

/// Adds "runs", "confidence" and what was claimed.
void add_parameters(nlohmann::ordered_json& parameters, const EpsilonAttackTerms& terms);

/// Adds "delta", "detected", "false_alarm", "epsilon_lower", the guarantees, whether the published one is refuted, and
/// how the run ended. To be called last.
void add_test(nlohmann::ordered_json& result, const EpsilonAttack& attack);

/// @param view  whose view was tested.
[[nodiscard]] report::TerminalText test_text(const EpsilonAttack& attack, std::string_view view);

}  // namespace hearsay::api
