// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::report {

/// certificates/check_certificates.js.
[[nodiscard]] const char* checker_text();

}  // namespace hearsay::report
