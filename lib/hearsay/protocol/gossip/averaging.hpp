// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::protocol {

/// Called in every step before the nodes update: in step t, node v sends row v of x^t to every node u != v with
/// round(u, v) > 0. It sees all messages, for tests, adversaries and traces.
using Listener = std::function<void(int step, const graph::GossipMatrix& round, const Eigen::MatrixXd& state)>;

/// Private values with the noise every node adds to its own before anything is sent: x_v + sigma z_v, z_v standard
/// normal from the stream (seed, noise, trial, node v).
/// @param inputs  n x k: row v is what node v holds.
/// @pre sigma finite and >= 0.
[[nodiscard]] Eigen::MatrixXd with_noise(Eigen::MatrixXd inputs, double sigma, random::Seed seed, std::uint32_t trial);

/// Synchronous gossip averaging: `steps` times x <- W x, all nodes at once.
/// @param w      n x n gossip matrix.
/// @param state  x^0, n x k: row v is what node v holds (k = 1: one number; the identity: every input followed
/// separately).
/// @param steps  T >= 0.
/// @return x^T.
/// @throws Error(Errc::shape) unless w is square and state has its rows; Error(Errc::domain) if steps < 0.
/// @complexity O(T k m) for m non-zero entries.
/// @cite cyffers2022muffliato (Section 3)
[[nodiscard]] Eigen::MatrixXd average(const graph::GossipMatrix& w, Eigen::MatrixXd state, int steps,
                                      const Listener& listener = {});

/// Accelerated: x^1 = W x^0, then x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}.
/// @param gamma  graph::acceleration(spectral gap).
/// @cite cyffers2022muffliato (Algorithm 1)
[[nodiscard]] Eigen::MatrixXd average_accelerated(const graph::GossipMatrix& w, double gamma, Eigen::MatrixXd state,
                                                  int steps, const Listener& listener = {});

/// Time-varying: x <- W_t x for the rounds in turn.
[[nodiscard]] Eigen::MatrixXd average(std::span<const graph::GossipMatrix> rounds, Eigen::MatrixXd state,
                                      const Listener& listener = {});

/// The active edges of randomized gossip: `steps` independent draws, edge e with probability p_e.
/// @param edges          at least one.
/// @param probabilities  one an edge, >= 0, summing to 1 up to rounding.
/// @throws Error(Errc::shape) if the sizes differ; Error(Errc::domain) for numbers that are not probabilities.
/// @complexity O(|E| + T log |E|).
[[nodiscard]] std::vector<graph::Edge> draw_edges(std::span<const graph::Edge> edges,
                                                  std::span<const double> probabilities, int steps,
                                                  random::Stream& stream);

/// Randomized: for each edge in turn, both ends take their average. Equal to average(graph::pairwise_averaging(n,
/// edges), state).
/// @throws Error(Errc::domain) if an end is no row of the state.
/// @complexity O(k |edges|).
/// @cite cyffers2022muffliato (Algorithm 2), boyd2006randomized
[[nodiscard]] Eigen::MatrixXd average_pairwise(std::span<const graph::Edge> edges, Eigen::MatrixXd state);

}  // namespace hearsay::protocol
