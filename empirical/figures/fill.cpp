// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/fill.hpp"

#include <fmt/args.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include <hearsay/core/error.hpp>

namespace hearsay::empirical {

Values values_of(const nlohmann::ordered_json& parameters) {
  Values values;
  for (const auto& [name, value] : parameters.items()) {
    if (value.is_string()) values[name] = value.get<std::string>();
    if (value.is_number_integer()) values[name] = value.get<std::int64_t>();
    if (value.is_number_float()) values[name] = value.get<double>();
  }
  return values;
}

Values values_of(const Table& table, std::size_t row, Values others) {
  for (std::size_t i = 0; i < table.columns().size(); ++i) others[table.columns()[i]] = table.rows()[row][i];
  return others;
}

std::string fill(const std::string& text, const Values& values, const std::string& file) {
  fmt::dynamic_format_arg_store<fmt::format_context> store;
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    names.push_back(name);
    std::visit([&](const auto& it) { store.push_back(fmt::arg(name.c_str(), it)); }, value);
  }
  try {
    return fmt::vformat(text, store);
  } catch (const fmt::format_error& error) {
    throw Error(Errc::syntax, file,
                fmt::format("'{}': {}; known names: {}", text, error.what(), fmt::join(names, ", ")));
  }
}

}  // namespace hearsay::empirical
