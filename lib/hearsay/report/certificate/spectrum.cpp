// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/spectrum.hpp>

#include <fmt/format.h>

#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/statements.hpp>

namespace hearsay::report {

namespace {

using accounting::Fractions;
using exact::Rational;
using Dense = std::vector<Fractions>;

Dense dense(const graph::Graph& graph, graph::Weights weights) {
  const auto w = linalg::exact_entries(graph::gossip_matrix(graph, weights));
  Dense rows(w.size(), Fractions(w.size(), Rational(0)));
  for (std::size_t u = 0; u < rows.size(); ++u) {
    for (const auto& [v, value] : w.rows[u]) rows[u][v] = value;
  }
  return rows;
}

/// A vector y with M y = lambda y; empty if there is none. @pre M symmetric.
Fractions eigenvector(Dense m, const Rational& lambda) {
  for (std::size_t v = 0; v < m.size(); ++v) m[v][v] -= lambda;
  std::vector<Fractions> units(m.size(), Fractions(m.size(), Rational(0)));
  for (std::size_t v = 0; v < m.size(); ++v) units[v][v] = 1;
  for (const auto& solution : accounting::solve_exactly(m, units).solutions) {
    if (!solution.noiseless.empty()) return solution.noiseless;
  }
  return {};
}

/// An eigenvector for 1 - gap or gap - 1, orthogonal to the constants.
Fractions gap_vector(const Dense& w, const Rational& gap) {
  auto projected = w;  // W - J: the constants have the eigenvalue 0
  for (auto& row : projected) {
    for (auto& entry : row) entry -= Rational(1, static_cast<long>(w.size()));
  }
  for (const Rational& lambda : {Rational(1 - gap), Rational(gap - 1)}) {
    auto y = eigenvector(projected, lambda);
    Rational sum = 0;
    for (const auto& entry : y) sum += entry;
    for (auto& entry : y) entry -= sum / static_cast<long>(y.size());  // at the eigenvalue 0 the constants may be in it
    if (!y.empty() && accounting::dot(y, y) != 0) return y;
  }
  throw Error(Errc::conditions, "certificate", fmt::format("the spectral gap is not {}", exact::to_string(gap)));
}

nlohmann::ordered_json graph_json(const graph::Graph& graph) {
  return {{"nodes", graph.nodes()}, {"edges", edges_json(graph.edge_list())}};
}

}  // namespace

void prove_gap_after(Certificate& certificate, const graph::Graph& graph, graph::Weights weights, graph::Edge added,
                     const Rational& before, const Rational& after) {
  auto edges = graph.edge_list();
  edges.push_back(added);
  const auto y = gap_vector(dense(graph::Graph(graph.nodes(), edges), weights), after);
  certificate.instance = graph_json(graph);
  certificate.instance["weights"] = graph::to_string(weights);
  certificate.instance["added"] = {added.first, added.second};
  certificate.evidence = {{"before", exact::to_string(before)}, {"vector", fractions_json(y)}};
  certificate.proves.upper = exact::to_string(after);
}

void prove_polynomial_norm(Certificate& certificate, const graph::Graph& graph, int steps,
                           const std::vector<Rational>& y, const Rational& gap) {
  const auto w = dense(graph, graph::Weights::metropolis);
  certificate.instance = graph_json(graph);
  certificate.instance.update(
      {{"weights", to_string(graph::Weights::metropolis)}, {"steps", steps}, {"vector", fractions_json(y)}});
  certificate.evidence = {{"gap", exact::to_string(gap)}, {"gap_vector", fractions_json(gap_vector(w, gap))}};

  const auto real = [](const Rational& x) { return Real(numerator(x)) / Real(denominator(x)); };
  const Real half = 1 - real(gap) / 2, scale = 2 * (1 - sqrt(Real(real(gap) * (1 - real(gap) / 4)))) / (half * half);
  std::vector<Real> state, before;
  for (const auto& entry : y) state.push_back(real(entry));
  before = state;
  for (int t = 0; t < steps; ++t) {
    std::vector<Real> next(state.size(), Real(0));
    for (std::size_t u = 0; u < state.size(); ++u) {
      for (std::size_t v = 0; v < state.size(); ++v) next[u] += real(w[u][v]) * state[v];
      if (t > 0) next[u] = scale * next[u] + (1 - scale) * before[u];
    }
    before = std::exchange(state, std::move(next));
  }
  Real norm = 0;
  for (const auto& entry : state) norm += entry * entry;
  const Real share = norm / real(accounting::dot(y, y));
  certificate.proves = {.lower = below_with_room(share, 0), .upper = above_with_room(share, 0)};
}

void prove_randomized_error(Certificate& certificate, const DrawnEdges& drawn, const Rational& lambda2,
                            const Rational& error) {
  const auto edges = drawn.graph.edge_list();
  Dense laplacian(drawn.graph.nodes(), Fractions(drawn.graph.nodes(), Rational(0)));
  const Rational share(1, static_cast<long>(edges.size()));
  for (const auto& [u, v] : edges) {
    laplacian[u][u] += share, laplacian[v][v] += share;
    laplacian[u][v] -= share, laplacian[v][u] -= share;
  }
  const auto y = eigenvector(laplacian, lambda2);
  if (y.empty())
    throw Error(Errc::conditions, "certificate", fmt::format("lambda2 is not {}", exact::to_string(lambda2)));
  certificate.instance = graph_json(drawn.graph);
  certificate.instance.update({{"steps", drawn.steps},
                               {"noise_variance", exact::to_string(drawn.noise_variance)},
                               {"values", fractions_json(drawn.values)}});
  certificate.evidence = {{"lambda2", exact::to_string(lambda2)}, {"vector", fractions_json(y)}};
  certificate.proves = {.lower = exact::to_string(error), .upper = exact::to_string(error)};
}

}  // namespace hearsay::report
