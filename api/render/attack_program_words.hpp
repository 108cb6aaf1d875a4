// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "api/attack_program.hpp"

namespace hearsay::api {

/// "epsilon(0) <= 1".
[[nodiscard]] std::string promise_text(const AttackProgramQuestion& question);

/// The promise: "text", "quantity", its parameter and "bound".
[[nodiscard]] nlohmann::ordered_json promise_json(const AttackProgramQuestion& question);

/// The verdict on what the views say: "refuted" or "inconclusive".
[[nodiscard]] std::string_view verdict_on_values(const empirical::ProgramResult& found);

/// The verdict on how the computer writes their numbers: "refuted by the representation of numbers" or "inconclusive".
[[nodiscard]] std::string_view verdict_on_representation(const empirical::ProgramResult& found);

}  // namespace hearsay::api
