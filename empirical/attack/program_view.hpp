// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay::empirical {

/// What the adversary saw of one run of a program.
struct ProgramView {
  enum class Kind {
    numbers,  ///< a number or an array of numbers, nested or not, in order
    events,   ///< words of a text, or the items of a list
    failure,  ///< the program gave no view; the one event says how: a crash is seen, too
  };
  Kind kind = Kind::events;
  std::vector<double> numbers;
  std::vector<std::string> events;

  [[nodiscard]] bool failed() const { return kind == Kind::failure; }
  [[nodiscard]] bool operator==(const ProgramView&) const = default;
};

/// The view of a run that failed; `how` is a few words.
[[nodiscard]] ProgramView failed_view(std::string how);

/// Reads {"view": ...}, which may name its "trial". Everything else is garbage, a failure: text that is no JSON,
/// another trial's number, an object for a view, arrays nested deeper than 64.
[[nodiscard]] ProgramView read_view(std::string_view line, std::uint32_t trial);

/// For the files of --resume. from_json() @throws nlohmann::json::exception for anything else.
void to_json(nlohmann::ordered_json& json, const ProgramView& view);
void from_json(const nlohmann::ordered_json& json, ProgramView& view);

}  // namespace hearsay::empirical
