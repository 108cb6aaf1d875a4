// SPDX-License-Identifier: GPL-3.0-or-later
#include <nlohmann/json.hpp>

#include <hearsay/core/json_text.hpp>

#include "fuzz.hpp"

/// What is read is written as it can be read again, to the same value.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  return hearsay::fuzz::only_refuses([&] {
    const auto value = hearsay::parse_json<nlohmann::ordered_json>(text, "text");
    hearsay::fuzz::require(hearsay::parse_json<nlohmann::ordered_json>(hearsay::json_text(value), "again") == value);
  });
}
