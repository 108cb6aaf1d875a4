// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <pybind11/pybind11.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include <hearsay/core/bracket.hpp>
#include "api/render/result.hpp"

namespace hearsay::python {

/// None, bool, int, float, str, list or dict, all the way down.
[[nodiscard]] pybind11::object to_python(const nlohmann::ordered_json& json);

/// An answer as the program writes it with --json; nobody typed a command.
template <class Answer>
[[nodiscard]] pybind11::object shown(const Answer& answer, std::uint64_t seed = 1, int jobs = 0, double seconds = 0.0) {
  return to_python(to_json(answer, api::Origin{.seed = seed, .jobs = jobs, .seconds = seconds, .command_line = {}}));
}

/// {"lower": ..., "estimate": ..., "upper": ...}
[[nodiscard]] pybind11::dict to_python(const Bracket& bracket);

/// A Python string of text that the library owns.
[[nodiscard]] inline pybind11::str text(std::string_view words) { return {words.data(), words.size()}; }

/// The value, or None.
template <class T>
[[nodiscard]] pybind11::object or_none(const std::optional<T>& value) {
  return value ? pybind11::cast(*value) : pybind11::none();
}

}  // namespace hearsay::python
