// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::learning {

/// One round of communication: `steps` steps x^1 = W x^0, x^{k+1} = gamma W x^k + (1 - gamma) x^{k-1}; plain gossip if
/// gamma = 1.
struct GossipRound {
  std::shared_ptr<const graph::GossipMatrix> w;
  double gamma = 1.0;
  int steps = 1;
};

/// The communication of round `round` of trial `trial`: a pure function of its arguments.
using GossipPlan = std::function<GossipRound(std::uint32_t trial, std::uint32_t round)>;

/// The same graph in every round.
/// @param steps  K >= 1; 0: ceil(gap^{-1/2} ln n), as many as it takes.
/// @param accelerated  Chebyshev acceleration for the matrix's own gap; else plain gossip.
/// @throws Error(Errc::not_connected), Error(Errc::not_primitive) if the gap is needed and is 0; Error(Errc::domain) if
/// steps < 0.
[[nodiscard]] GossipPlan fixed_gossip(graph::GossipMatrix w, int steps, bool accelerated);

/// A fresh Erdős-Rényi graph G(n, q) with Metropolis weights in every round, drawn again until it is connected (the gap
/// of any other is 0); its seed is the first 64-bit word of Stream(seed, Purpose::graph, trial, round).
/// @throws as fixed_gossip; Error(Errc::not_connected), by the plan, if 1000 graphs in a row are not connected.
/// @cite cyffers2022muffliato (Section 5)
[[nodiscard]] GossipPlan fresh_erdos_renyi(graph::Node n, double q, random::Seed seed, int steps, bool accelerated);

}  // namespace hearsay::learning
