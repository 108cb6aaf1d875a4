// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "empirical/attack/written_number.hpp"

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
  std::vector<bool> whole = {};                    ///< of numbers that were written as integers; empty: none was
  std::map<std::size_t, std::string> digits = {};  ///< by place, of numbers of which the double does not say all

  [[nodiscard]] bool failed() const { return kind == Kind::failure; }
  [[nodiscard]] bool is_whole(std::size_t place) const { return place < whole.size() && whole[place]; }
  /// Number `place` as it was written, or the shortest text that reads as its double.
  [[nodiscard]] std::string text(std::size_t place) const;
  /// Appends a number.
  void add(const WrittenNumber& number);
  [[nodiscard]] bool operator==(const ProgramView&) const = default;
};

/// The view of a run that failed; `how` is a few words.
[[nodiscard]] ProgramView failed_view(std::string how);

/// Reads {"view": ...}, which may name its "trial". Everything else is garbage, a failure that says what it is: text
/// that is not JSON, NaN and Infinity, which are not either, a key twice, another trial's number, an object for a view,
/// arrays nested deeper than 64. No digit of a number is lost.
[[nodiscard]] ProgramView read_view(std::string_view line, std::uint32_t trial);

/// For the files of --resume. from_json() @throws nlohmann::json::exception or Error(Errc::syntax) for anything else.
void to_json(nlohmann::ordered_json& json, const ProgramView& view);
void from_json(const nlohmann::ordered_json& json, ProgramView& view);

}  // namespace hearsay::empirical
