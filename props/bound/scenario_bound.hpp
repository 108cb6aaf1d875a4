// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include <hearsay/graph/graph.hpp>
#include <hearsay/run/finding.hpp>

#include <hearsay/formula/evaluate.hpp>
#include "props/bound/watch.hpp"
#include "props/gen/scenario.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// Where a statement about a protocol on a graph is tried.
struct ScenarioDomain {
  graph::Node least_nodes = 2;
  graph::Node all_nodes = 5;      ///< every connected graph up to this size; 0: none; at most 6
  graph::Node random_nodes = 12;  ///< generated graphs up to this size; 0: none
  int least_steps = 1, most_steps = 8;
  bool coalitions = false;  ///< several observers, too
  graph::Weights weights = graph::Weights::metropolis;

  [[nodiscard]] bool contains(const gen::Scenario& scenario) const;
};

/// What a statement is about: its names, and what they stand for in one scenario.
struct Subject {
  const formula::Vocabulary& vocabulary;
  std::function<formula::Meaning<double>(const gen::Scenario&)> doubles;              ///< to 1e-9
  std::function<formula::Meaning<oracle::Rational>(const gen::Scenario&)> fractions;  ///< by definitions
  std::function<formula::Meaning<formula::Range>(const gen::Scenario&)> ranges;       ///< to a hundred digits
  std::function<nlohmann::ordered_json(const gen::Scenario&)> describe;               ///< as witnesses show it
};

/// Tries a statement on every small scenario of the domain, fewest nodes first, then on generated ones (100, 400 or
/// 4000, by effort), and shrinks a violation. Both sides are compared to 1e-9 first; a violation, an operand near one
/// that has no value, and everything if there are strict comparisons, floor or ceil, in fractions, or to a hundred
/// digits where a side is not rational. What then is no violation is inconclusive, and so is what was cut short.
/// @pre context.claim is not empty. @throws what require_known() and require_values() throw; Error(Errc::domain) naming
/// the column and the scenario where a side has no value, or a hundred digits do not tell that it has one, or an
/// argument is outside its domain.
[[nodiscard]] run::Finding refute_scenarios(const formula::Expression& statement, const Subject& subject,
                                            const ScenarioDomain& domain, const run::Context& context,
                                            const Watch& watch = {});

}  // namespace hearsay::props::bound
