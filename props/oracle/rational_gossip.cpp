// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/rational_gossip.hpp"

#include <algorithm>
#include <stdexcept>

namespace hearsay::props::oracle {

using graph::Edge;

Matrix rational_matrix(const Graph& graph, graph::Weights weights) {
  const Node n = graph.nodes();
  Matrix w = identity(n);
  for (const auto& [u, v] : graph.edge_list()) {
    const std::size_t larger = std::max(graph.degree(u), graph.degree(v));
    const Rational weight(1, weights == graph::Weights::metropolis ? 1 + larger : larger);
    w[u][v] += weight;
    w[v][u] += weight;
    w[u][u] -= weight;
    w[v][v] -= weight;
  }
  return w;
}

std::vector<Matrix> products(std::span<const Matrix> rounds) {
  std::vector<Matrix> all;
  if (rounds.empty()) return all;
  all.push_back(identity(rounds[0].size()));
  for (const auto& w : rounds) all.push_back(multiply(w, all.back()));
  return all;
}

Matrix view(std::span<const Matrix> rounds, std::span<const Node> observers) {
  Matrix rows;
  const auto product = products(rounds);
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    for (std::size_t w = 0; w < rounds[t].size(); ++w) {
      if (std::ranges::find(observers, w) != observers.end()) continue;
      if (std::ranges::any_of(observers, [&](Node o) { return rounds[t][o][w] != 0; })) rows.push_back(product[t][w]);
    }
  }
  return rows;
}

Matrix view(const Matrix& w, std::span<const Node> observers, int steps) {
  const std::vector<Matrix> rounds(static_cast<std::size_t>(steps), w);
  return view(rounds, observers);
}

Matrix own_noise_known(Matrix view, std::span<const Node> observers) {
  for (auto& row : view) {
    for (const Node o : observers) row[o] = 0;
  }
  return view;
}

Rational published(const Matrix& view, Node u) {
  Rational sum = 0;
  for (const auto& row : view) sum += row[u] * row[u] / dot(row, row);
  return sum;
}

namespace {

Matrix gram(const Matrix& a) {
  Matrix g(a.size(), Row(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < a.size(); ++j) g[i][j] = dot(a[i], a[j]);
  }
  return g;
}

}  // namespace

Rational loss(const Matrix& view, const Row& change) {
  const Matrix a = independent_rows(view);
  Row shift;
  for (const auto& row : a) shift.push_back(dot(row, change));
  return dot(shift, solve(gram(a), shift));
}

Rational loss(const Matrix& view, Node u) {
  if (view.empty()) return 0;
  Row change(view[0].size(), 0);
  change[u] = 1;
  return loss(view, change);
}

Row losses(const Matrix& view) {
  if (view.empty()) return {};
  const Matrix a = independent_rows(view);
  const Matrix x = solve(gram(a), a);
  Row all(view[0].size(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t u = 0; u < all.size(); ++u) all[u] += a[i][u] * x[i][u];
  }
  return all;
}

Rational perturbed_loss(const Matrix& view, Node u, const Rational& tau_squared) {
  Matrix covariance = gram(view);
  Row shift;
  for (std::size_t i = 0; i < view.size(); ++i) {
    covariance[i][i] += tau_squared;
    shift.push_back(view[i][u]);
  }
  return dot(shift, solve(covariance, shift));
}

Rational group_loss(const Matrix& view, std::span<const Node> group) {
  if (view.empty()) return 0;
  Rational largest = 0;
  for (std::size_t signs = 0; signs < (std::size_t{1} << group.size()); ++signs) {
    Row change(view[0].size(), 0);
    for (std::size_t i = 0; i < group.size(); ++i) change[group[i]] = (signs >> i & 1u) ? 1 : -1;
    largest = std::max(largest, loss(view, change));
  }
  return largest;
}

Rational walk_probability(const Matrix& w, Node from, Node to, int steps) {
  if (steps == 0) return from == to ? 1 : 0;
  Rational sum = 0;
  for (Node next = 0; next < w.size(); ++next) {
    if (w[from][next] != 0) sum += w[from][next] * walk_probability(w, next, to, steps - 1);
  }
  return sum;
}

bool gap_at_least(const Matrix& w, const Rational& c) {
  // on the complement of the constant vector the eigenvalues of W lie in [-(1-c), 1-c]
  const std::size_t n = w.size();
  for (const int sign : {1, -1}) {
    Matrix a(n, Row(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        a[i][j] = (i == j ? 1 - c : Rational(0)) - sign * (w[i][j] - Rational(1, n));
      }
    }
    if (!positive_semidefinite(a)) return false;
  }
  return true;
}

Rational randomized_square_error(Node nodes, std::span<const Edge> edges, std::span<const Rational> probabilities,
                                 const Row& values, const Rational& noise_variance, int steps) {
  Rational mean = 0;
  for (const auto& x : values) mean += x / nodes;
  Matrix moments(nodes, Row(nodes));  // E (x^t - mean)(x^t - mean)^T
  for (Node i = 0; i < nodes; ++i) {
    for (Node j = 0; j < nodes; ++j) {
      moments[i][j] = (values[i] - mean) * (values[j] - mean) + (i == j ? noise_variance : Rational(0));
    }
  }
  for (int t = 0; t < steps; ++t) {
    Matrix next(nodes, Row(nodes, 0));
    for (std::size_t e = 0; e < edges.size(); ++e) {
      Matrix w = identity(nodes);
      const auto [a, b] = edges[e];
      w[a][a] = w[b][b] = w[a][b] = w[b][a] = Rational(1, 2);
      const Matrix after = multiply(multiply(w, moments), w);
      for (Node i = 0; i < nodes; ++i) {
        for (Node j = 0; j < nodes; ++j) next[i][j] += probabilities[e] * after[i][j];
      }
    }
    moments = std::move(next);
  }
  Rational trace = 0;
  for (Node i = 0; i < nodes; ++i) trace += moments[i][i];
  return trace;
}

bool lambda2_at_least(Node nodes, std::span<const Edge> edges, std::span<const Rational> probabilities,
                      const Rational& c) {
  Matrix a(nodes, Row(nodes));  // L_p - c (I - J/n)
  for (Node i = 0; i < nodes; ++i) {
    for (Node j = 0; j < nodes; ++j) a[i][j] = -c * ((i == j ? 1 : 0) - Rational(1, nodes));
  }
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [u, v] = edges[e];
    a[u][u] += probabilities[e];
    a[v][v] += probabilities[e];
    a[u][v] -= probabilities[e];
    a[v][u] -= probabilities[e];
  }
  return positive_semidefinite(a);
}

}  // namespace hearsay::props::oracle
