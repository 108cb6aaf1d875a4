// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <vector>

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
using graph::Edge;
using graph::Graph;
using graph::Node;
using oracle::Interval;
using oracle::Rational;
using run::Context;
using run::Finding;

const std::vector<Coverage> varied{{"has a cycle", 10.0}, {"tree", 5.0}};
constexpr double spreads[] = {0.0, 0.25, 1.0, 10.0, 1000.0};  // V / sigma^2 of the private values

/// P_t(x) by the recursion.
template <class Number>
Number recursion(const Number& gamma, const Number& x, const Number& one, int t) {
  Number previous = one, current = x;
  if (t == 0) return previous;
  for (int i = 1; i < t; ++i) {
    Number next = gamma * (x * current) + (one - gamma) * previous;
    previous = current;
    current = next;
  }
  return current;
}

/// gamma for the spectral gap lambda, as a bracket: 2 / (1 + sqrt(lambda (1 - lambda/4))).
Interval gamma_bracket(const Rational& lambda) {
  const auto root = oracle::sqrt(lambda * (1 - lambda / 4));
  return {2 / (1 + root.upper), 2 / (1 + root.lower)};
}

nlohmann::ordered_json graph_json(const Scenario& s) {
  auto json = gen::to_json(s);
  for (const auto* key : {"observer", "observers", "target"}) json.erase(key);
  return json;
}

// What the polynomials of Definition 3 are.

using Polynomial = std::vector<Rational>;  // coefficients, lowest degree first

Polynomial combine(const Rational& a, const Polynomial& p, const Rational& b, const Polynomial& q,
                   std::size_t shift_p) {
  Polynomial sum(std::max(p.size() + shift_p, q.size()), 0);
  for (std::size_t i = 0; i < p.size(); ++i) sum[i + shift_p] += a * p[i];
  for (std::size_t i = 0; i < q.size(); ++i) sum[i] += b * q[i];
  return sum;
}

/// Whether P_t = q^t [T_t(y) + s y U_{t-1}(y)] as polynomials in x, for a rational q: then s = (1 - q^2)/(1 + q^2),
/// 1 - lambda/2 = 2 q / (1 + q^2), y = x / (1 - lambda/2) and gamma = 1 + q^2 are rational too.
bool closed_form_holds(const Rational& q, int degree) {
  const Rational q2 = q * q, s = (1 - q2) / (1 + q2), slope = (1 + q2) / (2 * q), gamma = 1 + q2;
  Polynomial p_before{1}, p{0, 1}, t_before{1}, t{0, slope}, u_before{}, u{1};  // U_{-1} = 0, U_0 = 1
  Rational power = q;
  for (int i = 1; i <= degree; ++i) {
    Polynomial wanted = combine(s * slope, u, 1, t, 1);  // s y U_{i-1} + T_i
    for (auto& c : wanted) c *= power;
    wanted.resize(p.size(), 0);
    if (wanted != p) return false;
    std::swap(p, p_before);
    p = combine(gamma, p_before, 1 - gamma, p, 1);
    std::swap(t, t_before);
    t = combine(2 * slope, t_before, -1, t, 1);
    std::swap(u, u_before);
    u = combine(2 * slope, u_before, -1, u, 1);
    power *= q;
  }
  return true;
}

Finding polynomials(const Context& context) {
  const int largest = context.pick(12, 20, 30);
  const auto lambda_of = [](const Rational& q) { return Rational(2 * (1 - q) * (1 - q) / (1 + q * q)); };
  std::vector<Rational> roots;
  for (int denominator = 2; denominator <= largest; ++denominator) {
    for (int numerator = 1; numerator < denominator; ++numerator) {
      if (const Rational q(numerator, denominator); lambda_of(q) <= 1) roots.push_back(q);
    }
  }
  const auto result = sweep(roots, [&](const Rational& q) { return decided(closed_form_holds(q, 12)); });
  return conclude(result, [&](const Rational& q) {
    return compared_exactly({{"q", oracle::to_string(q)}, {"lambda", oracle::to_string(lambda_of(q))}},
                            {"P_t = q^t [T_t(y) + s y U_{t-1}(y)], t <= 12, gamma = " + oracle::to_string(1 + q * q),
                             "the coefficients differ"});
  });
}

// Lemma in the proof of Theorem 7: |P_t(W) y|^2 <= 2 (1 - sqrt(lambda))^t |y|^2 for y orthogonal to the constants.

double largest_square(const Eigen::VectorXd& eigenvalues, double gamma, int t) {
  double largest = 0.0;
  for (const double x : eigenvalues) {
    const double p = recursion(gamma, x, 1.0, t);
    largest = std::max(largest, p * p);
  }
  return largest;
}

Finding thm7_lemma(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto w = oracle::dense_matrix(s.graph, s.weights);
    const double lambda = std::clamp(oracle::gap(w), 0.0, 1.0);
    return at_most(largest_square(oracle::lower_eigenvalues(w), graph::acceleration(lambda), s.steps),
                   2.0 * std::pow(1.0 - std::sqrt(lambda), s.steps), gen::tags(s));
  };
  const auto result =
      exhaust_then_search(small_scenarios({.targets = false}), gen::scenarios({.min_nodes = 5}), property,
                          {.cases = context.pick(50u, 200u, 1000u), .coverage = varied}, context);
  return conclude(result, [](const Scenario& s) {
    const auto w = oracle::rational_matrix(s.graph, s.weights);
    const Rational lambda = oracle::guess(oracle::gap(oracle::dense_matrix(s.graph, s.weights)));
    if (!oracle::gap_at_least(w, lambda)) throw std::logic_error("the spectral gap is not a fraction");
    const auto root = lambda == 1 ? oracle::point(1) : oracle::sqrt(lambda);
    auto claimed = oracle::point(2);
    for (int t = 0; t < s.steps; ++t) claimed = claimed * (oracle::point(1) - root);
    // |P_t(W) y|^2 / |y|^2 at y = e_0 - e_1 bounds the norm from below
    const auto n = s.graph.nodes();
    const auto gamma = gamma_bracket(lambda);
    std::vector<Interval> before(n, oracle::point(0)), now(n, oracle::point(0));
    before[0] = oracle::point(1);
    before[1] = oracle::point(-1);
    auto times_w = [&](const std::vector<Interval>& y) {
      std::vector<Interval> sum(n, oracle::point(0));
      for (Node i = 0; i < n; ++i) {
        for (Node j = 0; j < n; ++j) sum[i] = sum[i] + oracle::point(w[i][j]) * y[j];
      }
      return sum;
    };
    now = times_w(before);
    for (int t = 1; t < s.steps; ++t) {
      auto next = times_w(now);
      for (Node i = 0; i < n; ++i) next[i] = gamma * next[i] + (oracle::point(1) - gamma) * before[i];
      before = std::move(now);
      now = std::move(next);
    }
    auto square = oracle::point(0);
    for (Node i = 0; i < n; ++i) square = square + now[i] * now[i];
    auto instance = graph_json(s);
    instance["lambda"] = oracle::to_string(lambda);
    instance["y"] = "e_0 - e_1";
    return exceeds_rigorously(std::move(instance), claimed, square * oracle::point(Rational(1, 2)));
  });
}

/// The polynomials after t steps at a gap, on a grid of all eigenvalues |x| <= 1 - lambda that the gap allows.
Outcome polynomials_decay(double lambda, int t) {
  const double gamma = graph::acceleration(lambda), root = std::sqrt(lambda);
  const Eigen::VectorXd x = Eigen::VectorXd::LinSpaced(41, lambda - 1.0, 1.0 - lambda);
  const double first = largest_square(x, gamma, t) / (2.0 * std::pow(gamma - 1.0, t));
  auto outcome = at_most(first, 1.0);
  if (t > 0) outcome = worse(outcome, at_most(std::exp(t * (std::log(gamma - 1.0) + 2.0 * root)), 1.0));
  return outcome;
}

Finding thm7_lemma_repaired(const Context& context) {
  std::vector<std::pair<double, int>> gaps_and_steps;
  const int gaps = context.pick(60, 200, 1000);
  for (int i = 1; i <= gaps; ++i) {
    for (const int t : {0, 1, 2, 3, 5, 8, 13, 21, 34}) gaps_and_steps.emplace_back(static_cast<double>(i) / gaps, t);
  }
  const auto on_grid =
      sweep(gaps_and_steps, [](const auto& point) { return polynomials_decay(point.first, point.second); });
  const auto grid = conclude_uncertified(on_grid, [](const auto& point) {
    return "lambda = " + std::to_string(point.first) + ", t = " + std::to_string(point.second);
  });
  if (on_grid.counterexample) return grid;
  const auto property = [](const Scenario& s) -> Outcome {
    const auto w = oracle::dense_matrix(s.graph, s.weights);
    const double lambda = oracle::gap(w), gamma = graph::acceleration(std::clamp(lambda, 0.0, 1.0));
    const auto rest = oracle::lower_eigenvalues(w);
    Outcome outcome{.tags = gen::tags(s)};
    for (int t = 1; t <= 20; ++t)
      outcome = worse(outcome, at_most(largest_square(rest, gamma, t) / (2.0 * std::pow(gamma - 1.0, t)), 1.0, {}));
    return outcome;
  };
  const auto result =
      exhaust_then_search(small_scenarios({.max_steps = 1, .targets = false}),
                          gen::scenarios({.max_nodes = 16, .min_nodes = 5, .min_degree = true}), property,
                          {.cases = context.pick(50u, 200u, 5000u), .coverage = varied}, context);
  return both(conclude_uncertified(result, [](const Scenario& s) { return graph_json(s).dump(); }), grid);
}

// Theorem 7: (1/2n) sum E |x_v^T - mean|^2 <= (V + D sigma^2) exp(-T sqrt(lambda)) + D sigma^2 / n, here D sigma^2 = 1.

Finding thm7(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto w = oracle::dense_matrix(s.graph, s.weights);
    const double lambda = std::clamp(oracle::gap(w), 0.0, 1.0);
    Outcome outcome{.tags = gen::tags(s)};
    for (const int steps : {0, s.steps, 3 * s.steps}) {
      const auto p = oracle::accelerated(w, graph::acceleration(lambda), steps);
      for (const double spread : spreads) {
        outcome =
            worse(outcome, at_most(oracle::square_error(p, spread, 1.0),
                                   (spread + 1.0) * std::exp(-steps * std::sqrt(lambda)) + 1.0 / s.graph.nodes(), {}));
      }
    }
    return outcome;
  };
  const auto result =
      exhaust_then_search(small_scenarios({.targets = false}),
                          gen::scenarios({.max_nodes = 16, .min_nodes = 5, .max_steps = 15, .min_degree = true}),
                          property, {.cases = context.pick(50u, 300u, 5000u), .coverage = varied}, context);
  return conclude_uncertified(result, [](const Scenario& s) { return graph_json(s).dump(); });
}

// Theorem 2: at most 3 sigma^2 / n from T_stop on.

Finding thm2(const Context& context) {
  const auto property = [](const Scenario& s) -> Outcome {
    const auto w = oracle::dense_matrix(s.graph, s.weights);
    const double lambda = std::min(1.0, oracle::gap(w)), n = s.graph.nodes();
    Outcome outcome{.tags = gen::tags(s)};
    if (lambda < 1e-6) return outcome;  // T_stop is infinite
    for (const double spread : spreads) {
      const auto stop = static_cast<int>(graph::stopping_time(lambda, s.graph.nodes(), 1.0, spread));
      for (const int steps : {(stop + 1) / 2, stop, stop + 1, stop + 2, stop + 7, 2 * stop}) {
        const double error =
            oracle::square_error(oracle::accelerated(w, graph::acceleration(lambda), steps), spread, 1.0);
        outcome = worse(outcome, at_most(error, 3.0 / n, {}));
      }
    }
    return outcome;
  };
  const auto result =
      exhaust_then_search(small_scenarios({.max_steps = 1, .targets = false}),
                          gen::scenarios({.max_nodes = 14, .min_nodes = 5, .min_degree = true}), property,
                          {.cases = context.pick(40u, 200u, 5000u), .coverage = varied}, context);
  auto finding = conclude_uncertified(result, [](const Scenario& s) { return graph_json(s).dump(); });
  if (finding.verdict == Verdict::holds) finding.note = "half of T_stop suffices on every instance tried";
  return finding;
}

// Theorems 8 and 3: randomized gossip, sigma^2 = 1.

/// Values so far above the noise that it does not matter whether V is measured before or after the noise is added.
constexpr int offset = 100;

/// Values `offset` at one node, minus `offset` at another, 0 elsewhere; every edge equally likely.
struct Randomized {
  Graph graph;
  int steps;
  Node high, low;
};

nlohmann::ordered_json to_json(const Randomized& s) {
  std::vector<int> values(s.graph.nodes(), 0);
  values[s.high] = offset;
  values[s.low] = -offset;
  return {{"graph", graph::to_string(s.graph)},
          {"edge_probability", "1/" + std::to_string(s.graph.edges())},
          {"steps", s.steps},
          {"noise_variance", 1},
          {"values", values}};
}

/// (1/2n) sum E |x_v^T - mean|^2, exactly.
Rational exact_error(const Randomized& s) {
  const auto edges = s.graph.edge_list();
  const std::vector<Rational> p(edges.size(), Rational(1, edges.size()));
  oracle::Row values(s.graph.nodes(), 0);
  values[s.high] = offset;
  values[s.low] = -offset;
  return oracle::randomized_square_error(s.graph.nodes(), edges, p, values, 1, s.steps) / (2 * s.graph.nodes());
}

/// A rational lower bound on lambda_2(L_p), exact where it is a small fraction.
Rational lambda2_bound(const Graph& graph) {
  const auto edges = graph.edge_list();
  const std::vector<double> p(edges.size(), 1.0 / static_cast<double>(edges.size()));
  const std::vector<Rational> exact_p(edges.size(), Rational(1, edges.size()));
  const double value = oracle::lambda2(graph.nodes(), edges, p);
  Rational bound = Rational(static_cast<long long>(std::floor(value * 1e9)) - 1, 1000000000);
  try {
    if (const auto fraction = oracle::guess(value, 100);
        oracle::lambda2_at_least(graph.nodes(), edges, exact_p, fraction))
      bound = fraction;
  } catch (const std::runtime_error&) {  // irrational: the decimal bound stays
  }
  if (!oracle::lambda2_at_least(graph.nodes(), edges, exact_p, bound))
    throw std::logic_error("no certified bound on lambda_2");
  return bound;
}

/// An instance with its error, the variance V of its values and lambda_2, in floating-point arithmetic.
struct Evaluated {
  Randomized instance;
  double error, variance, lambda, n;
};

/// Graphs of at most four nodes, `first_step` to `last_step` steps, values +-offset at two nodes: fewest nodes first,
/// then fewest edges, fewest steps.
std::vector<Evaluated> small_randomized(int first_step, int last_step) {
  std::vector<Evaluated> all;
  for (const auto& graph : small_graphs(4)) {
    const auto edges = graph.edge_list();
    const std::vector<double> p(edges.size(), 1.0 / static_cast<double>(edges.size()));
    const double n = graph.nodes(), lambda = oracle::lambda2(graph.nodes(), edges, p);
    for (int steps = first_step; steps <= last_step; ++steps) {
      const auto moment = oracle::randomized_second_moment(graph.nodes(), edges, p, steps);
      for (Node high = 0; high < graph.nodes(); ++high) {
        for (Node low = high + 1; low < graph.nodes(); ++low) {
          const double bias = moment(high, high) + moment(low, low) - 2.0 * moment(high, low);
          const double error = (offset * offset * bias + moment.trace()) / (2.0 * n);
          all.push_back({{graph, steps, high, low}, error, 2.0 * offset * offset / n, lambda, n});
        }
      }
    }
  }
  return all;
}

/// The largest that V can mean, exactly: the variance of the values, with that of the noise in them.
Rational noisy_variance(const Randomized& s) { return Rational(2 * offset * offset) / s.graph.nodes() + 1; }

Finding thm8(const Context&) {
  const auto result = sweep(small_randomized(1, 8), [](const Evaluated& e) {
    return at_most(e.error, (e.variance + 2.0) * std::exp(-e.instance.steps * e.lambda) + 1.0 / e.n);
  });
  return conclude(result, [](const Evaluated& e) {
    const auto& s = e.instance;
    const Rational n = s.graph.nodes(), variance = noisy_variance(s);
    const auto lambda = lambda2_bound(s.graph);
    auto instance = to_json(s);
    instance["lambda2_at_least"] = oracle::to_string(lambda);
    const auto decay = oracle::exp(-s.steps * lambda);  // the claimed bound decreases in lambda_2
    return exceeds_rigorously(std::move(instance), oracle::point(variance + 1) * decay + oracle::point(1 / n),
                              oracle::point(exact_error(s)));
  });
}

Finding thm3(const Context&) {
  const auto result = sweep(small_randomized(1, 12), [](const Evaluated& e) -> Outcome {
    if (e.instance.steps < std::log(e.n * (e.variance + 1.0)) / e.lambda) return {};
    return at_most(e.error, 2.0 / e.n);
  });
  return conclude(result, [](const Evaluated& e) {
    const auto& s = e.instance;
    const Rational n = s.graph.nodes();
    const auto lambda = lambda2_bound(s.graph);
    if (oracle::exp(s.steps * lambda).lower < n * noisy_variance(s))
      throw std::logic_error("T >= T_stop is not certified");
    auto instance = to_json(s);
    instance["lambda2_at_least"] = oracle::to_string(lambda);
    return exceeds_exactly(std::move(instance), 2 / n, exact_error(s));
  });
}

/// Edge probabilities: all equal, or proportional to the Metropolis weights.
std::vector<double> probabilities(const Scenario& s, bool uniform) {
  std::vector<double> p;
  double sum = 0.0;
  for (const auto& [a, b] : s.graph.edge_list()) {
    p.push_back(uniform ? 1.0 : 1.0 / static_cast<double>(1 + std::max(s.graph.degree(a), s.graph.degree(b))));
    sum += p.back();
  }
  for (auto& x : p) x /= sum;
  return p;
}

Finding thm8_repaired(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto edges = s.graph.edge_list();
    Outcome outcome{.tags = gen::tags(s)};
    for (const bool uniform : {true, false}) {
      const auto p = probabilities(s, uniform);
      const double lambda = oracle::lambda2(s.graph.nodes(), edges, p);
      for (const int steps : {0, s.steps, 4 * s.steps}) {
        const auto moment = oracle::randomized_second_moment(s.graph.nodes(), edges, p, steps);
        for (const double spread : spreads) {
          outcome =
              worse(outcome, at_most(oracle::randomized_square_error(moment, spread, 1.0),
                                     (spread + 1.0) * std::exp(-steps * lambda / 2.0) + 1.0 / s.graph.nodes(), {}));
        }
      }
    }
    return outcome;
  };
  const auto result = exhaust_then_search(small_scenarios({.max_nodes = context.pick(4u, 5u, 5u), .targets = false}),
                                          gen::scenarios({.max_nodes = 8, .min_nodes = 5}), property,
                                          {.cases = context.pick(40u, 200u, 4000u), .coverage = varied}, context);
  return conclude_uncertified(result, [](const Scenario& s) { return graph_json(s).dump(); });
}

Finding thm3_repaired(const Context& context) {
  const auto property = [](const Scenario& s) {
    const auto edges = s.graph.edge_list();
    Outcome outcome{.tags = gen::tags(s)};
    for (const bool uniform : {true, false}) {
      const auto p = probabilities(s, uniform);
      const double lambda = std::min(2.0, oracle::lambda2(s.graph.nodes(), edges, p));
      for (const double spread : spreads) {
        const auto stop = static_cast<int>(graph::randomized_stopping_time(lambda, s.graph.nodes(), 1.0, spread));
        const auto moment =
            oracle::randomized_second_moment(s.graph.nodes(), edges, p, stop);  // the error only falls after it
        outcome =
            worse(outcome, at_most(oracle::randomized_square_error(moment, spread, 1.0), 2.0 / s.graph.nodes(), {}));
      }
    }
    return outcome;
  };
  const auto result = exhaust_then_search(small_scenarios({.max_nodes = 4, .max_steps = 1, .targets = false}),
                                          gen::scenarios({.max_nodes = 7, .min_nodes = 5}), property,
                                          {.cases = context.pick(30u, 150u, 2000u), .coverage = varied}, context);
  return conclude_uncertified(result, [](const Scenario& s) { return graph_json(s).dump(); });
}

}  // namespace

void register_muffliato_utility(run::Registry& registry) {
  registry.add("muffliato.polynomials", polynomials);
  registry.add("muffliato.thm7.lemma", thm7_lemma);
  registry.add("muffliato.thm7.lemma.repaired", thm7_lemma_repaired);
  registry.add("muffliato.thm7", thm7);
  registry.add("muffliato.thm2", thm2);
  registry.add("muffliato.thm8", thm8);
  registry.add("muffliato.thm8.repaired", thm8_repaired);
  registry.add("muffliato.thm3", thm3);
  registry.add("muffliato.thm3.repaired", thm3_repaired);
}

}  // namespace hearsay::props
