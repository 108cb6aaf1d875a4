// SPDX-License-Identifier: GPL-3.0-or-later
// The mean loss of several rounds of gradients (Appendix F.2).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <hearsay/linalg/boolean_quadratic.hpp>

#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/muffliato/text_checks.hpp"
#include "props/oracle/dense_gossip.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Rounds of gradients on a graph, heard by one node: K = `steps` gossip steps a round.
struct HeardRounds {
  Graph graph;
  Node observer;
  int steps, rounds;
  bool own_noise = false;

  [[nodiscard]] std::vector<Node> senders() const {
    const auto neighbors = graph.neighbors(observer);
    return {neighbors.begin(), neighbors.end()};
  }
  [[nodiscard]] std::vector<Node> known() const { return own_noise ? std::vector{observer} : std::vector<Node>{}; }
  [[nodiscard]] std::int64_t degree() const { return static_cast<std::int64_t>(graph.neighbors(observer).size()); }
  /// The sum of f(u) over the nodes other than the observer.
  template <class F>
  auto over_others(F f) const {
    decltype(f(Node{0})) sum = 0;
    for (Node u = 0; u < graph.nodes(); ++u) {
      if (u != observer) sum += f(u);
    }
    return sum;
  }
  /// Of the largest losses over sign streams, in units of alpha Delta_phi^2 / (2 sigma^2).
  [[nodiscard]] Rational sum_of_losses() const {
    const auto w = oracle::rational_matrix(graph);
    return over_others([&](Node u) {
      return oracle::boolean_maximum(oracle::stream_loss_matrix(w, {senders(), known(), steps}, rounds, u));
    });
  }
  /// K T d_v: what Appendix F.2 says of it.
  [[nodiscard]] Rational published() const { return Rational(steps) * rounds * degree(); }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    const Node other = observer == 0 ? 1 : 0;
    const auto named = gen::renamed({.graph = graph, .observers = {observer}, .target = other});
    return {{"graph", to_string(named.graph)},
            {"observer", named.observers.front()},
            {"steps_per_round", steps},
            {"rounds", rounds}};
  }
};

/// Every observer of the connected graphs on n nodes up to isomorphism, fewest rounds first.
std::vector<HeardRounds> heard_rounds(Node n, int most_steps, int most_rounds) {
  std::vector<HeardRounds> all;
  for (int rounds = 1; rounds <= most_rounds; ++rounds) {
    for (int steps = 1; steps <= most_steps; ++steps) {
      gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& graph) {
        for (Node v = 0; v < n; ++v) all.push_back({graph, v, steps, rounds});
      });
    }
  }
  return all;
}

Finding thm11_mean(const Context& context) {
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 4u), [](Node n) { return heard_rounds(n, 2, 3); },
      [](const HeardRounds& r) { return at_most(r.sum_of_losses(), r.published()); });
  auto finding = conclude(
      found, [](const HeardRounds& r) { return exceeds_exactly(r.instance(), r.published(), r.sum_of_losses()); });
  if (found.counterexample) {
    auto knowing = *found.counterexample;
    knowing.own_noise = true;
    finding.note = fmt::format("with own noise known the sum is {}", oracle::to_string(knowing.sum_of_losses()));
  }
  return finding;
}

/// ((1 + rho)/(1 - rho))^2 T (K d_v + 1), and + 2 if own noise is known, rho = |W^K - J|.
double repaired_sum(const HeardRounds& r) {
  const double largest = oracle::lower_eigenvalues(oracle::dense_matrix(r.graph)).cwiseAbs().maxCoeff();
  const double rho = std::pow(largest, r.steps);
  const auto rows = static_cast<double>(r.steps * r.degree() + (r.own_noise ? 2 : 1));
  return std::pow((1.0 + rho) / (1.0 - rho), 2) * r.rounds * rows;
}

/// The sum by an accountant.
double accounted_sum(const HeardRounds& r, const StreamLoss& loss) {
  const auto w = gossip_matrix(r.graph, graph::Weights::metropolis);
  return r.over_others([&](Node u) {
    return linalg::boolean_quadratic_bounds(loss(w, {r.senders(), r.known(), r.steps, true}, r.rounds, u))
        .exact.value();
  });
}

}  // namespace

Finding mean_of_rounds_is_bounded(const Context& context, const StreamLoss& loss) {
  // On small graphs the sum is that of the definition, too.
  std::vector<HeardRounds> small;
  for (Node n = 2; n <= context.pick(3u, 3u, 4u); ++n) {
    for (auto r : heard_rounds(n, 2, context.pick(2, 3, 3))) {
      small.push_back(r);
      r.own_noise = true;
      small.push_back(r);
    }
  }
  const auto exactly = sweep(small, [&](const HeardRounds& r) {
    const double sum = accounted_sum(r, loss);
    return worse(at_most(sum, repaired_sum(r)), equals(sum, oracle::to_double(r.sum_of_losses())));
  });
  const auto of = [](const Scenario& s) {
    return HeardRounds{s.graph, s.observers.front(), 1 + static_cast<int>(s.graph.nodes() % 3), s.steps,
                       s.target % 2 == 1};
  };
  const auto drawn = search(
      gen::scenarios({.max_nodes = 8, .max_steps = 6}),
      [&](const Scenario& s) {
        const auto r = of(s);
        auto outcome = at_most(accounted_sum(r, loss), repaired_sum(r));
        outcome.tags = {r.own_noise ? "own noise known" : "all noise unknown"};
        return outcome;
      },
      {.cases = context.pick(20u, 150u, 3000u), .coverage = {{"own noise known", 10.0}, {"all noise unknown", 10.0}}},
      context);
  const auto witness = [&](const HeardRounds& r) {
    auto instance = r.instance();
    instance["own_noise_known"] = r.own_noise;
    return compared_numerically(std::move(instance),
                                {fmt::format("at most {}, and that of the definition", repaired_sum(r)),
                                 fmt::format("{}", accounted_sum(r, loss))});
  };
  return both(conclude(exactly, witness), conclude(drawn, [&](const Scenario& s) { return witness(of(s)); }));
}

void register_muffliato_gradient_mean(run::Registry& registry) {
  registry.add("muffliato.thm11.mean", thm11_mean);
  registry.add("muffliato.thm11.mean.repaired",
               [](const Context& context) { return mean_of_rounds_is_bounded(context, exact_stream_loss); });
}

}  // namespace hearsay::props
