// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include <hearsay/adversary/gossip_view.hpp>
#include <hearsay/graph/averaging_time.hpp>

#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/oracle/dense_gossip.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

const std::vector<Coverage> varied{{"has a cycle", 10.0}, {"tree", 5.0}};

/// T_v: messages node v is sent in all rounds.
std::int64_t communications(const Scenario& s) {
  return s.steps * static_cast<std::int64_t>(std::ranges::count(gen::distances(s.graph, s.observers), Node{1}));
}

/// sum of f(u) over the nodes that do not observe.
template <class F>
auto sum_over_others(const Scenario& s, F f) {
  decltype(f(Node{0})) sum = 0;
  for (Node u = 0; u < s.graph.nodes(); ++u) {
    if (!s.observes(u)) sum += f(u);
  }
  return sum;
}

/// The instance of a claim about all targets at once.
nlohmann::ordered_json without_target(const Scenario& s) {
  auto json = gen::to_json(s);
  json.erase("target");
  return json;
}

template <class Property>
Search<Scenario> over_scenarios(const Context& context, const SmallestInstance& world, Property property) {
  return exhaust_then_search(small_scenarios(world),
                             gen::scenarios({.min_nodes = 5, .coalitions = world.coalitions, .min_degree = true}),
                             property, {.cases = context.pick(100u, 400u, 10000u), .coverage = varied}, context);
}

// Eq. (7): the mean loss towards v is U T_v / n.

/// Eq. (6) for every u by the powers of W: sum over t and the neighbors w of the observer of (W^t)_uw^2 / |W^t e_w|^2.
Eigen::VectorXd formula_by_powers(const Scenario& s) {
  const Eigen::MatrixXd w = oracle::dense_matrix(s.graph, s.weights);
  Eigen::MatrixXd power = Eigen::MatrixXd::Identity(w.rows(), w.cols());
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(w.rows());
  for (int t = 0; t < s.steps; ++t) {
    for (const Node v : s.graph.neighbors(s.observers.front()))
      sum += power.col(v).cwiseAbs2() / power.col(v).squaredNorm();
    power = power * w;
  }
  return sum;
}

Finding eq7_identity(const Context& context) {
  // the formula by its definition, against the messages of a run of the protocol, counted
  const auto property = [](const Scenario& s) {
    const auto sent = adversary::gossip_view(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps).rows();
    const Eigen::VectorXd formula = formula_by_powers(s);
    return worse(equals(formula.sum(), static_cast<double>(sent), gen::tags(s)),
                 equals((formula - library_losses(s).published).cwiseAbs().maxCoeff(), 0.0));
  };
  return conclude(over_scenarios(context, {.targets = false}, property), [](const Scenario& s) {
    const auto view = oracle_view(s);
    Rational sum = 0;
    for (Node u = 0; u < s.graph.nodes(); ++u) sum += oracle::published(view, u);
    return differs_exactly(without_target(s), communications(s), sum);
  });
}

Finding eq7_printed(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto l = library_losses(s);
    return equals(sum_over_others(s, [&](Node u) { return l.published[u]; }), static_cast<double>(communications(s)),
                  gen::tags(s));
  };
  return conclude(over_scenarios(context, {.targets = false}, property), [](const Scenario& s) {
    const auto view = oracle_view(s);
    return differs_exactly(without_target(s), communications(s),
                           sum_over_others(s, [&](Node u) { return oracle::published(view, u); }));
  });
}

Finding eq7_capped(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto l = library_losses(s);
    return at_most(sum_over_others(s, [&](Node u) { return l.exact[u]; }),
                   sum_over_others(s, [&](Node u) { return std::min(1.0, l.published[u]); }), gen::tags(s));
  };
  return conclude(over_scenarios(context, {.targets = false}, property), [](const Scenario& s) {
    const auto view = oracle_view(s);
    const auto losses = oracle::losses(view);
    return exceeds_exactly(
        without_target(s),
        sum_over_others(s, [&](Node u) { return std::min(Rational(1), oracle::published(view, u)); }),
        sum_over_others(s, [&](Node u) { return losses[u]; }));
  });
}

Finding eq7_repaired(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto l = library_losses(s);
    const auto view = oracle_view(s);
    const auto rank = static_cast<double>(oracle::rank(view));
    const auto rank_own = static_cast<double>(oracle::rank(oracle::own_noise_known(view, s.observers)));
    auto outcome = at_most(std::max(sum_over_others(s, [&](Node u) { return l.exact[u]; }), l.exact_own_noise.sum()),
                           static_cast<double>(communications(s)), gen::tags(s));
    for (const auto& [found, wanted] : {std::pair(l.exact.sum(), rank),
                                        {static_cast<double>(l.rank), rank},
                                        {l.exact_own_noise.sum(), rank_own},
                                        {static_cast<double>(l.rank_own_noise), rank_own}}) {
      outcome = worse(outcome, equals(found, wanted, {}));
    }
    return outcome;
  };
  const auto result =
      exhaust_then_search(small_scenarios({.max_nodes = context.pick(4u, 5u, 5u), .targets = false}),
                          gen::scenarios({.max_nodes = 10, .min_nodes = 5, .max_steps = 6, .min_degree = true}),
                          property, {.cases = context.pick(40u, 200u, 2000u), .coverage = varied}, context);
  return conclude(result, [](const Scenario& s) {
    const auto view = oracle::own_noise_known(oracle_view(s), s.observers);
    return differs_exactly(without_target(s), Rational(oracle::rank(view)),
                           Rational(library_losses(s).exact_own_noise.sum()));
  });
}

// Corollaries 1 and 3: n max W^{-2} sum_{t=1}^T P(X_t in O | X_0 = u)^2, over the edges at O.

double walk_bound(const Scenario& s) {
  const Eigen::MatrixXd w = oracle::dense_matrix(s.graph, s.weights);
  double smallest = 1.0;
  for (const Node o : s.observers) {
    for (const Node v : s.graph.neighbors(o)) {
      if (!s.observes(v)) smallest = std::min(smallest, w(o, v));
    }
  }
  Eigen::VectorXd walk = Eigen::VectorXd::Unit(w.rows(), s.target);
  double sum = 0.0;
  for (int t = 1; t <= s.steps; ++t) {
    walk = w * walk;
    double hit = 0.0;
    for (const Node o : s.observers) hit += walk[o];
    sum += hit * hit;
  }
  return static_cast<double>(s.graph.nodes()) / (smallest * smallest) * sum;
}

Rational walk_bound_exactly(const Scenario& s) {
  const auto w = oracle::rational_matrix(s.graph, s.weights);
  Rational smallest = 1, sum = 0;
  for (const Node o : s.observers) {
    for (const Node v : s.graph.neighbors(o)) {
      if (!s.observes(v)) smallest = std::min(smallest, w[o][v]);
    }
  }
  for (int t = 1; t <= s.steps; ++t) {
    Rational hit = 0;
    for (const Node o : s.observers) hit += oracle::walk_probability(w, s.target, o, t);
    sum += hit * hit;
  }
  return s.graph.nodes() / (smallest * smallest) * sum;
}

Finding walk_bounds_published(const Context& context, bool coalitions) {
  const auto property = [](const Scenario& s) {
    return at_most(library_losses(s).published[s.target], walk_bound(s), gen::tags(s));
  };
  return conclude(over_scenarios(context, {.coalitions = coalitions}, property), [](const Scenario& s) {
    return exceeds_exactly(gen::to_json(s), walk_bound_exactly(s), oracle::published(oracle_view(s), s.target));
  });
}

Finding walk_bounds_loss(const Context& context, bool coalitions) {
  const auto property = [](const Scenario& s) {
    return at_most(library_losses(s).exact[s.target], walk_bound(s), gen::tags(s));
  };
  return conclude(over_scenarios(context, {.coalitions = coalitions}, property), [](const Scenario& s) {
    return exceeds_exactly(gen::to_json(s), walk_bound_exactly(s), oracle::loss(oracle_view(s), s.target));
  });
}

// Corollary 4: the noise that keeps the mean loss of the honest nodes below epsilon, and the error it costs. Delta = 1.

/// |N(O)|
double degree(const Scenario& s) {
  return static_cast<double>(std::ranges::count(gen::distances(s.graph, s.observers), Node{1}));
}

Finding corollary4(const Context& context) {
  // printed sigma^2 = d_O / (2 alpha epsilon): in units of epsilon the mean loss is alpha^2 / (n d_O) times the sum of
  // losses
  constexpr int alpha = 2;
  const auto stopping_time = [](const Scenario& s) {
    return graph::stopping_time(oracle::gap(oracle::dense_matrix(s.graph, s.weights)), s.graph.nodes(),
                                std::sqrt(degree(s) / (2.0 * alpha)));
  };
  const auto property = [&](Scenario s) -> Outcome {
    if (oracle::gap(oracle::dense_matrix(s.graph, s.weights)) < 1e-9) return {.tags = gen::tags(s)};
    s.steps = static_cast<int>(std::min<std::int64_t>(stopping_time(s), 12));
    const auto l = library_losses(s);
    const double mean =
        alpha * alpha * sum_over_others(s, [&](Node u) { return l.exact[u]; }) / (s.graph.nodes() * degree(s));
    return at_most(mean, 1.0, gen::tags(s));
  };
  const auto result = over_scenarios(context, {.max_steps = 1, .targets = false, .coalitions = true}, property);
  return conclude(result, [&](Scenario s) {
    s.steps = static_cast<int>(std::min<std::int64_t>(stopping_time(s), 12));
    const auto losses = oracle::losses(oracle_view(s));
    const Rational total = sum_over_others(s, [&](Node u) { return losses[u]; });
    auto instance = without_target(s);
    instance["alpha"] = alpha;
    instance["epsilon"] = 1;
    return exceeds_exactly(std::move(instance), 1,
                           alpha * alpha * total / (s.graph.nodes() * static_cast<graph::Node>(degree(s))));
  });
}

Finding corollary4_repaired(const Context& context) {
  const auto property = [](Scenario s) -> Outcome {
    const Eigen::MatrixXd w = oracle::dense_matrix(s.graph, s.weights);
    const double gap = oracle::gap(w), n = s.graph.nodes();
    if (gap < 1e-6) return {.tags = gen::tags(s)};
    Outcome outcome{.tags = gen::tags(s)};
    for (const double alpha : {1.5, 2.0, 10.0}) {
      // the smallest T with T >= T_stop(sigma^2), sigma^2 = alpha T d_O / (2 n epsilon), epsilon = 1
      double variance = 0.0;
      int steps = 0;
      do {
        ++steps;
        variance = alpha * steps * degree(s) / (2.0 * n);
      } while (graph::stopping_time(gap, s.graph.nodes(), std::sqrt(variance)) > steps);
      s.steps = std::min(steps, 40);  // a view of n nodes is complete long before
      const auto l = library_losses(s);
      const double loss = std::max(sum_over_others(s, [&](Node u) { return l.exact[u]; }), l.exact_own_noise.sum());
      outcome = worse(outcome, at_most(alpha / (2.0 * variance) * loss / n, 1.0, {}));
      const double error =
          oracle::square_error(oracle::accelerated(w, graph::acceleration(gap), steps), 0.25, variance);
      outcome = worse(outcome, at_most(error, 3.0 * alpha * steps * degree(s) / (2.0 * n * n), {}));
    }
    return outcome;
  };
  const auto result = exhaust_then_search(small_scenarios({.max_steps = 1, .targets = false, .coalitions = true}),
                                          gen::scenarios({.min_nodes = 5, .coalitions = true}), property,
                                          {.cases = context.pick(40u, 200u, 4000u), .coverage = varied}, context);
  return conclude_uncertified(result, [](const Scenario& s) { return gen::to_json(s).dump(); });
}

}  // namespace

void register_muffliato_mean(run::Registry& registry) {
  registry.add("muffliato.eq7.identity", eq7_identity);
  registry.add("muffliato.eq7.printed", eq7_printed);
  registry.add("muffliato.eq7.repaired", eq7_repaired);
  registry.add("muffliato.eq7.capped", eq7_capped);
  registry.add("muffliato.corollary1", [](const Context& c) { return walk_bounds_published(c, false); });
  registry.add("muffliato.corollary1.loss", [](const Context& c) { return walk_bounds_loss(c, false); });
  registry.add("muffliato.corollary3", [](const Context& c) { return walk_bounds_published(c, true); });
  registry.add("muffliato.corollary3.loss", [](const Context& c) { return walk_bounds_loss(c, true); });
  registry.add("muffliato.corollary4", corollary4);
  registry.add("muffliato.corollary4.repaired", corollary4_repaired);
}

}  // namespace hearsay::props
