// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include <hearsay/core/enclosure.hpp>
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// What the result of every command with a seed begins with: "command", "parameters", "seed", "version".
[[nodiscard]] nlohmann::ordered_json envelope(std::string_view command, nlohmann::ordered_json parameters,
                                              const Common& common);

/// The same for a command that only says what it knows: "command", "version".
[[nodiscard]] nlohmann::ordered_json envelope(std::string_view command);

/// Wall time since it was made.
class Stopwatch {
 public:
  [[nodiscard]] double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// "timing" of a command that uses threads: {"seconds", "jobs"}.
[[nodiscard]] nlohmann::ordered_json timing_json(const Stopwatch& watch, const Common& common);

/// The text, or null for none.
[[nodiscard]] nlohmann::ordered_json text_or_null(const std::string& text);

/// Adds `key`: the number, or null if it is in doubt, and then `key_between` with its ends.
void add_enclosure(nlohmann::ordered_json& entry, const std::string& key, const Enclosure& number);

/// The number, or null for nothing.
template <class Number>
[[nodiscard]] nlohmann::ordered_json number_or_null(const std::optional<Number>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace hearsay::cli
