// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hearsay/formula/evaluate.hpp>
#include "props/gen/scenario.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// What names of whole numbers stand for that are about graph, observers and target alone: n, edges, diameter,
/// distance, degree_target, degree_observer, observers, observer, target. None for other names.
[[nodiscard]] std::optional<std::int64_t> place_fact(const std::string& name, const gen::Scenario& scenario);

/// A spectral gap of graph::spectrum(), of fewer than 400 nodes, with its error, which is far below 1e-12.
[[nodiscard]] formula::Range gap_range(double gap);

// What the names of gossip_vocabulary() stand for in one scenario.

/// By the library's accountants, to 1e-9 where they say so. @throws Error(Errc::domain) for arguments outside w.
[[nodiscard]] formula::Meaning<double> gossip_doubles(const gen::Scenario& scenario);
/// By the oracle's definitions, in fractions. @throws NotRational for the gap.
[[nodiscard]] formula::Meaning<oracle::Rational> gossip_fractions(const gen::Scenario& scenario);
/// The same to a hundred digits; the gap as gap_range() has it.
[[nodiscard]] formula::Meaning<formula::Range> gossip_ranges(const gen::Scenario& scenario);

}  // namespace hearsay::props::bound
