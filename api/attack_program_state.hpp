// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "empirical/attack/program.hpp"

namespace hearsay::api {

/// "values" or "representation".
[[nodiscard]] std::string_view name_of(empirical::EventSubject subject);

/// [true alarms, trials of world 1, false alarms, trials of world 0].
[[nodiscard]] nlohmann::ordered_json to_json(const empirical::Tally& tally);

/// [{"how", "trials", "first", "said"}, ...].
[[nodiscard]] nlohmann::ordered_json to_json(const empirical::FailureLog& log);

/// The state of an attack on a program, as it is kept. @param identity  of the run.
[[nodiscard]] nlohmann::ordered_json to_json(const nlohmann::ordered_json& identity,
                                             const empirical::ProgramState& state);

/// A state that was kept. @throws Error(Errc::syntax) or nlohmann::json::exception if its parts contradict each other.
[[nodiscard]] empirical::ProgramState read_program_state(const nlohmann::ordered_json& stored);

}  // namespace hearsay::api
