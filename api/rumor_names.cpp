// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/rumor_names.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::api {

namespace {

using accounting::RumorEnd;
using accounting::RumorSight;

constexpr std::array<std::pair<std::string_view, RumorSight>, 4> rumor_sights = {
    {{"messages", RumorSight::ordered},
     {"involved", RumorSight::involved},
     {"timed", RumorSight::timed},
     {"eavesdropper", RumorSight::eavesdropper}}};

}  // namespace

RumorEnd transcript_named(std::string_view name) {
  if (name == "unending") return RumorEnd::unending;
  if (name == "terminated") return RumorEnd::terminated;
  throw Error(Errc::unknown, "`transcript`", fmt::format("'{}' is none; known: unending, terminated", name));
}

std::string_view name_of(RumorEnd end) { return end == RumorEnd::terminated ? "terminated" : "unending"; }

RumorSight sees_named(std::string_view name) {
  for (const auto& [known, sight] : rumor_sights) {
    if (known == name) return sight;
  }
  throw Error(Errc::unknown, "`sees`",
              fmt::format("'{}' is none; known: messages, involved, timed, eavesdropper", name));
}

std::string_view name_of(RumorSight sight) {
  for (const auto& [name, known] : rumor_sights) {
    if (known == sight) return name;
  }
  return rumor_sights.front().first;
}

}  // namespace hearsay::api
