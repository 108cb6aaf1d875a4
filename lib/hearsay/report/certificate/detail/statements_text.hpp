// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::report {

/// certificates/statements.json.
[[nodiscard]] const char* statements_text();

}  // namespace hearsay::report
