// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/run/registry.hpp>

namespace hearsay::cli {

/// Every check there is: props/ and empirical/ together.
[[nodiscard]] run::Registry all_checks();

}  // namespace hearsay::cli
