// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/run/finding.hpp>

namespace hearsay::api {

/// "quick" and "standard" by name; anything else is exhaustive.
[[nodiscard]] constexpr run::Effort effort_named(std::string_view name) {
  return name == "quick" ? run::Effort::quick : name == "standard" ? run::Effort::standard : run::Effort::exhaustive;
}

}  // namespace hearsay::api
