#include <fmt/format.h>

#include "props/checks.hpp"
#include "props/gen/scenario.hpp"
#include "props/gen/small_worlds.hpp"
#include "props/stream/losses.hpp"
#include "props/oracle/rational_stream.hpp"

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

/// Exhausts connected graphs, fewest nodes first, for a pair that loses more than eq. (9) allows.
Finding exceeds_published(const Context& context, int rounds, std::vector<int> step_counts) {
  Finding finding{.verdict = Verdict::holds};
  const auto try_all = [&](const Graph& graph) {
    const auto w = oracle::rational_matrix(graph);
    for (const int steps : step_counts) {
      for (Node v = 0; v < graph.nodes(); ++v) {
        for (Node u = 0; u < graph.nodes(); ++u) {
          if (u == v || finding.witness) continue;
          ++finding.instances;
          const std::vector<Node> neighbours(graph.neighbours(v).begin(), graph.neighbours(v).end());
          const Rational bound = published_rounds(w, v, u, steps, rounds);
          const Rational exact = oracle::boolean_maximum(oracle::stream_loss_matrix(w, {neighbours, {}, steps}, rounds, u));
          if (exact <= bound) continue;
          const Rational own = oracle::boolean_maximum(oracle::stream_loss_matrix(w, {neighbours, {v}, steps}, rounds, u));
          finding.verdict = Verdict::refuted;
          finding.tightness = oracle::to_double((bound - exact) / exact);
          const auto named = gen::renamed({.graph = graph, .observers = {v}, .target = u});
          finding.witness = run::Witness{.instance = {{"graph", to_string(named.graph)}, {"observer", named.observers.front()}, {"target", named.target}, {"steps_per_round", steps}, {"rounds", rounds}},
                                         .claimed = oracle::to_string(bound),
                                         .actual = oracle::to_string(exact)};
          finding.note = fmt::format("{} if the observer knows its own noise", oracle::to_string(own));
        }
      }
    }
  };
  for (Node n = 2; n <= static_cast<Node>(context.pick(4, 4, 5)) && !finding.witness; ++n) gen::for_each_connected_graph_up_to_isomorphism(n, try_all);
  return finding;
}

}  // namespace

void register_muffliato_sgd(run::Registry& registry) {
  registry.add("muffliato.thm6.round", [](const Context& context) { return exceeds_published(context, 1, {1, 2, 3}); });
  registry.add("muffliato.thm6", [](const Context& context) { return exceeds_published(context, 2, {1}); });
  registry.add("muffliato.thm6.repaired", [](const Context& context) { return stream_loss_of_messages_is_exact(context, exact_stream_loss); });
}

}  // namespace hearsay::props
