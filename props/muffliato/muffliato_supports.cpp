// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>
#include <vector>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/report/certificate/spectrum.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/view.hpp>

#include "props/certificates.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using graph::Graph;
using graph::Node;
using nlohmann::ordered_json;
using report::Certificate;

constexpr graph::Weights metropolis = graph::Weights::metropolis;

/// The exact loss of every target to every observer on every connected graph of 2 to 5 nodes, after 1 to `most_steps`
/// steps.
Supporter losses_of_small_graphs(const std::string& claim, int most_steps, bool own_noise) {
  return [claim, most_steps, own_noise] {
    const report::Cover cover{.claim = claim, .nodes = {2, 5}, .steps = {1, most_steps}};
    std::vector<Certificate> members;
    const auto add = [&](const Graph& graph) {
      const auto pairs = gen::pairs_up_to_symmetry(graph);
      for (int steps = 1; steps <= most_steps; ++steps) {
        for (const auto& [observer, target] : pairs) {
          const auto instance = report::gossip_instance(graph, cover.weights, steps, {observer}, own_noise);
          auto member = report::support(claim);
          prove_loss(member, instance, target);
          members.push_back(std::move(member));
        }
      }
    };
    for (auto n = static_cast<Node>(cover.nodes.first); n <= static_cast<Node>(cover.nodes.second); ++n)
      gen::for_each_connected_graph_up_to_isomorphism(n, add);
    return cover_json(cover, members);
  };
}

Supporter mean_of_losses(const std::string& claim, report::GossipInstance instance) {
  return [claim, instance = std::move(instance)] {
    auto certificate = report::support(claim);
    prove_loss_sum(certificate, instance, instance.rounds.front().size());
    return to_json(certificate);
  };
}

/// Four nodes, one edge a round.
report::GossipInstance drawn_edges() {
  const std::vector<graph::Edge> drawn = {{1, 2}, {0, 1}, {2, 3}, {0, 2}};
  std::vector<Graph> rounds;
  for (const auto& edge : drawn) rounds.emplace_back(4, std::vector{edge});
  return report::gossip_instance(rounds, {0}, false);
}

/// Gossip along the edges of a triangle, lambda2(L_p) = 1, from the values 1, 0, 0.
Supporter error_on_a_triangle(const std::string& claim, int steps) {
  return [claim, steps] {
    const report::DrawnEdges drawn{
        .graph = graph::complete(3), .steps = steps, .noise_variance = 1, .values = {1, 0, 0}};
    const auto edges = drawn.graph.edge_list();
    const std::vector<Rational> probabilities(edges.size(), Rational(1, static_cast<long>(edges.size())));
    const auto error = oracle::randomized_square_error(3, edges, probabilities, drawn.values, 1, steps);
    auto certificate = report::support(claim);
    prove_randomized_error(certificate, drawn, 1, error / 6);  // half the mean over three nodes
    return to_json(certificate);
  };
}

/// The slowest difference on a path of three nodes: its eigenvalue is 2/3.
ordered_json slowest_on_a_path() {
  auto certificate = report::support("muffliato.thm7.lemma.repaired");
  prove_polynomial_norm(certificate, graph::path(3), 4, {1, 0, -1}, Rational(1, 3));
  return to_json(certificate);
}

}  // namespace

void support_muffliato(Supporters& supporters) {
  supporters.emplace("muffliato.thm1.first_step", losses_of_small_graphs("muffliato.thm1.first_step", 1, false));
  supporters.emplace("muffliato.thm1.repaired", losses_of_small_graphs("muffliato.thm1.repaired", 4, true));
  const auto path = graph::path(5);
  supporters.emplace("muffliato.eq7.repaired",
                     mean_of_losses("muffliato.eq7.repaired", report::gossip_instance(path, metropolis, 4, {0}, true)));
  supporters.emplace("muffliato.eq16",
                     mean_of_losses("muffliato.eq16", report::gossip_instance(path, metropolis, 3, {0, 4}, false)));
  supporters.emplace("muffliato.corollary2.mean", mean_of_losses("muffliato.corollary2.mean", drawn_edges()));
  supporters.emplace("muffliato.thm8.repaired", error_on_a_triangle("muffliato.thm8.repaired", 2));
  supporters.emplace("muffliato.thm3.repaired", error_on_a_triangle("muffliato.thm3.repaired", 3));
  supporters.emplace("muffliato.thm7.lemma.repaired", slowest_on_a_path);
}

}  // namespace hearsay::props
