// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <functional>

#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::protocol {

/// One vector a node: n x d, stored node by node.
using NodeValues = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// What the nodes contribute at round t = 0 .. T-1, into `contribution` (n x d, zero on entry). `state` is
/// theta_{t-1,K}, what the nodes hold when they decide: contributions may depend on it, and through captured variables
/// on everything seen before.
using Contribute = std::function<void(int round, const NodeValues& state, NodeValues& contribution)>;

/// Called with every state theta_{t,k}, k = 0 .. K-1, as it is sent.
using Watch = std::function<void(int round, int step, const NodeValues& state)>;

/// Size of a run.
struct ContinualPlan {
  int rounds = 1;              ///< T >= 1
  int steps_per_round = 1;     ///< K >= 1
  Eigen::Index dimension = 1;  ///< d >= 1
  double sigma = 1.0;          ///< standard deviation of the noise of every coordinate, >= 0
};

/// Gossip over many rounds: theta_{t,0} = theta_{t-1,K} + x_t + z_t with z_t ~ N(0, sigma^2) fresh at every node, then
/// theta_{t,k+1} = W theta_{t,k} for k = 0 .. K-1; theta starts from 0. With K = 1 this is theta_t = W theta_{t-1} +
/// x_t + z_t. Noise comes from Stream(seed, Purpose::noise, trial, node), round by round, coordinate by coordinate.
/// @return theta_{T,K}.
/// @throws Error(Errc::shape) unless w is square; Error(Errc::domain) for a size out of range.
/// @complexity O(T K d nnz).
/// @cite koskela2026differential (eq. 3.1)
NodeValues run_continual(const graph::GossipMatrix& w, const ContinualPlan& plan, const Contribute& contribute,
                         const Watch& watch, random::Seed seed, std::uint32_t trial);

}  // namespace hearsay::protocol
