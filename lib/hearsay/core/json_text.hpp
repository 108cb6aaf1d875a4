// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace hearsay {

/// Largest JSON file that is read, in bytes.
inline constexpr std::uintmax_t largest_json_file = std::uintmax_t{1} << 30;

/// The value of a JSON text that has one meaning: no object names a key twice, and no whole number has more digits than
/// 64 bits hold, which would be rounded. Everything that reads JSON reads it here.
/// @tparam Json nlohmann::json or nlohmann::ordered_json.
/// @param where  what errors name, as a file: "plan.json:3".
/// @throws Error(Errc::syntax) named by the line for any other text, and for more than 500 levels.
/// @complexity O(bytes log(keys)).
template <class Json>
[[nodiscard]] Json parse_json(std::string_view text, const std::string& where);

/// The same, of a file. @throws Error(Errc::file) if it is none or cannot be read; Error(Errc::too_large).
template <class Json>
[[nodiscard]] Json read_json(const std::string& path);

/// The text of a value: UTF-8 whatever its strings hold, a byte that is none replaced by U+FFFD.
/// @param indent  blanks a level; -1: everything on one line.
[[nodiscard]] std::string json_text(const nlohmann::ordered_json& value, int indent = 1);

}  // namespace hearsay
