// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::graph {

/// The two ends of the spectrum of a gossip matrix without its top eigenvalue 1.
struct Spectrum {
  double second;    ///< the second largest eigenvalue, lambda_2
  double smallest;  ///< the smallest eigenvalue, lambda_n
  /// lambda_W = min over the eigenvalues other than the top one, counted with multiplicity, of 1 - |lambda|.
  double gap;
};

/// lambda_2, lambda_n and the gap of a symmetric, stochastic, non-negative W (n x n, n >= 2; n = 1: second = smallest =
/// 0, gap = 1). Dense below 400 nodes, to about 1e-14. Above, Lanczos iteration with the all-ones eigenvector projected
/// out, until doubling the steps changes the gap by less than 1e-5 of itself, and lambda_n by less than 2e-5 (errors
/// are then usually below 1e-9); where W mixes too slowly for that, Lanczos on the inverse (Spectra) through a sparse
/// factorization. A bipartite W without loops, whose smallest eigenvalue is -1, is told by its structure: the gap is
/// then exactly 0.
/// @throws Error(Errc::shape) or Error(Errc::domain) if W is no such matrix, up to 1e-12: its gap would bound nothing.
/// @throws Error(Errc::not_connected) if the eigenvalue 1 is not simple, that is, if W does not connect its nodes.
/// @throws Error(Errc::not_converged) if the graph both mixes slowly and has no sparse factorization.
/// @complexity O(n^3) dense; at most 9216 products with W by iteration, 0.7 GiB for a factorization.
/// @cite cyffers2022muffliato
[[nodiscard]] Spectrum spectrum(const GossipMatrix& w);

/// The gap alone, which is > 0: what a stopping time divides by.
/// @throws Error(Errc::not_primitive) if the gap is 0 (-1 is an eigenvalue: powers of W do not converge), and what
/// spectrum() throws.
[[nodiscard]] double positive_spectral_gap(const GossipMatrix& w);

/// lambda_2(L_p), the second smallest eigenvalue of L_p = sum_e p_e (e_v - e_w)(e_v - e_w)^T over the edges e = {v, w}:
/// the rate of randomized gossip that activates edge e with probability p_e.
/// @param activation  p_e >= 0 of every edge, in the order of graph.edge_list(); need not add up to 1. Edges with p_e =
/// 0 do not connect.
/// @throws Error(Errc::shape) unless there is one number an edge, Error(Errc::domain) if one is negative or not finite,
///         Error(Errc::not_connected) if the eigenvalue 0 is not simple, Error(Errc::not_converged) as above.
/// @cite cyffers2022muffliato (Theorems 3 and 8)
[[nodiscard]] double algebraic_connectivity(const Graph& graph, std::span<const double> activation);

}  // namespace hearsay::graph
