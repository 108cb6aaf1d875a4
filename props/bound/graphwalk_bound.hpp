// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "props/bound/scenario_bound.hpp"

namespace hearsay::props::bound {

/// A token that walks on a graph from a uniform start, read by one observer who knows what the others add, as
/// accounting::GraphWalk. Names: limit, the Renyi divergence in units of alpha / (2 sigma^2) for much noise; sigma of
/// the noise of a contribution, which changes by at most 1; T (steps), n, edges, gap, diameter, distance,
/// degree_target, degree_observer, and for w the nodes observer and target. Functions: w(t, i, j), the entry of W^t,
/// and at sigma renyi(alpha), for alpha = 2 alone, epsilon(delta) and delta(epsilon).
[[nodiscard]] const formula::Vocabulary& graphwalk_vocabulary();

// What these names stand for in one instance with one observer and one noise.

/// By the library's accountant. @throws NotRational never; Error(Errc::domain) for arguments outside w.
/// @pre no name of brackets, which graphwalk_ranges() has.
[[nodiscard]] formula::Meaning<double> graphwalk_doubles(const Instance& instance);
/// By the oracle's definitions, in fractions. @throws NotRational for the gap and the losses at sigma.
[[nodiscard]] formula::Meaning<oracle::Rational> graphwalk_fractions(const Instance& instance);
/// The same to a hundred digits; the gap as gap_range() has it, and brackets of the library, which cover their
/// rounding, for renyi, epsilon and delta. @throws Error(Errc::domain) for another order, or outside their domains.
[[nodiscard]] formula::Meaning<formula::Range> graphwalk_ranges(const Instance& instance);

/// As refute_scenarios(). @pre domain.coalitions is false; domain.sigma has no values by node.
[[nodiscard]] run::Finding refute_graphwalk(const formula::Expression& statement, const ScenarioDomain& domain,
                                            const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
