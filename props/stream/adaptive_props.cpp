// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/graph.hpp>

#include "props/checks.hpp"
#include "props/gen/small_worlds.hpp"
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

/// One pair of nodes and what the signs of its loss matrix add to the loss of a constant stream.
struct SignedPair {
  Graph graph;
  graph::Weights weights;
  Node observer, target;
  int rounds;

  [[nodiscard]] oracle::Matrix losses() const {
    return oracle::stream_loss_matrix(oracle::rational_matrix(graph, weights), {.observed = {observer}}, rounds,
                                      target);
  }
};

/// 1^T M 1 and 1^T |M| 1.
std::pair<Rational, Rational> sums(const oracle::Matrix& m) {
  Rational plain = 0, absolute = 0;
  for (const auto& row : m) {
    for (const auto& entry : row) plain += entry, absolute += abs(entry);
  }
  return {plain, absolute};
}

std::vector<SignedPair> signed_pairs(Node n) {
  std::vector<SignedPair> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (int rounds = 1; rounds <= 4; ++rounds) {
      for (const auto weights : {graph::Weights::metropolis, graph::Weights::min_degree}) {
        for (Node v = 0; v < n; ++v) {
          for (Node u = 0; u < n; ++u) {
            if (u != v) all.push_back({g, weights, v, u, rounds});
          }
        }
      }
    }
  });
  return all;
}

/// Whether 1^T |M| 1 is within a tenth of 1^T M 1 for every pair of nodes.
Finding signs_everywhere(const Context&) {
  const auto property = [](const SignedPair& x) {
    const auto [plain, absolute] = sums(x.losses());
    return at_most(absolute, Rational(11, 10) * plain);
  };
  return conclude(sweep_by_size(2, 5, signed_pairs, property), [](const SignedPair& x) {
    const auto [plain, absolute] = sums(x.losses());
    return exceeds_exactly({{"graph", to_string(x.graph)},
                            {"weights", to_string(x.weights)},
                            {"observer", x.observer},
                            {"target", x.target},
                            {"rounds", x.rounds}},
                           Rational(11, 10) * plain, absolute);
  });
}

}  // namespace

void register_stream_adaptive(run::Registry& registry) {
  registry.add("stream.adaptive", hidden_states);
  registry.add("stream.appendixF.everywhere", signs_everywhere);
}

}  // namespace hearsay::props
