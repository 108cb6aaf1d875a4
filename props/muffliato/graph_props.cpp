// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "props/gen/graphs.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/muffliato/text_checks.hpp"
#include "props/oracle/dense_gossip.hpp"

namespace hearsay::props {

namespace {

using gen::Scenario;
using graph::Edge;
using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

// Hypercubes, seen from node 0.

Scenario hypercube(int dimension, int steps) {
  std::vector<Edge> edges;
  for (Node v = 0; v < (Node{1} << dimension); ++v) {
    for (int bit = 0; bit < dimension; ++bit) {
      if (const Node w = v ^ (Node{1} << bit); v < w) edges.emplace_back(v, w);
    }
  }
  return {.graph = Graph(Node{1} << dimension, edges), .observers = {0}, .target = 1, .steps = steps};
}

Rational binomial(int n, int k) {
  Rational value = 1;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// The loss at distance k when node 0 knows its own noise: m / C(m, k) for 1 <= k <= min(T, m - 1), 1 for k = m <= T.
Rational closed_form(int dimension, int steps, int distance) {
  if (distance > steps) return 0;
  return distance == dimension ? Rational(1) : dimension / binomial(dimension, distance);
}

template <class Property>
Finding over_hypercubes(const Context& context, Property property) {
  std::vector<Scenario> hypercubes;
  for (int dimension = 2; dimension <= context.pick(5, 7, 9); ++dimension) {
    for (int steps = 1; steps <= dimension + 1; ++steps) hypercubes.push_back(hypercube(dimension, steps));
  }
  const auto dimension_of = [](const Scenario& s) { return std::countr_zero(s.graph.nodes()); };
  const auto result = sweep(hypercubes, [&](const Scenario& s) { return property(dimension_of(s), s); });
  return conclude_uncertified(result, [&](const Scenario& s) {
    return "hypercube:" + std::to_string(dimension_of(s)) + ", T = " + std::to_string(s.steps);
  });
}

Finding h2(const Context& context) {
  return over_hypercubes(context, [](int, const Scenario& s) {
    const auto l = library_losses(s);
    Outcome outcome;
    for (Node u = 1; u < s.graph.nodes(); ++u) {
      const Node same = (Node{1} << std::popcount(u)) - 1;  // the first node at that distance
      outcome = worse(outcome, equals(l.published[u], l.published[same], {}));
      outcome = worse(outcome, equals(l.exact[u], l.exact[same], {}));
      outcome = worse(outcome, equals(l.exact_own_noise[u], l.exact_own_noise[same], {}));
    }
    return outcome;
  });
}

Finding hypercube_closed_form(const Context& context) {
  return over_hypercubes(context, [](int dimension, const Scenario& s) {
    const auto l = library_losses(s);
    Outcome outcome;
    for (Node u = 1; u < s.graph.nodes(); ++u) {
      outcome = worse(outcome, equals(l.exact_own_noise[u],
                                      oracle::to_double(closed_form(dimension, s.steps, std::popcount(u))), {}));
    }
    if (dimension <= 3) {
      const auto exact = oracle::losses(oracle::own_noise_known(oracle_view(s), s.observers));
      for (Node u = 1; u < s.graph.nodes(); ++u) {
        outcome = worse(outcome, decided(exact[u] == closed_form(dimension, s.steps, std::popcount(u))));
      }
    }
    return outcome;
  });
}

// "Adding edges improve mixing properties (lambda_W increases)."

struct Addition {
  Graph graph;
  Edge edge;
};

Graph with_edge(const Addition& a) {
  auto edges = a.graph.edge_list();
  edges.push_back(a.edge);
  return Graph(a.graph.nodes(), edges);
}

/// Whether x is an eigenvalue of w.
bool is_eigenvalue(oracle::Matrix w, const Rational& x) {
  for (std::size_t i = 0; i < w.size(); ++i) w[i][i] -= x;
  return oracle::rank(w) < w.size();
}

/// The gap as a fraction c, proved: it is at least c, and 1 - c or c - 1 is an eigenvalue.
Rational exact_gap(const Graph& graph) {
  const auto c = oracle::guess(oracle::gap(oracle::dense_matrix(graph)));
  const auto w = oracle::rational_matrix(graph);
  if (!oracle::gap_at_least(w, c) || !(is_eigenvalue(w, 1 - c) || is_eigenvalue(w, c - 1)))
    throw std::logic_error("the spectral gap is not a fraction with a small denominator");
  return c;
}

std::vector<Addition> small_additions() {
  std::vector<Addition> all;
  for (const auto& graph : small_graphs(5)) {
    for (Node a = 0; a < graph.nodes(); ++a) {
      for (Node b = a + 1; b < graph.nodes(); ++b) {
        if (!graph.adjacent(a, b)) all.push_back({graph, {a, b}});
      }
    }
  }
  return all;
}

Finding edges_help(const Context&) {
  const auto property = [](const Addition& a) {
    return at_most(oracle::gap(oracle::dense_matrix(a.graph)), oracle::gap(oracle::dense_matrix(with_edge(a))),
                   gen::shape_tags(a.graph));
  };
  const auto result = sweep(small_additions(), property);
  return conclude(result, [](const Addition& a) {
    const auto before = exact_gap(a.graph), after = exact_gap(with_edge(a));
    return differs_exactly({{"graph", graph::to_string(a.graph)},
                            {"added", std::to_string(a.edge.first) + "-" + std::to_string(a.edge.second)},
                            {"weights", "metropolis"}},
                           before, after);
  });
}

// With one weight for all edges of both graphs it does.

/// I - L/n, L the graph's Laplacian: weight 1/n on every edge.
Eigen::MatrixXd equal_weights(const Graph& graph) {
  const auto n = static_cast<Eigen::Index>(graph.nodes());
  Eigen::MatrixXd w = Eigen::MatrixXd::Identity(n, n);
  const double weight = 1.0 / static_cast<double>(n);
  for (const auto& [a, b] : graph.edge_list()) {
    w(a, b) += weight, w(b, a) += weight;
    w(a, a) -= weight, w(b, b) -= weight;
  }
  return w;
}

Finding edges_help_repaired(const Context& context) {
  const auto of_addition = [](const Addition& a) {
    return at_most(oracle::gap(equal_weights(a.graph)), oracle::gap(equal_weights(with_edge(a))));
  };
  const auto small = sweep(small_additions(), of_addition);
  const auto of_scenario = [&](const Scenario& s) -> Outcome {
    const Edge pair{std::min(s.observers.front(), s.target), std::max(s.observers.front(), s.target)};
    if (s.graph.adjacent(pair.first, pair.second)) return {};
    auto outcome = of_addition({s.graph, pair});
    outcome.tags = {"edge added"};
    return outcome;
  };
  const auto drawn = search(gen::scenarios({.max_nodes = 16, .min_nodes = 5}), of_scenario,
                            {.cases = context.pick(100u, 400u, 10000u), .coverage = {{"edge added", 20.0}}}, context);
  return both(conclude_uncertified(drawn, [](const Scenario& s) { return gen::to_json(s).dump(); }),
              conclude_uncertified(small, [](const Addition& a) { return graph::to_string(a.graph); }));
}

// "There exist dominating sets of size O(log n)" in exponential graphs: n / (1 + d_max) nodes are needed.

Finding dominating(const Context&) {
  // whatever the constant C, C log_2 n nodes are too few to dominate a large enough hypercube
  Finding finding{.verdict = Verdict::holds};
  std::string table;
  Rational needed = 0;
  int dimension = 1;
  int constant = 1;
  for (; constant <= 1000000; constant *= 100) {
    do {
      ++dimension;
      ++finding.instances;
      needed = Rational(exact::Integer(1) << static_cast<unsigned>(dimension)) / (dimension + 1);
    } while (dimension < 60 && needed <= Rational(constant) * dimension);
    if (dimension == 60)
      return {.verdict = Verdict::inconclusive,
              .instances = finding.instances,
              .note = "no hypercube up to dimension 60 is large enough"};
    table += (table.empty() ? "C = " : ", ") + std::to_string(constant) + ": hypercube:" + std::to_string(dimension);
    finding.witness = exceeds_exactly(
        {{"graph", "hypercube:" + std::to_string(dimension)}, {"log2_nodes", dimension}, {"constant", constant}},
        Rational(constant) * dimension, needed);
  }
  finding.verdict = Verdict::refuted;
  finding.note = "first hypercube that C log2(n) nodes cannot dominate: " + table;
  return finding;
}

// What there is: with k = floor(log2(m + 1)), the nodes whose first 2^k - 1 digits are a word of Hamming's code.

/// The syndrome of the first `length` digits of the word: the exclusive or of the places of its ones, counted from 1.
unsigned syndrome(std::uint64_t word, unsigned length) {
  unsigned sum = 0;
  for (unsigned place = 1; place <= length; ++place) sum ^= (word >> (place - 1) & 1u) != 0 ? place : 0u;
  return sum;
}

/// How many nodes of the hypercube are in the set; nothing if it does not dominate.
std::optional<std::uint64_t> dominating_set_size(unsigned dimension) {
  const unsigned length = std::bit_floor(dimension + 1) - 1;
  std::uint64_t size = 0;
  for (std::uint64_t v = 0; v < std::uint64_t{1} << dimension; ++v) {
    bool dominated = syndrome(v, length) == 0;
    if (dominated) ++size;
    for (unsigned digit = 0; digit < dimension && !dominated; ++digit)
      dominated = syndrome(v ^ std::uint64_t{1} << digit, length) == 0;
    if (!dominated) return std::nullopt;
  }
  return size;
}

Finding dominating_repaired(const Context& context) {
  std::vector<unsigned> dimensions;
  for (unsigned m = 1; m <= context.pick(12u, 14u, 18u); ++m) dimensions.push_back(m);
  const auto property = [](unsigned m) {
    const auto size = dominating_set_size(m);
    if (!size) return decided(false);
    const std::uint64_t nodes = std::uint64_t{1} << m;
    auto outcome = at_most(static_cast<double>(*size * (m + 1)), static_cast<double>(2 * nodes), {}, Absolute{0.0});
    return worse(outcome, decided(*size * (m + 1) >= nodes));  // fewer cannot dominate: this checks the count
  };
  return conclude(sweep(dimensions, property), [](unsigned m) {
    const auto size = dominating_set_size(m);
    return compared_exactly({{"graph", "hypercube:" + std::to_string(m)}},
                            {"dominating, between n / (m + 1) and 2 n / (m + 1) nodes",
                             size ? std::to_string(*size) + " nodes" : "not dominating"});
  });
}

}  // namespace

Finding larger_hypercubes_lose_less(const Context& context, const LossAccountant& account) {
  /// Losses at distance 1 .. m, own noise known, after m + 1 steps, which is all that is ever learned.
  struct Cube {
    int dimension;
    std::vector<double> losses;
  };
  std::vector<Cube> cubes;
  for (int m = 1; m <= context.pick(6, 8, 9); ++m) {
    const auto s = hypercube(m, m + 1);
    const Eigen::VectorXd all = account(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps).exact_own_noise;
    Cube cube{.dimension = m, .losses = {}};
    for (int k = 1; k <= m; ++k) cube.losses.push_back(all((Eigen::Index{1} << k) - 1));
    cubes.push_back(std::move(cube));
  }
  struct Larger {
    int dimension, distance;
    double before, now;
  };
  std::vector<Larger> all;
  for (std::size_t i = 1; i < cubes.size(); ++i) {
    for (int k = 1; k < cubes[i].dimension; ++k) {
      const auto at = static_cast<std::size_t>(k - 1);
      all.push_back({cubes[i].dimension, k, cubes[i - 1].losses[at], cubes[i].losses[at]});
    }
  }
  const auto found = sweep(all, [](const Larger& x) {
    const bool falls = x.distance >= 2 && x.dimension >= x.distance + 2;
    return worse(worse(at_most(x.now, x.before), decided(!falls || x.now < x.before - 1e-6)),
                 equals(x.now, oracle::to_double(closed_form(x.dimension, x.dimension + 1, x.distance))));
  });
  return conclude(found, [](const Larger& x) {
    return compared_numerically({{"graph", "hypercube:" + std::to_string(x.dimension)}, {"distance", x.distance}},
                                {"m / C(m, k), and no more than with half as many nodes", std::to_string(x.now)});
  });
}

void register_muffliato_graph(run::Registry& registry) {
  registry.add("muffliato.h2", h2);
  registry.add("muffliato.hypercube", hypercube_closed_form);
  registry.add("muffliato.h1", [](const Context& context) {
    return larger_hypercubes_lose_less(context, [](const auto& w, auto observers, int steps) {
      return accounting::gossip_losses(w, observers, steps);
    });
  });
  registry.add("muffliato.edges_help", edges_help);
  registry.add("muffliato.edges_help.repaired", edges_help_repaired);
  registry.add("muffliato.dominating", dominating);
  registry.add("muffliato.dominating.repaired", dominating_repaired);
}

}  // namespace hearsay::props
