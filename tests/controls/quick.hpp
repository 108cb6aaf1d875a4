// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include <hearsay/run/finding.hpp>

namespace hearsay::controls {

/// The check of `claim` at quick effort, seed 1.
inline run::Context quick(std::string_view claim) { return {.claim = claim, .effort = run::Effort::quick}; }

}  // namespace hearsay::controls
