// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/run/finding.hpp>

#include <hearsay/formula/evaluate.hpp>
#include "props/bound/instance.hpp"
#include "props/bound/watch.hpp"
#include "props/gen/scenario.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// The noise of the nodes, or the largest changes of their values, where a statement is tried.
struct ScaleDomain {
  std::vector<oracle::Rational> each = {1};    ///< tried one after the other, for all nodes alike
  std::vector<oracle::Rational> by_node = {};  ///< of a network of one's own; then `each` is not tried
  std::optional<std::pair<oracle::Rational, oracle::Rational>> between =
      {};  ///< each node has a value of its own between these; then `each` is not tried
};

/// A network of one's own.
struct OwnNetwork {
  graph::Graph graph;                            ///< connected
  std::shared_ptr<const graph::GossipMatrix> w;  ///< on its edges and the diagonal
};

/// Where a statement about a protocol on a graph is tried.
struct ScenarioDomain {
  graph::Node least_nodes = 2;
  graph::Node all_nodes = 5;      ///< every connected graph up to this size; 0: none; at most 6
  graph::Node random_nodes = 12;  ///< generated graphs up to this size; 0: none
  int least_steps = 1, most_steps = 8;
  bool coalitions = false;  ///< several observers, too; in a network of one's own of more than six nodes two
  graph::Weights weights = graph::Weights::metropolis;
  ScaleDomain sigma = {}, sensitivity = {};
  std::optional<OwnNetwork> own = {};  ///< in place of all other graphs: with every observer and target

  [[nodiscard]] bool contains(const gen::Scenario& scenario) const;
};

/// What a statement is about: its names, and what they stand for in one instance.
struct Subject {
  const formula::Vocabulary& vocabulary;
  std::function<formula::Meaning<double>(const Instance&)> doubles;              ///< to 1e-9
  std::function<formula::Meaning<oracle::Rational>(const Instance&)> fractions;  ///< by definitions
  std::function<formula::Meaning<formula::Range>(const Instance&)> ranges;       ///< to a hundred digits
  std::function<nlohmann::ordered_json(const Instance&)> describe;               ///< as witnesses show it
  std::vector<std::string> brackets = {};  ///< known between ends only: a statement with one of them is not compared in
                                           ///< doubles, and what its ranges do not decide is undecided
};

/// The most instances of a network of one's own that are tried, and its most nodes: powers of W are taken in fractions.
inline constexpr std::size_t most_own_instances = 1'000'000;
inline constexpr graph::Node most_own_nodes = 100;

/// Tries a statement on every small scenario of the domain, fewest nodes first, then on generated ones (100, 400 or
/// 4000, by effort), and shrinks a violation; on a network of one's own in all its scenarios, fewest steps first, then
/// fewest observers. Nodes of different noise: in a small scenario all have the least, all the most, and each in turn
/// one of them, the others the other one; generated ones have any tenth of the way. On a network of one's own 4, 16 or
/// 64 such draws, by effort, are tried in all scenarios. Both sides are compared to 1e-9 first; a violation, an operand
/// near one that has no value, and everything if there are strict comparisons, floor or ceil, in fractions, or to a
/// hundred digits where a side is not rational. What then is no violation is inconclusive, and so is what was cut
/// short.
/// @pre context.claim is not empty. @throws what require_known() and require_values() throw; Error(Errc::domain) naming
/// the column and the instance where a side has no value, or a hundred digits do not tell that it has one, or an
/// argument is outside its domain; Error(Errc::too_large) for a network of one's own beyond the limits above.
[[nodiscard]] run::Finding refute_scenarios(const formula::Expression& statement, const Subject& subject,
                                            const ScenarioDomain& domain, const run::Context& context,
                                            const Watch& watch = {});

}  // namespace hearsay::props::bound
