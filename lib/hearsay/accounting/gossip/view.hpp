// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/null_space.hpp>

namespace hearsay::accounting {

/// The nodes outside `observers` that send to one of them in a round of `w`: N(O) = {v not in O: w(o, v) != 0 for an o
/// in O}, in increasing order. W need not be symmetric: w(o, v) is the weight that o gives to what v sent.
/// @throws Error(Errc::shape) if w is not square; Error(Errc::domain) unless observers are distinct nodes, at least
/// one.
[[nodiscard]] std::vector<graph::Node> senders(const graph::GossipMatrix& w, std::span<const graph::Node> observers);

/// N_0(O), N_1(O), ... of time-varying gossip.
/// @throws as senders(); Error(Errc::domain) without a round; Error(Errc::shape) if rounds differ in size.
[[nodiscard]] std::vector<std::vector<graph::Node>> senders(std::span<const graph::GossipMatrix> rounds,
                                                            std::span<const graph::Node> observers);

/// By node, whether some message of `steps` steps, or of any number, depends on its input: e_v^T W^t reaches what t
/// steps along the rows of W reach from v.
/// @param starts  the nodes that send.
/// @complexity O(nnz(w)).
[[nodiscard]] std::vector<char> heard(const graph::GossipMatrix& w, std::span<const graph::Node> starts,
                                      linalg::Steps steps);

/// The same for time-varying gossip. @param sending  senders(rounds, observers). @complexity O(sum of nnz(W_t)).
[[nodiscard]] std::vector<char> heard(std::span<const graph::GossipMatrix> rounds,
                                      std::span<const std::vector<graph::Node>> sending);

/// View of the observers of `steps` steps of gossip averaging x^{t+1} = W x^t that starts from x^0 = x + noise.
///
/// Row by row, what they are sent: for t = 0 .. steps - 1 and every v in N(O), in this order, the row e_v^T W^t, so
/// that the observers see A x^0. Everything they receive is a linear function of the one noise vector.
/// @param w          n x n, of any reals.
/// @param observers  O: one node, or a coalition.
/// @param steps      T >= 0.
/// @return A, (T |N(O)|) x n.
/// @throws as senders(); Error(Errc::domain) if steps < 0.
/// @complexity O(T |N(O)| m) time for m non-zero entries of w.
/// @cite cyffers2022muffliato (Section 3)
[[nodiscard]] Eigen::MatrixXd gossip_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                          int steps);

/// The same for time-varying gossip x^{t+1} = W_t x^t: the rows e_v^T W_{t-1} ... W_0 for v in N_t(O), the nodes that
/// W_t connects to an observer. A round without a message to an observer has no row.
/// @param rounds  W_0, ..., W_{T-1}, all n x n, of any reals.
[[nodiscard]] Eigen::MatrixXd gossip_view(std::span<const graph::GossipMatrix> rounds,
                                          std::span<const graph::Node> observers);

/// The same for accelerated gossip x^1 = W x^0, x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}: the rows e_v^T P_t(W).
/// @param gamma  graph::acceleration(spectral gap); any finite number is allowed.
[[nodiscard]] Eigen::MatrixXd accelerated_view(const graph::GossipMatrix& w, double gamma,
                                               std::span<const graph::Node> observers, int steps);

/// The view of observers who know what the nodes `known` drew: their columns deleted (set to 0, so that columns keep
/// their names).
/// @throws Error(Errc::shape) if a known node is no column.
[[nodiscard]] Eigen::MatrixXd without_columns(Eigen::MatrixXd view, std::span<const graph::Node> known);

}  // namespace hearsay::accounting
