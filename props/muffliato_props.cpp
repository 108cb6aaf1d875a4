#include "props/muffliato_props.hpp"

#include <hearsay/accounting/gossip_view.hpp>

#include "props/checks.hpp"

namespace hearsay::props {

void register_muffliato(run::Registry& registry) {
  register_muffliato_loss(registry);
  register_muffliato_groups(registry);
  register_muffliato_mean(registry);
  register_muffliato_utility(registry);
  register_muffliato_graph(registry);
}

namespace {

std::vector<graph::GossipMatrix> matrices(const gen::Rounds& rounds) {
  std::vector<graph::GossipMatrix> all;
  for (const auto& graph : rounds.graphs()) all.push_back(graph::gossip_matrix(graph, graph::Weights::metropolis));
  return all;
}

}  // namespace

accounting::GossipLosses library_losses(const gen::Scenario& s) {
  return accounting::gossip_losses(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps);
}

accounting::GossipLosses library_losses(const gen::Rounds& s) { return accounting::gossip_losses(matrices(s), s.observers); }

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
