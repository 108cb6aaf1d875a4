// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/view.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using run::Context;
using run::Finding;

std::vector<Node> neighbors_of(const Graph& g, Node v) {
  const auto neighbors = g.neighbors(v);
  return {neighbors.begin(), neighbors.end()};
}

/// Every connected graph on n nodes with an observer and another node.
template <class Use>
void for_each_pair(Node n, Use use) {
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (Node v = 0; v < n; ++v) {
      for (Node u = 0; u < n; ++u) {
        if (u != v) use(g, v, u);
      }
    }
  });
}

// ---- acceleration

/// One injection, then steps of which the first is plain and the others are accelerated; every value that the observer
/// sees carries noise of its own.
struct Accelerated {
  Graph graph;
  Node observer, target;
  int steps;
  bool own_noise;
  Rational gamma, link;

  /// By the definition: rows e_w^T P_t(W), P_0 = I, P_1 = W, P_{t+1} = speed W P_t + (1 - speed) P_{t-1}.
  [[nodiscard]] Rational loss(const Rational& speed) const {
    const auto w = oracle::rational_matrix(graph);
    const std::size_t n = w.size();
    Matrix before, now = oracle::identity(n), seen;
    for (int t = 0; t < steps; ++t) {
      for (const auto sender : graph.neighbors(observer)) seen.push_back(now[sender]);
      auto next = oracle::multiply(w, now);
      for (std::size_t i = 0; !before.empty() && i < n; ++i) {
        for (std::size_t j = 0; j < n; ++j) next[i][j] = speed * next[i][j] + (1 - speed) * before[i][j];
      }
      before = std::move(now), now = std::move(next);
    }
    if (own_noise) seen = oracle::own_noise_known(std::move(seen), std::array{observer});
    return link == 0 ? oracle::loss(seen, target) : oracle::perturbed_loss(seen, target, link * link);
  }
  [[nodiscard]] Rational plain() const { return loss(1); }
  [[nodiscard]] Rational accelerated() const { return loss(gamma); }
  /// The library's accelerated loss.
  [[nodiscard]] Rational accounted() const {
    auto protocol = gossip_protocol(graph, observer, own_noise, steps);
    protocol.rounds.front().gamma = gamma;
    if (link != 0) {
      accounting::NoiseKind seen;
      seen.kind = accounting::NoiseKind::Kind::link;
      seen.sigma = link;
      protocol.noise.push_back(seen);
    }
    return exact_loss(protocol, accounting::node_subject(target));
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)},
            {"observer", observer},
            {"target", target},
            {"steps", steps},
            {"gamma", oracle::to_string(gamma)},
            {"link_sigma", oracle::to_string(link)}};
  }
};

/// With noise on what is seen, as large as that of the nodes; the observer knows its own.
Finding acceleration(const Context&) {
  const auto instances = [](Node n) {
    std::vector<Accelerated> all;
    for_each_pair(n, [&](const Graph& g, Node v, Node u) {
      for (int steps = 1; steps <= 4; ++steps) {
        for (const auto& gamma : {Rational(3, 2), Rational(5, 4)}) all.push_back({g, v, u, steps, true, gamma, 1});
      }
    });
    std::ranges::stable_sort(all, {}, &Accelerated::steps);
    return all;
  };
  const auto found =
      sweep_by_size(2, 4, instances, [](const Accelerated& x) { return at_most(x.accelerated(), x.plain()); });
  return conclude(found, [](const Accelerated& x) { return exceeds_exactly(x.instance(), x.plain(), x.accounted()); });
}

Finding noiseless_acceleration(const Context& context) {
  const auto instances = [&](Node n) {
    std::vector<Accelerated> all;
    for_each_pair(n, [&](const Graph& g, Node v, Node u) {
      for (int steps = 1; steps <= context.pick(3, 4, 5); ++steps) {
        for (const auto& gamma : {Rational(3, 2), Rational(5, 4), Rational(-1, 2)}) {
          for (const bool own : {false, true}) all.push_back({g, v, u, steps, own, gamma, 0});
        }
      }
    });
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(3u, 3u, 4u), instances,
                                   [](const Accelerated& x) { return decided(x.accounted() == x.plain()); });
  return conclude(found, [](const Accelerated& x) { return differs_exactly(x.instance(), x.plain(), x.accounted()); });
}

// ---- the accountants of single families

/// A view of which several accountants speak.
struct Special {
  Graph graph;
  Node observer;
  int steps;
};

std::vector<Special> specials(Node n) {
  std::vector<Special> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (Node v = 0; v < n; ++v) {
      for (int steps = 1; steps <= 4; ++steps) all.push_back({g, v, steps});
    }
  });
  return all;
}

double linear_loss_of(const accounting::Protocol& protocol, const accounting::Subject& subject) {
  return oracle::to_double(exact_loss(protocol, subject));
}

/// One injection: gossip_losses, perturbed_losses, accelerated_view and group_loss beside the linear account.
Outcome one_injection(const Special& x) {
  const auto w = gossip_matrix(x.graph, graph::Weights::metropolis);
  const std::array<Node, 1> observers = {x.observer};
  const auto gossip = accounting::gossip_losses(w, observers, x.steps);
  const auto view = accounting::gossip_view(w, observers, x.steps);
  const auto perturbed = accounting::perturbed_losses(view, 0.25);
  const auto fast = accounting::view_losses(accounting::accelerated_view(w, 1.25, observers, x.steps), observers);
  const auto plain = gossip_protocol(x.graph, x.observer, false, x.steps);
  auto noisy = plain, accelerated = plain;
  accounting::NoiseKind link;
  link.kind = accounting::NoiseKind::Kind::link;
  link.sigma = Rational(1, 4);
  noisy.noise.push_back(link);
  accelerated.rounds.front().gamma = Rational(5, 4);
  const auto own = gossip_protocol(x.graph, x.observer, true, x.steps);
  auto outcome = decided(true);
  std::vector<Node> others;
  for (Node u = 0; u < x.graph.nodes(); ++u) {
    if (u == x.observer) continue;
    others.push_back(u);
    const auto subject = accounting::node_subject(u);
    outcome = worse(outcome, equals(gossip.exact(u), linear_loss_of(plain, subject)));
    outcome = worse(outcome, equals(gossip.exact_own_noise(u), linear_loss_of(own, subject)));
    outcome = worse(outcome, equals(perturbed(u), linear_loss_of(noisy, subject)));
    outcome = worse(outcome, equals(fast.exact(u), linear_loss_of(accelerated, subject)));
  }
  return worse(outcome,
               equals(accounting::group_loss(view, others), linear_loss_of(plain, accounting::group_subject(others))));
}

/// Fresh noise in each of three rounds: the accountant of streams beside the linear account.
Outcome fresh_noise(const Special& x) {
  const auto w = gossip_matrix(x.graph, graph::Weights::metropolis);
  auto outcome = decided(true);
  for (const bool own : {false, true}) {
    std::vector<Node> targets, known;
    for (Node u = 0; u < x.graph.nodes(); ++u) (u == x.observer ? known : targets).push_back(u);
    if (!own) known.clear();
    const accounting::ContinualAccountant accountant(w,
                                                     {.observed = neighbors_of(x.graph, x.observer),
                                                      .known_noise = known,
                                                      .steps_per_round = x.steps,
                                                      .every_step = true},
                                                     3, targets);
    const auto protocol = gossip_protocol(x.graph, x.observer, own, x.steps, 3);
    for (const auto u : targets) {
      outcome = worse(outcome, equals(accountant.sensitivity(u).squared.exact.value(),
                                      linear_loss_of(protocol, accounting::node_subject(u))));
    }
  }
  return outcome;
}

Finding special_cases(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(3u, 4u, 5u), specials, [](const Special& x) {
    auto outcome = one_injection(x);
    return x.steps <= 2 ? worse(outcome, fresh_noise(x)) : outcome;
  });
  return conclude(found, [](const Special& x) {
    return compared_numerically({{"graph", to_string(x.graph)}, {"observer", x.observer}, {"steps", x.steps}},
                                {"the same loss", "a different loss"});
  });
}

// ---- contributions that depend on what was there before

/// Fresh noise in every round, one gossip step a round, messages to an observer who knows its own noise; `follower`
/// adds `factor` times its own state.
struct Followed {
  Graph graph;
  Node observer, target, follower;
  int rounds, factor;

  [[nodiscard]] oracle::StreamSight sight() const {
    return {.observed = neighbors_of(graph, observer), .known = {observer}};
  }
  /// As if the contributions were fixed in advance.
  [[nodiscard]] Rational fixed() const {
    return oracle::boolean_maximum(oracle::stream_loss_matrix(oracle::rational_matrix(graph), sight(), rounds, target));
  }
  /// What is sent is (1 + factor) times what the follower would have sent.
  [[nodiscard]] Rational followed() const {
    auto w = oracle::rational_matrix(graph);
    for (auto& entry : w[follower]) entry *= 1 + factor;
    return oracle::boolean_maximum(oracle::stream_loss_matrix(w, sight(), rounds, target));
  }
  /// The library, with `feedback`.
  [[nodiscard]] Rational accounted() const {
    auto protocol = gossip_protocol(graph, observer, true, 1, rounds);
    linalg::FractionMatrix feedback{.columns = graph.nodes(), .rows = {}};
    feedback.rows.resize(graph.nodes());
    feedback.rows[follower].push_back({follower, Rational(factor)});
    for (auto& round : protocol.rounds) round.feedback = std::make_shared<linalg::FractionMatrix>(feedback);
    return exact_loss(protocol, accounting::node_subject(target));
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)}, {"observer", observer}, {"target", target},
            {"follower", follower},      {"factor", factor},     {"rounds", rounds}};
  }
};

std::vector<Followed> all_followed(Node n, int last) {
  std::vector<Followed> all;
  for (const int factor : {2, -1}) {
    for_each_pair(n, [&](const Graph& g, Node v, Node u) {
      for (Node w = 0; w < n; ++w) {
        for (int rounds = 1; w != v && rounds <= last; ++rounds) all.push_back({g, v, u, w, rounds, factor});
      }
    });
  }
  return all;
}

Finding hidden_contributions(const Context&) {
  const auto found = sweep_by_size(
      2, 4, [](Node n) { return all_followed(n, 3); },
      [](const Followed& x) { return at_most(x.followed(), x.fixed()); });
  return conclude(found, [](const Followed& x) { return exceeds_exactly(x.instance(), x.fixed(), x.accounted()); });
}

Finding feedback_is_exact(const Context& context) {
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 4u), [&](Node n) { return all_followed(n, context.pick(3, 3, 4)); },
      [](const Followed& x) { return decided(x.accounted() == x.followed()); });
  return conclude(found, [](const Followed& x) { return differs_exactly(x.instance(), x.followed(), x.accounted()); });
}

/// Contributions of all nodes that are functions of what the observer has seen in earlier rounds: node w adds `factor`
/// times the sum of these messages, plus w.
struct ViewFollowed {
  Graph graph;
  Node observer, target;
  bool own_noise;
  int rounds, factor;

  /// The matrices of the view, by running the protocol on unit contributions and noises.
  [[nodiscard]] accounting::GivenMatrices matrices_of() const {
    const auto w = oracle::rational_matrix(graph);
    const std::size_t n = w.size(), columns = n * static_cast<std::size_t>(rounds);
    Matrix state(n, oracle::Row(columns)), seen;
    for (int t = 0; t < rounds; ++t) {
      oracle::Row common(columns);
      for (const auto& row : seen) {
        for (std::size_t j = 0; j < columns; ++j) common[j] += factor * row[j];
      }
      for (std::size_t u = 0; u < n; ++u) {
        for (std::size_t j = 0; j < columns; ++j) state[u][j] += common[j] * static_cast<int>(u + 1);
        state[u][static_cast<std::size_t>(t) * n + u] += 1;
      }
      for (const auto sender : graph.neighbors(observer)) seen.push_back(state[sender]);
      state = oracle::multiply(w, state);
    }
    auto noise = seen;
    for (auto& row : noise) {
      for (std::size_t j = observer; own_noise && j < columns; j += n) row[j] = 0;
    }
    return {.signal = fraction_matrix(seen, columns),
            .noise = fraction_matrix(noise, columns),
            .rounds = static_cast<std::size_t>(rounds)};
  }
  [[nodiscard]] Rational accounted() const { return exact_loss(matrices_of(), accounting::node_subject(target)); }
  [[nodiscard]] Rational fixed() const {
    oracle::StreamSight sight{.observed = neighbors_of(graph, observer)};
    if (own_noise) sight.known = {observer};
    return oracle::boolean_maximum(oracle::stream_loss_matrix(oracle::rational_matrix(graph), sight, rounds, target));
  }
};

Finding seen_contributions(const Context& context) {
  const auto instances = [&](Node n) {
    std::vector<ViewFollowed> all;
    for_each_pair(n, [&](const Graph& g, Node v, Node u) {
      for (int rounds = 2; rounds <= context.pick(3, 4, 4); ++rounds) {
        for (const int factor : {-3, 1, 2}) {
          for (const bool own : {false, true}) all.push_back({g, v, u, own, rounds, factor});
        }
      }
    });
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(3u, 3u, 4u), instances,
                                   [](const ViewFollowed& x) { return decided(x.accounted() == x.fixed()); });
  return conclude(found, [](const ViewFollowed& x) {
    return differs_exactly({{"graph", to_string(x.graph)},
                            {"observer", x.observer},
                            {"target", x.target},
                            {"factor", x.factor},
                            {"rounds", x.rounds}},
                           x.fixed(), x.accounted());
  });
}

}  // namespace

void register_linear_protocols(run::Registry& registry) {
  registry.add("linear.special", special_cases);
  registry.add("linear.acceleration", acceleration);
  registry.add("linear.acceleration.noiseless", noiseless_acceleration);
  registry.add("linear.adaptive.view", seen_contributions);
  registry.add("linear.adaptive.hidden", hidden_contributions);
  registry.add("linear.adaptive.feedback", feedback_is_exact);
}

}  // namespace hearsay::props
