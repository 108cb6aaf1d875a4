// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "api/checks.hpp"
#include "api/figures.hpp"

namespace hearsay::checks {

/// Every check there is, of props/ and of empirical/, with what certifies its findings: what `verify` and `refute` run.
[[nodiscard]] api::Checks all_checks();

/// The searches for counterexamples to a bound, alone.
[[nodiscard]] api::BoundSearch bound_search();

/// The measurements and drawings of empirical/figures: what `reproduce` runs.
[[nodiscard]] api::Figures figures();

}  // namespace hearsay::checks
