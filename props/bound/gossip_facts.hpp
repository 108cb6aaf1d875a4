// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "props/bound/evaluate.hpp"
#include "props/gen/scenario.hpp"

namespace hearsay::props::bound {

// What the names of gossip_vocabulary() stand for in one scenario.

/// By the library's accountants, to 1e-9 where they say so. @throws Error(Errc::domain) for arguments outside w.
[[nodiscard]] Meaning<double> gossip_doubles(const gen::Scenario& scenario);
/// By the oracle's definitions, in fractions. @throws NotRational for the gap.
[[nodiscard]] Meaning<oracle::Rational> gossip_fractions(const gen::Scenario& scenario);
/// The same to a hundred digits; the gap to 1e-14.
[[nodiscard]] Meaning<Wide> gossip_wide(const gen::Scenario& scenario);

}  // namespace hearsay::props::bound
