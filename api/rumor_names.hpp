// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::api {

/// When a transcript stops: "unending", "terminated". @throws Error(Errc::unknown) for other names.
[[nodiscard]] accounting::RumorEnd transcript_named(std::string_view name);
[[nodiscard]] std::string_view name_of(accounting::RumorEnd end);

/// What the adversary sees: "messages", "involved", "timed", "eavesdropper". @throws Error(Errc::unknown) for other
/// names.
[[nodiscard]] accounting::RumorSight sees_named(std::string_view name);
/// @pre none but these four.
[[nodiscard]] std::string_view name_of(accounting::RumorSight sight);

}  // namespace hearsay::api
