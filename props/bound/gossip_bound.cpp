// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/gossip_bound.hpp"

#include "props/bound/gossip_facts.hpp"

namespace hearsay::props::bound {

const formula::Vocabulary& gossip_vocabulary() {
  static const formula::Vocabulary known{
      .names = {"exact", "exact_own_noise", "published", "local", "mu", "rank", "messages", "distance", "degree_target",
                "degree_observer", "n", "edges", "T", "gap", "diameter", "observers", "observer", "target"},
      .functions = {{"w", 3}, {"renyi", 1}, {"epsilon", 1}}};
  return known;
}

run::Finding refute_gossip(const formula::Expression& statement, const ScenarioDomain& domain,
                           const run::Context& context, const Watch& watch) {
  const Subject gossip{.vocabulary = gossip_vocabulary(),
                       .doubles = gossip_doubles,
                       .fractions = gossip_fractions,
                       .ranges = gossip_ranges,
                       .describe = [](const gen::Scenario& s) { return gen::to_json(s); }};
  return refute_scenarios(statement, gossip, domain, context, watch);
}

}  // namespace hearsay::props::bound
