// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/accounting/rumor/exact.hpp>
#include "empirical/attack/rumor.hpp"

namespace hearsay::api {

/// When a transcript stops: "unending", "terminated". @throws Error(Errc::unknown) for other names.
[[nodiscard]] accounting::RumorEnd transcript_named(std::string_view name);
[[nodiscard]] std::string_view name_of(accounting::RumorEnd end);

/// What the adversary sees: "messages", "involved", "timed", "eavesdropper", "reordered". @throws Error(Errc::unknown)
/// for other names.
[[nodiscard]] accounting::RumorSight sees_named(std::string_view name);
/// @pre none but these five.
[[nodiscard]] std::string_view name_of(accounting::RumorSight sight);
/// The same of an attack.
[[nodiscard]] empirical::RumorView rumor_view_named(std::string_view name);
[[nodiscard]] std::string_view name_of(empirical::RumorView view);

}  // namespace hearsay::api
