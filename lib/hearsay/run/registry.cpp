// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/run/registry.hpp>

#include <fmt/format.h>

#include <hearsay/core/error.hpp>

namespace hearsay::run {

void Registry::add(std::string_view id, Check check) {
  if (!checks_.emplace(std::string(id), std::move(check)).second) {
    throw Error(Errc::unknown, "Registry::add", fmt::format("'{}' already has a check", id));
  }
}

const Check* Registry::find(std::string_view id) const {
  const auto it = checks_.find(id);
  return it == checks_.end() ? nullptr : &it->second;
}

}  // namespace hearsay::run
