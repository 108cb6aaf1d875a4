// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "props/bound/scenario_bound.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// Names, losses in units of what one contribution loses without any protocol: exact, the loss of the worst
/// contributions in [-1, 1], constant, that of contributions of 1, rate, the growth per round of the latter in the long
/// run; all three also with _own_noise, towards observers who know the noise that they injected; local = rounds, what a
/// node loses without any protocol; distance, degree_target, degree_observer, n, edges, gap, diameter, observers.
[[nodiscard]] const formula::Vocabulary& stream_vocabulary();

// What these names stand for in one instance, whose `steps` are rounds; the observers' own states are seen, once a
// round.

/// By the library's accountants. @throws what they throw.
[[nodiscard]] formula::Meaning<double> stream_doubles(const Instance& instance);
/// By the oracle's definitions, in fractions. @throws NotRational for the gap.
[[nodiscard]] formula::Meaning<oracle::Rational> stream_fractions(const Instance& instance);
/// The same to a hundred digits; the gap as gap_range() has it.
[[nodiscard]] formula::Meaning<formula::Range> stream_ranges(const Instance& instance);

/// The most rounds of a statement about streams: the worst contributions are found by enumeration of signs.
inline constexpr int most_rounds = 10;

/// As refute_scenarios(), about a stream of contributions with fresh noise in every round, and one gossip step a round.
/// @pre domain.most_steps <= most_rounds.
[[nodiscard]] run::Finding refute_stream(const formula::Expression& statement, const ScenarioDomain& domain,
                                         const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
