// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "api/audit_rumor.hpp"

namespace hearsay::api {

/// Why the verdict is what it is: "delta(0) is at least 0.467; promised: 0.1".
[[nodiscard]] std::string verdict_words(const AuditRumorAnswer& answer);

}  // namespace hearsay::api
