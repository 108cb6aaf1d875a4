// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "props/checks.hpp"
#include "props/gen/scenario.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_stream.hpp"
#include "props/stream/losses.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

/// eq. (9): T times the published sum of K steps.
Rational published_rounds(const oracle::Matrix& w, Node v, Node u, int steps, int rounds) {
  return rounds * oracle::published(oracle::view(w, std::vector<Node>{v}, steps), u);
}

/// Every ordered pair of nodes of the connected graphs on n nodes up to isomorphism, after each number of steps.
std::vector<gen::Scenario> ordered_pairs(Node n, const std::vector<int>& step_counts) {
  std::vector<gen::Scenario> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& graph) {
    for (const int steps : step_counts) {
      for (Node v = 0; v < n; ++v) {
        for (Node u = 0; u < n; ++u) {
          if (u != v) all.push_back({.graph = graph, .observers = {v}, .target = u, .steps = steps});
        }
      }
    }
  });
  return all;
}

/// The exact loss of `rounds` rounds, the observer's own noise hidden from it or known to it.
Rational exact_rounds(const gen::Scenario& s, int rounds, const std::vector<Node>& own_noise) {
  const Node v = s.observers.front();
  const std::vector<Node> neighbors(s.graph.neighbors(v).begin(), s.graph.neighbors(v).end());
  return oracle::boolean_maximum(
      oracle::stream_loss_matrix(oracle::rational_matrix(s.graph), {neighbors, own_noise, s.steps}, rounds, s.target));
}

/// Exhausts connected graphs, fewest nodes first, for a pair that loses more than eq. (9) allows.
Finding exceeds_published(const Context& context, int rounds, const std::vector<int>& step_counts) {
  const auto bound = [&](const gen::Scenario& s) {
    return published_rounds(oracle::rational_matrix(s.graph), s.observers.front(), s.target, s.steps, rounds);
  };
  const auto property = [&](const gen::Scenario& s) { return at_most(exact_rounds(s, rounds, {}), bound(s)); };
  const auto found = sweep_by_size(
      2, context.pick(4u, 4u, 5u), [&](Node n) { return ordered_pairs(n, step_counts); }, property);
  auto finding = conclude(found, [&](const gen::Scenario& s) {
    const auto named = gen::renamed(s);
    return exceeds_exactly({{"graph", to_string(named.graph)},
                            {"observer", named.observers.front()},
                            {"target", named.target},
                            {"steps_per_round", s.steps},
                            {"rounds", rounds}},
                           bound(s), exact_rounds(s, rounds, {}));
  });
  if (const auto& s = found.counterexample) {
    finding.note = fmt::format("with own noise known the exact loss is {}",
                               oracle::to_string(exact_rounds(*s, rounds, s->observers)));
  }
  return finding;
}

}  // namespace

void register_muffliato_sgd(run::Registry& registry) {
  for (const auto* one_round : {"muffliato.thm6.round", "muffliato.thm11"})
    registry.add(one_round, [](const Context& context) { return exceeds_published(context, 1, {1, 2, 3}); });
  registry.add("muffliato.thm6", [](const Context& context) { return exceeds_published(context, 2, {1}); });
  registry.add("muffliato.thm6.repaired",
               [](const Context& context) { return stream_loss_of_messages_is_exact(context, exact_stream_loss); });
}

}  // namespace hearsay::props
