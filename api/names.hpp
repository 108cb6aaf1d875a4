// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>

namespace hearsay::api {

/// What the values of a kind are called.
template <class Value, std::size_t count>
using Names = std::array<std::pair<std::string_view, Value>, count>;

/// The value of a name. @throws Error(Errc::unknown) named `where`.
template <class Value, std::size_t count>
[[nodiscard]] Value named(const Names<Value, count>& names, std::string_view where, std::string_view name) {
  const auto found = std::ranges::find(names, name, &std::pair<std::string_view, Value>::first);
  if (found != names.end()) return found->second;
  std::vector<std::string_view> known;
  for (const auto& entry : names) known.push_back(entry.first);
  throw Error(Errc::unknown, where, fmt::format("unknown value '{}'; known: {}", name, fmt::join(known, ", ")));
}

/// @pre the value has a name.
template <class Value, std::size_t count>
[[nodiscard]] std::string_view name_in(const Names<Value, count>& names, Value value) {
  return std::ranges::find(names, value, &std::pair<std::string_view, Value>::second)->first;
}

}  // namespace hearsay::api
