// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "props/gen/graphs.hpp"
#include "props/gen/small_world_sets.hpp"
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
    Outcome outcome{.margin = 0.0, .tags = {}};
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
    Outcome outcome{.margin = 0.0, .tags = {}};
    for (Node u = 1; u < s.graph.nodes(); ++u) {
      outcome = worse(outcome, equals(l.exact_own_noise[u],
                                      oracle::to_double(closed_form(dimension, s.steps, std::popcount(u))), {}));
    }
    if (dimension <= 3) {
      const auto exact = oracle::losses(oracle::own_noise_known(oracle_view(s), s.observers));
      for (Node u = 1; u < s.graph.nodes(); ++u) {
        if (exact[u] != closed_form(dimension, s.steps, std::popcount(u))) outcome.violated = true;
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

/// The gap as a fraction, proved: it is at least c, and not at least c + 1e-9.
Rational exact_gap(const Graph& graph) {
  const auto c = oracle::guess(oracle::gap(oracle::dense_matrix(graph)));
  const auto w = oracle::rational_matrix(graph);
  if (!oracle::gap_at_least(w, c) || oracle::gap_at_least(w, c + Rational(1, 1000000000)))
    throw std::logic_error("the spectral gap is no small fraction");
  return c;
}

Finding edges_help(const Context&) {
  std::vector<Addition> small;
  for (const auto& graph : small_graphs(5)) {
    for (Node a = 0; a < graph.nodes(); ++a) {
      for (Node b = a + 1; b < graph.nodes(); ++b) {
        if (!graph.adjacent(a, b)) small.push_back({graph, {a, b}});
      }
    }
  }
  const auto property = [](const Addition& a) {
    return at_most(oracle::gap(oracle::dense_matrix(a.graph)), oracle::gap(oracle::dense_matrix(with_edge(a))),
                   gen::shape_tags(a.graph));
  };
  const auto result = sweep(small, property);
  return conclude(result, [](const Addition& a) {
    const auto before = exact_gap(a.graph), after = exact_gap(with_edge(a));
    return differs_exactly({{"graph", graph::to_string(a.graph)},
                            {"added", std::to_string(a.edge.first) + "-" + std::to_string(a.edge.second)},
                            {"weights", "metropolis"}},
                           before, after);
  });
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
      needed = Rational(boost::multiprecision::cpp_int(1) << static_cast<unsigned>(dimension)) / (dimension + 1);
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

}  // namespace

void register_muffliato_graph(run::Registry& registry) {
  registry.add("muffliato.h2", h2);
  registry.add("muffliato.hypercube", hypercube_closed_form);
  registry.add("muffliato.edges_help", edges_help);
  registry.add("muffliato.dominating", dominating);
}

}  // namespace hearsay::props
