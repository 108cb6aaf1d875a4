// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/graph/averaging_time.hpp>

#include "props/gen/graphs.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"

namespace hearsay::props {

namespace {

using gen::Rounds;
using gen::Scenario;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

const std::vector<Coverage> varied_pairs{{"has a cycle", 10.0}, {"tree", 5.0}, {"target at distance 2", 5.0}};

// Theorem 1: eq. (6) bounds the loss of the joint view.

Finding thm1(const Context& context) {
  return published_bounds_exact(context, {}, {.min_nodes = 5, .min_degree = true}, varied_pairs);
}

Finding thm1_first_step(const Context& context) {
  const auto property = [](Scenario s) {
    s.steps = 1;
    const auto l = library_losses(s);
    const double sent =
        std::ranges::any_of(s.observers, [&](Node o) { return s.graph.adjacent(o, s.target); }) ? 1.0 : 0.0;
    return worse(equals(l.published[s.target], sent, gen::tags(s)), equals(l.exact[s.target], sent, {}));
  };
  const auto result = exhaust_then_search(
      small_scenarios({.max_steps = 1, .coalitions = true}),
      gen::scenarios({.min_nodes = 5, .coalitions = true, .min_degree = true}), property,
      {.cases = context.pick(100u, 400u, 10000u), .coverage = {{"has a cycle", 10.0}, {"coalition", 10.0}}}, context);
  return conclude(result, [](Scenario s) {
    s.steps = 1;
    const auto view = oracle_view(s);
    return differs_exactly(gen::to_json(s), oracle::published(view, s.target), oracle::loss(view, s.target));
  });
}

// The repair: the loss is the squared norm of the projection, here against normal equations in rational arithmetic.

template <class Instance>
Outcome exact_losses_agree(const Instance& s, std::vector<std::string> tags) {
  const auto library = library_losses(s);
  const auto view = oracle_view(s);
  Outcome outcome{.tags = std::move(tags)};
  for (const bool own_noise : {false, true}) {
    const auto wanted = oracle::losses(own_noise ? oracle::own_noise_known(view, s.observers) : view);
    const auto& found = own_noise ? library.exact_own_noise : library.exact;
    for (std::size_t u = 0; u < wanted.size(); ++u) {
      const double loss = found[static_cast<Eigen::Index>(u)];
      outcome = worse(outcome, equals(loss, oracle::to_double(wanted[u]), {}));
      outcome = worse(outcome, at_most(loss, 1.0));
    }
  }
  return outcome;
}

template <class Instance>
run::Witness largest_disagreement(const Instance& s) {
  const auto library = library_losses(s);
  const auto view = oracle_view(s);
  double found = 0.0, worst = -1.0;
  Rational wanted = 0;
  for (const bool own_noise : {false, true}) {
    const auto losses = oracle::losses(own_noise ? oracle::own_noise_known(view, s.observers) : view);
    for (std::size_t u = 0; u < losses.size(); ++u) {
      const double loss = (own_noise ? library.exact_own_noise : library.exact)[static_cast<Eigen::Index>(u)];
      if (const double difference = std::abs(loss - oracle::to_double(losses[u])); difference > worst) {
        worst = difference;
        found = loss;
        wanted = losses[u];
      }
    }
  }
  return differs_exactly(gen::to_json(s), Rational(found), wanted);
}

Finding thm1_repaired(const Context& context) {
  const auto fixed = exhaust_then_search(
      small_scenarios({.max_nodes = context.pick(4u, 5u, 5u), .targets = false}),
      gen::scenarios({.max_nodes = 10, .min_nodes = 5, .max_steps = 6, .min_degree = true}),
      [](const Scenario& s) { return exact_losses_agree(s, gen::tags(s)); },
      {.cases = context.pick(30u, 150u, 1000u), .coverage = {{"has a cycle", 10.0}, {"tree", 5.0}}}, context);
  const auto varying = exhaust_then_search(
      small_sequences(context.pick(3u, 4u, 4u), 3), gen::round_sequences({}),
      [](const Rounds& s) { return exact_losses_agree(s, {}); }, {.cases = context.pick(30u, 150u, 3000u)}, context);
  return both(conclude(fixed, largest_disagreement<Scenario>), conclude(varying, largest_disagreement<Rounds>));
}

// Eq. (6) prints the entry (W_{0:t})_{u,w}; the message of w is row w, and W_{0:t} is symmetric only while t <= 1.

Rational printed_entry_formula(const Rounds& s) {
  std::vector<oracle::Matrix> w;
  for (const auto& graph : s.graphs()) w.push_back(oracle::rational_matrix(graph));
  const auto product = oracle::products(w);
  Rational sum = 0;
  for (std::size_t t = 0; t < w.size(); ++t) {
    for (Node sender = 0; sender < s.nodes; ++sender) {
      if (sender == s.observers[0] || w[t][s.observers[0]][sender] == 0) continue;
      const auto& row = product[t][sender];
      sum += product[t][s.target()][sender] * product[t][s.target()][sender] / oracle::dot(row, row);
    }
  }
  return sum;
}

Finding thm1_index(const Context& context) {
  const auto property = [](const Rounds& s) -> Outcome {
    const auto l = library_losses(s);
    if (l.messages != 1) return {};
    return at_most(l.exact[s.target()], oracle::to_double(printed_entry_formula(s)), {"one message"});
  };
  const auto result =
      exhaust_then_search(small_sequences(4, 3), gen::round_sequences({.max_nodes = 6}), property,
                          {.cases = context.pick(200u, 1000u, 10000u), .coverage = {{"one message", 10.0}}}, context);
  return conclude(result, [&](const Rounds& first) {
    // of the counterexamples of the smallest size, the one whose printed formula is smallest
    Rounds worst = first;
    gen::for_each_pair_sequence(first.nodes, first.rounds.size(), [&](const Rounds& s) {
      if (property(s).violated && printed_entry_formula(s) < printed_entry_formula(worst)) worst = s;
      return true;
    });
    return exceeds_exactly(gen::to_json(worst), printed_entry_formula(worst),
                           oracle::loss(oracle_view(worst), worst.target()));
  });
}

// "As their distance in the graph increases, the privacy loss decreases."

struct Inversion {
  Node nearer, farther;
  bool own_noise;
};

std::optional<Inversion> find_inversion(const Scenario& s) {
  const auto l = library_losses(s);
  const auto distance = gen::distances(s.graph, s.observers);
  for (const bool own_noise : {false, true}) {
    const auto& loss = own_noise ? l.exact_own_noise : l.exact;
    for (Node near = 0; near < s.graph.nodes(); ++near) {
      for (Node far = 0; far < s.graph.nodes(); ++far) {
        if (distance[near] > 0 && distance[near] < distance[far] && loss[far] > loss[near] + 1e-9)
          return Inversion{near, far, own_noise};
      }
    }
  }
  return std::nullopt;
}

Finding thm1_distance(const Context& context) {
  const auto property = [](const Scenario& s) -> Outcome {
    return {.violated = find_inversion(s).has_value(), .tags = gen::tags(s)};
  };
  const auto result =
      exhaust_then_search(small_scenarios({.targets = false}), gen::scenarios({.min_nodes = 5}), property,
                          {.cases = context.pick(100u, 400u, 10000u), .coverage = varied_pairs}, context);
  return conclude(result, [](const Scenario& s) {
    const auto found = find_inversion(s).value();
    auto view = oracle_view(s);
    if (found.own_noise) view = oracle::own_noise_known(std::move(view), s.observers);
    const auto distance = gen::distances(s.graph, s.observers);
    nlohmann::ordered_json instance{{"graph", graph::to_string(s.graph)},
                                    {"observer", s.observers[0]},
                                    {"steps", s.steps},
                                    {"own_noise_known", found.own_noise},
                                    {"nearer", found.nearer},
                                    {"nearer_distance", distance[found.nearer]},
                                    {"target", found.farther},
                                    {"target_distance", distance[found.farther]}};
    return exceeds_exactly(std::move(instance), oracle::loss(view, found.nearer), oracle::loss(view, found.farther));
  });
}

// Randomized gossip: one pair a round, given the pairs drawn.

Finding corollary2(const Context& context) {
  const auto property = [](const Rounds& s) {
    const auto l = library_losses(s);
    return at_most(l.exact[s.target()], l.published[s.target()],
                   {l.messages > 1 ? "several messages" : "at most one message"});
  };
  const auto result = exhaust_then_search(
      small_sequences(4, 3), gen::round_sequences({.max_pairs = 1}), property,
      {.cases = context.pick(200u, 1000u, 10000u), .coverage = {{"several messages", 10.0}}}, context);
  return conclude(result, [](const Rounds& s) {
    const auto view = oracle_view(s);
    return exceeds_exactly(gen::to_json(s), oracle::published(view, s.target()), oracle::loss(view, s.target()));
  });
}

Finding corollary2_mean(const Context& context) {
  const auto property = [](const Rounds& s) {
    const auto l = library_losses(s);
    const auto messages = std::ranges::count_if(s.rounds, [&](const auto& pairs) {
      return pairs[0].first == s.observers[0] || pairs[0].second == s.observers[0];
    });
    const double total = std::max(l.exact.sum() - l.exact[s.observers[0]], l.exact_own_noise.sum());
    return at_most(total, static_cast<double>(messages), {messages > 1 ? "several messages" : "at most one message"});
  };
  const auto result = exhaust_then_search(
      small_sequences(4, 3), gen::round_sequences({.max_pairs = 1}), property,
      {.cases = context.pick(200u, 1000u, 10000u), .coverage = {{"several messages", 10.0}}}, context);
  return conclude(result, [](const Rounds& s) {
    const auto view = oracle_view(s);
    const auto losses = oracle::losses(oracle::own_noise_known(view, s.observers));
    Rational total = 0;
    for (const auto& loss : losses) total += loss;
    return exceeds_exactly(gen::to_json(s), Rational(view.size()), total);
  });
}

// Accelerated messages: the rows of P_t(W) span what the rows of W^t span.

oracle::Matrix accelerated_view(const Scenario& s, const Rational& gamma) {
  const auto w = oracle::rational_matrix(s.graph, s.weights);
  oracle::Matrix rows, previous, current = oracle::identity(w.size());
  for (int t = 0; t < s.steps; ++t) {
    for (std::size_t v = 0; v < w.size(); ++v) {
      const bool sends = std::ranges::any_of(s.observers, [&](Node o) { return o != v && w[o][v] != 0; });
      if (sends && !s.observes(static_cast<Node>(v))) rows.push_back(current[v]);
    }
    auto next = oracle::multiply(w, current);
    if (t > 0) {
      for (std::size_t i = 0; i < next.size(); ++i) {
        for (std::size_t j = 0; j < next.size(); ++j) next[i][j] = gamma * next[i][j] + (1 - gamma) * previous[i][j];
      }
    }
    previous = std::move(current);
    current = std::move(next);
  }
  return rows;
}

/// rank(A), rank(A'), rank(A over A'): equal iff the row spaces are.
std::array<std::size_t, 3> ranks(const Scenario& s) {
  const auto plain = oracle_view(s);
  const auto accelerated = accelerated_view(s, Rational(s.steps % 2 == 0 ? 8 : 5, s.steps % 2 == 0 ? 7 : 4));
  auto stacked = plain;
  stacked.insert(stacked.end(), accelerated.begin(), accelerated.end());
  return {oracle::rank(plain), oracle::rank(accelerated), oracle::rank(stacked)};
}

Finding postprocessing(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto [plain, accelerated, stacked] = ranks(s);
    auto outcome = worse(equals(static_cast<double>(accelerated), static_cast<double>(plain), gen::tags(s)),
                         equals(static_cast<double>(stacked), static_cast<double>(plain), {}));
    const auto w = graph::gossip_matrix(s.graph, s.weights);
    const auto library = accounting::view_losses(
        accounting::accelerated_view(w, graph::acceleration(0.5), s.observers, s.steps), s.observers);
    const auto reference = library_losses(s);
    for (Node u = 0; u < s.graph.nodes(); ++u) {
      outcome = worse(outcome, equals(library.exact[u], reference.exact[u], {}));
      outcome = worse(outcome, equals(library.exact_own_noise[u], reference.exact_own_noise[u], {}));
    }
    return outcome;
  };
  const auto result = exhaust_then_search(
      small_scenarios({.max_nodes = context.pick(4u, 5u, 5u), .targets = false}),
      gen::scenarios({.max_nodes = 9, .min_nodes = 5, .max_steps = 5, .coalitions = true, .min_degree = true}),
      property, {.cases = context.pick(30u, 150u, 2000u), .coverage = {{"has a cycle", 10.0}, {"coalition", 10.0}}},
      context);
  return conclude(result, [](const Scenario& s) {
    const auto [plain, accelerated, stacked] = ranks(s);
    return differs_exactly(gen::to_json(s), Rational(plain), Rational(std::max(accelerated, stacked)));
  });
}

}  // namespace

void register_muffliato_loss(run::Registry& registry) {
  registry.add("muffliato.thm1", thm1);
  registry.add("muffliato.thm1.first_step", thm1_first_step);
  registry.add("muffliato.thm1.repaired", thm1_repaired);
  registry.add("muffliato.thm1.index", thm1_index);
  registry.add("muffliato.thm1.distance", thm1_distance);
  registry.add("muffliato.corollary2", corollary2);
  registry.add("muffliato.corollary2.mean", corollary2_mean);
  registry.add("muffliato.postprocessing", postprocessing);
}

}  // namespace hearsay::props
