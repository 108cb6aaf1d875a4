// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace hearsay::api {

/// The command that shows the numbers of a counterexample to a claim of the catalogue, to be typed into a shell;
/// nothing if no account computes them.
/// @param claim  its id. @param instance  of the counterexample, as a check finds it.
[[nodiscard]] std::optional<std::string> witness_command(std::string_view claim,
                                                         const nlohmann::ordered_json& instance);

/// The same for the counterexample that every run finds. tests/cli/witness_command_test.py compares both.
[[nodiscard]] std::optional<std::string> witness_command(std::string_view claim);

}  // namespace hearsay::api
