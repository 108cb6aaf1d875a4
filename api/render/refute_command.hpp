// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace hearsay::api {

/// The observers of an instance of a bound: "0", or "0,3".
[[nodiscard]] std::string observers_text(const nlohmann::ordered_json& instance);

/// The command that computes the losses of an instance, to be typed into a shell.
[[nodiscard]] std::string command_of(const nlohmann::ordered_json& instance);

}  // namespace hearsay::api
