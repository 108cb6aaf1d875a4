// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hearsay {

/// The text with a to z in place of A to Z; other bytes stay, whatever the locale.
[[nodiscard]] std::string lower_case(std::string_view text);

}  // namespace hearsay
