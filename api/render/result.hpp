// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include <hearsay/core/enclosure.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::api {

/// The origin of a result: what it repeats besides its question and its answer.
struct Origin {
  std::uint64_t seed = 1;
  int jobs = 0;              ///< threads that were used; 0: not known
  double seconds = 0.0;      ///< wall time of the whole command
  std::string command_line;  ///< empty: no command was typed
};

/// What the result of every command with a seed begins with: "command", "parameters", "seed", "version".
[[nodiscard]] nlohmann::ordered_json envelope(std::string_view command, nlohmann::ordered_json parameters,
                                              const Origin& origin);

/// The same for a command that only says what it knows: "command", "version".
[[nodiscard]] nlohmann::ordered_json envelope(std::string_view command);

/// "timing" of a command that uses threads: {"seconds", "jobs"}.
[[nodiscard]] nlohmann::ordered_json timing_json(const Origin& origin);

/// The text, or null for none.
[[nodiscard]] nlohmann::ordered_json text_or_null(const std::string& text);

/// The number, "infinite", or null for one that is not known (NaN).
[[nodiscard]] nlohmann::ordered_json number_or_infinite(double value);

/// Adds `key`: the number, or null if it is in doubt, and then `key_between` with its ends.
void add_enclosure(nlohmann::ordered_json& entry, const std::string& key, const Enclosure& number);

/// The number, or null for nothing.
template <class Number>
[[nodiscard]] nlohmann::ordered_json number_or_null(const std::optional<Number>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

}  // namespace hearsay::api
