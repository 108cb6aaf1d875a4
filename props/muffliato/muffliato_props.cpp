// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/muffliato/muffliato_props.hpp"

#include <hearsay/accounting/gossip/view.hpp>

#include "props/checks.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/text_checks.hpp"

namespace hearsay::props {

void register_muffliato(run::Registry& registry) {
  register_muffliato_loss(registry);
  register_muffliato_groups(registry);
  register_muffliato_mean(registry);
  register_muffliato_utility(registry);
  register_muffliato_graph(registry);
  register_muffliato_definitions(registry);
  register_muffliato_activation(registry);
  register_muffliato_code(registry);
  register_muffliato_coalitions(registry);
  register_muffliato_networks(registry);
  register_muffliato_neighbors(registry);
  register_muffliato_gradient_mean(registry);
}

namespace {

std::vector<graph::GossipMatrix> matrices(const gen::Rounds& rounds) {
  std::vector<graph::GossipMatrix> all;
  for (const auto& graph : rounds.graphs()) all.push_back(graph::gossip_matrix(graph, graph::Weights::metropolis));
  return all;
}

}  // namespace

run::Finding published_bounds_exact(const run::Context& context, const SmallestInstance& small,
                                    const gen::ScenarioShape& generated, const std::vector<Coverage>& coverage) {
  const auto property = [](const gen::Scenario& s) {
    const auto l = library_losses(s);
    return at_most(l.exact[s.target], l.published[s.target], gen::tags(s));
  };
  const auto result = exhaust_then_search(small_scenarios(small), gen::scenarios(generated), property,
                                          {.cases = context.pick(100u, 400u, 10000u), .coverage = coverage}, context);
  return conclude(result, [](const gen::Scenario& s) {
    const auto view = oracle_view(s);
    return exceeds_exactly(gen::to_json(s), oracle::published(view, s.target), oracle::loss(view, s.target));
  });
}

accounting::GossipLosses library_losses(const gen::Scenario& s) {
  return accounting::gossip_losses(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps);
}

accounting::GossipLosses library_losses(const gen::Rounds& s) {
  return accounting::gossip_losses(matrices(s), s.observers);
}

Eigen::MatrixXd library_view(const gen::Scenario& s) {
  return accounting::gossip_view(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps);
}

Eigen::MatrixXd library_view(const gen::Rounds& s) { return accounting::gossip_view(matrices(s), s.observers); }

oracle::Matrix oracle_view(const gen::Scenario& s) {
  return oracle::view(oracle::rational_matrix(s.graph, s.weights), s.observers, s.steps);
}

oracle::Matrix oracle_view(const gen::Rounds& s) {
  std::vector<oracle::Matrix> rounds;
  for (const auto& graph : s.graphs()) rounds.push_back(oracle::rational_matrix(graph));
  return oracle::view(rounds, s.observers);
}

}  // namespace hearsay::props
