// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/graph.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

/// A stream of `target` that the observer sees in its own states, while `follower` takes gradient steps of length 1 on
/// theta^2/2: in every round it adds minus the state that it had before.
struct Feedback {
  Graph graph;
  Node observer, target, follower;
  int rounds;

  [[nodiscard]] oracle::StreamSight sight() const { return {.observed = {observer}}; }
  [[nodiscard]] Rational without() const {
    return oracle::boolean_maximum(oracle::stream_loss_matrix(oracle::rational_matrix(graph), sight(), rounds, target));
  }
  [[nodiscard]] Rational with() const {
    auto w = oracle::rational_matrix(graph);
    w[follower][follower] -= 1;
    return oracle::boolean_maximum(oracle::stream_loss_matrix(w, sight(), rounds, target));
  }
};

std::vector<Feedback> feedbacks(Node n) {
  std::vector<Feedback> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (int rounds = 1; rounds <= 3; ++rounds) {
      for (Node v = 0; v < n; ++v) {
        for (Node u = 0; u < n; ++u) {
          for (Node w = 0; w < n; ++w) {
            if (u != v && w != v) all.push_back({g, v, u, w, rounds});
          }
        }
      }
    }
  });
  return all;
}

/// Theorem 12's maximum over signs, against the loss when the contributions of a hidden node depend on its state.
Finding hidden_states(const Context&) {
  const auto found = sweep_by_size(2, 4, feedbacks, [](const Feedback& x) { return at_most(x.with(), x.without()); });
  return conclude(found, [](const Feedback& x) {
    return exceeds_exactly({{"graph", to_string(x.graph)},
                            {"observer", x.observer},
                            {"target", x.target},
                            {"follower", x.follower},
                            {"rounds", x.rounds}},
                           x.without(), x.with());
  });
}

}  // namespace

void register_stream_adaptive(run::Registry& registry) { registry.add("stream.adaptive", hidden_states); }

}  // namespace hearsay::props
