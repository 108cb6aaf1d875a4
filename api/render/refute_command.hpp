// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "api/bound_question.hpp"

namespace hearsay::api {

/// A word as a shell reads it: in quotes unless all of it is letters, digits, or one of ._/:=,@%+-
[[nodiscard]] std::string shell_word(std::string_view text);

/// The observers of an instance of a bound: "0", or "0,3".
[[nodiscard]] std::string observers_text(const nlohmann::ordered_json& instance);

/// The command that computes the losses of an instance of a bound, to be typed into a shell. Delta and the order are
/// those of the bound's first epsilon(delta) and renyi(alpha), if they are numbers. Where no account computes a loss of
/// a ring or a walk at the delta or epsilon of the bound, the command tries the bound in that instance alone.
[[nodiscard]] std::string command_of(const BoundQuestion& question, const nlohmann::ordered_json& instance);

}  // namespace hearsay::api
