// SPDX-License-Identifier: GPL-3.0-or-later
// A coalition as one node, and coalitions that are sent everything (Appendix G.1).
#include <algorithm>
#include <cstdint>
#include <set>

#include <hearsay/adversary/gossip_view.hpp>

#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/muffliato/text_checks.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

std::vector<Node> outsiders(const Scenario& s) {
  std::vector<Node> others;
  for (Node u = 0; u < s.graph.nodes(); ++u) {
    if (!s.observes(u)) others.push_back(u);
  }
  return others;
}

/// The losses of the outsiders to node 0 of `matrix`, which knows its own noise.
oracle::Row losses_to_node_0(const oracle::Matrix& matrix, int steps) {
  const std::vector<Node> one{0};
  auto all = oracle::losses(oracle::own_noise_known(oracle::view(matrix, one, steps), one));
  all.resize(matrix.size());
  return all;
}

}  // namespace

oracle::Matrix fused_by_adding_weights(const Scenario& s) {
  const auto w = oracle::rational_matrix(s.graph, s.weights);
  const auto others = outsiders(s);
  oracle::Matrix fused(others.size() + 1, oracle::Row(others.size() + 1));
  fused[0][0] = 1;
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (const Node v : s.observers) fused[0][i + 1] += w[v][others[i]];
    fused[i + 1][0] = fused[0][i + 1];
    fused[0][0] -= fused[0][i + 1];
    for (std::size_t j = 0; j < others.size(); ++j) fused[i + 1][j + 1] = w[others[i]][others[j]];
  }
  return fused;
}

Finding coalition_is_one_node(const Context& context, const FusedMatrix& fused) {
  // Nodes 0 and 1 hear node 2 only, between a leaf and a node of many neighbors: the weights of node 2 tell them apart.
  std::vector<Scenario> worlds;
  for (const int steps : {1, 2, 3}) {
    worlds.push_back(
        {.graph = Graph(8, std::vector<graph::Edge>{{0, 2}, {1, 2}, {2, 3}, {2, 4}, {4, 5}, {4, 6}, {4, 7}}),
         .observers = {0, 1},
         .target = 3,
         .steps = steps});
  }
  for (auto& s : small_scenarios({.max_nodes = context.pick(4u, 5u, 5u),
                 .max_steps = context.pick(3, 3, 4),
                 .targets = false,
                 .coalitions = true}))
    worlds.push_back(std::move(s));
  const auto property = [&](const Scenario& s) {
    const auto others = outsiders(s);
    const auto library = library_losses(s);
    const auto wanted = losses_to_node_0(fused(s), s.steps);
    Outcome outcome{.tags = gen::tags(s)};
    for (std::size_t i = 0; i < others.size(); ++i)
      outcome = worse(outcome, equals(library.exact_own_noise[others[i]], oracle::to_double(wanted[i + 1])));
    return outcome;
  };
  const auto result = exhaust_then_search(
      worlds, gen::scenarios({.max_nodes = 9, .min_nodes = 5, .max_steps = 5, .coalitions = true, .min_degree = true}),
      property, {.cases = context.pick(20u, 100u, 1000u), .coverage = {{"coalition", 10.0}}}, context);
  return conclude(result, [&](const Scenario& s) {
    const auto others = outsiders(s);
    const auto wanted = losses_to_node_0(fused(s), s.steps);
    const auto exact = oracle::losses(oracle::own_noise_known(oracle_view(s), s.observers));
    std::size_t i = 0;
    while (i + 1 < others.size() && exact[others[i]] == wanted[i + 1]) ++i;
    auto instance = gen::to_json(s);
    instance["target"] = others[i];
    return differs_exactly(std::move(instance), wanted[i + 1], exact[others[i]]);
  });
}

bool contains_dominating_set(const Graph& graph, const std::vector<Node>& nodes) {
  for (std::uint32_t subset = 1; subset < 1u << nodes.size(); ++subset) {
    std::set<Node> reached;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if ((subset >> i & 1u) == 0) continue;
      reached.insert(nodes[i]);
      for (const Node w : graph.neighbors(nodes[i])) reached.insert(w);
    }
    if (reached.size() == graph.nodes()) return true;
  }
  return false;
}

Finding dominating_sets_hear_everything(const Context& context, const Dominates& dominates) {
  // What node w sends is known if w is in the coalition or sends it to a member. By the transcript of a run.
  const auto all_known = [](const Scenario& s) {
    const auto sent = adversary::gossip_view(graph::gossip_matrix(s.graph, s.weights), s.observers, 1);
    return static_cast<std::size_t>(sent.rows()) + s.observers.size() == s.graph.nodes();
  };
  const auto property = [&](const Scenario& s) {
    const bool dominating = dominates(s.graph, s.observers);
    auto outcome = decided(dominating == all_known(s));
    const auto library = library_losses(s);
    double least = 1.0;
    for (const Node u : outsiders(s)) least = std::min(least, library.exact_own_noise[u]);
    if (dominating) return worse(outcome, equals(least, 1.0));           // no amplification, after any number of steps
    return s.steps == 1 ? worse(outcome, equals(least, 0.0)) : outcome;  // somebody has told them nothing yet
  };
  const auto found = sweep(small_scenarios({.max_nodes = context.pick(5u, 5u, 6u),
                                            .max_steps = context.pick(2, 4, 4),
                                            .targets = false,
                                            .coalitions = true}),
                           property);
  return conclude(found, [&](const Scenario& s) {
    auto instance = gen::to_json(s);
    instance.erase("target");
    return compared_exactly(std::move(instance),
                            {"all messages are observed if and only if the coalition contains a dominating set",
                             std::string(all_known(s) ? "all" : "not all") + " messages are observed, " +
                                 (dominates(s.graph, s.observers) ? "dominating" : "not dominating")});
  });
}

void register_muffliato_coalitions(run::Registry& registry) {
  registry.add("muffliato.fusion",
               [](const Context& context) { return coalition_is_one_node(context, fused_by_adding_weights); });
  registry.add("muffliato.dominating.all_messages", [](const Context& context) {
    return dominating_sets_hear_everything(context, contains_dominating_set);
  });
}

}  // namespace hearsay::props
