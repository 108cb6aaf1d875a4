// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/run/finding.hpp>

#include <hearsay/formula/evaluate.hpp>
#include "props/bound/watch.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// A rumor on the complete graph, some of whose nodes are curious, seen as an unending transcript.
struct RumorSetting {
  int nodes = 3, curious = 1;
  oracle::Rational muting = 0;  ///< s
};
[[nodiscard]] nlohmann::ordered_json to_json(const RumorSetting& setting);

/// Names: n, f (curious nodes), s (muting), uncertainty (of prediction, the least over sources and transcripts).
/// Function: delta(epsilon), the largest over pairs of sources.
[[nodiscard]] const formula::Vocabulary& rumor_vocabulary();

/// What they stand for: brackets of the library, which cover their rounding, to at most `expansions` transcripts.
[[nodiscard]] formula::Meaning<formula::Range> rumor_ranges(const RumorSetting& setting, std::uint64_t expansions);
/// Those of n, f and s as fractions. @throws NotRational for the others.
[[nodiscard]] formula::Meaning<oracle::Rational> rumor_fractions(const RumorSetting& setting);

/// Where a statement about rumors is tried.
struct RumorDomain {
  int least_nodes = 3, most_nodes = 5;  ///< at most 6
};

/// Tries a statement for every number of nodes of the domain, 1 to n - 2 curious ones, and s = 0, ..., 1 in fourths, by
/// effort eighths or sixteenths. It is violated where the brackets of both sides exclude it, certified as an interval;
/// where they allow both, by more than 1e-9, the instance is undecided and the verdict at most inconclusive.
/// @pre context.claim is not empty. @throws what require_known() throws.
[[nodiscard]] run::Finding refute_rumor(const formula::Expression& statement, const RumorDomain& domain,
                                        const run::Context& context, const Watch& watch = {});

}  // namespace hearsay::props::bound
