// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/gossip_bound.hpp"

#include <memory>

#include <hearsay/core/error.hpp>

#include "props/bound/gossip_facts.hpp"

namespace hearsay::props::bound {

const formula::Vocabulary& gossip_vocabulary() {
  static const formula::Vocabulary known{
      .names = {"exact", "exact_own_noise", "published", "local", "mu", "rank", "messages", "distance", "degree_target",
                "degree_observer", "n", "edges", "T", "gap", "diameter", "observers", "observer", "target"},
      .functions = {{"w", 3}, {"renyi", 1}, {"epsilon", 1}, {"sigma", 1}, {"sensitivity", 1}}};
  return known;
}

void require_one_noise(const formula::Expression& statement, const ScenarioDomain& domain) {
  if (mentions(statement, "published") && (domain.sigma.between || !domain.sigma.by_node.empty()))
    throw Error(Errc::conditions, "bound", "`published` assumes one `sigma` for all nodes");
}

run::Finding refute_gossip(const formula::Expression& statement, const ScenarioDomain& domain,
                           const run::Context& context, const Watch& watch) {
  require_one_noise(statement, domain);
  const auto last = domain.own ? std::make_shared<LastLosses>() : nullptr;
  const Subject gossip{.vocabulary = gossip_vocabulary(),
                       .doubles = [last](const Instance& s) { return gossip_doubles(s, last); },
                       .fractions = gossip_fractions,
                       .ranges = gossip_ranges,
                       .describe = [](const Instance& s) { return to_json(s); }};
  return refute_scenarios(statement, gossip, domain, context, watch);
}

}  // namespace hearsay::props::bound
