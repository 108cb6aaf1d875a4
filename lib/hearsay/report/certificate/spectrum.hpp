// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {

/// The spectral gap after an edge is added, from above.
/// @param before  spectral gap of the graph, or less. @param after  spectral gap with the edge, a fraction.
/// @throws Error(Errc::conditions) if 1 - after is no eigenvalue in modulus.
void prove_gap_after(Certificate& certificate, const graph::Graph& graph, graph::Weights weights, graph::Edge added,
                     const exact::Rational& before, const exact::Rational& after);

/// |P_t(W) y|^2 / |y|^2 of accelerated gossip, from both sides. @param gap  of the graph with Metropolis weights, a
/// fraction.
/// @throws Error(Errc::conditions) if 1 - gap is no eigenvalue in modulus.
void prove_polynomial_norm(Certificate& certificate, const graph::Graph& graph, int steps,
                           const std::vector<exact::Rational>& y, const exact::Rational& gap);

/// Gossip along edges that are drawn uniformly.
struct DrawnEdges {
  graph::Graph graph;
  int steps = 0;
  exact::Rational noise_variance;
  std::vector<exact::Rational> values;
};

/// The mean square error, which is `error`, from both sides. @param lambda2  of the drawn edges' Laplacian, a fraction.
/// @throws Error(Errc::conditions) if it is no eigenvalue.
void prove_randomized_error(Certificate& certificate, const DrawnEdges& drawn, const exact::Rational& lambda2,
                            const exact::Rational& error);

}  // namespace hearsay::report
