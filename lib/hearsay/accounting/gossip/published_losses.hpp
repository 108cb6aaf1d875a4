// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>
#include <string_view>

#include <hearsay/graph/weights.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// The published bound on what `steps` steps of gossip averaging reveal about every node u through the messages of the
/// nodes `senders`, sum_{t < steps} sum_{w in senders} (W^t)_{wu}^2 / |e_w^T W^t|^2, in units of alpha Delta^2 / (2
/// sigma^2), not capped.
/// @param w        n x n, of any reals.
/// @param senders  nodes, each counted once per step.
/// @throws Error(Errc::domain) if steps < 0 or a sender is no node.
/// @complexity O(steps |senders| m) time for m non-zero entries, in blocks of 8 columns that stay in cache.
/// @cite cyffers2022muffliato (Theorem 1)
[[nodiscard]] Eigen::VectorXd published_losses(const graph::GossipMatrix& w, std::span<const graph::Node> senders,
                                               int steps, const Execution& execution = {});

/// What the messages of each node alone reveal: column w is published_losses(w, {w}, steps).
/// @param execution  the result does not depend on it.
/// @throws as published_losses.
/// @complexity O(steps n m) time, n^2 doubles.
[[nodiscard]] Eigen::MatrixXd published_by_sender(const graph::GossipMatrix& w, int steps,
                                                  const Execution& execution = {});

/// published_losses(w, senders, steps), to the bit, from published_by_sender(w, steps).
/// @pre senders are columns.
/// @complexity O(n |senders|).
[[nodiscard]] Eigen::VectorXd published_losses(const Eigen::MatrixXd& by_sender, std::span<const graph::Node> senders);

/// The published bound for accelerated gossip, sum_{t < steps} sum_{w in senders} P_t(W)_{wu}^2 / |e_w^T P_t(W)|^2 with
/// P_0 = 1, P_1 = X, P_{t+1} = gamma X P_t + (1 - gamma) P_{t-1}, not capped.
/// @param w      n x n, of any reals. @param gamma  graph::acceleration(spectral gap).
/// @throws as published_losses; Error(Errc::domain) unless gamma is finite.
/// @complexity O(steps |senders| m) time, 3 |senders| n doubles of memory.
/// @cite cyffers2022muffliato (Algorithm 1; Theorem 1 with P_t(W) for W^t)
[[nodiscard]] Eigen::VectorXd accelerated_published_losses(const graph::GossipMatrix& w, double gamma,
                                                           std::span<const graph::Node> senders, int steps);

/// The published bound for every observer v (row) and target u (column), each observer alone.
/// @throws Error(Errc::domain) if steps < 0; Error(Errc::too_large) if n > 30000 (two n x n matrices are held).
/// @complexity O(steps n m).
[[nodiscard]] Eigen::MatrixXd published_all_pairs(const graph::GossipMatrix& w, int steps,
                                                  const Execution& execution = {});

/// Whether the published loss of every node with outgoing messages reaches 1, its cap, after some number of steps. It
/// does if no weight is negative and every neighbor relation is mutual. The rows of W^t, normalized, then tend to
/// positive vectors on the component (Perron and Frobenius; by residues of t if it is periodic), so that the sum of the
/// squares diverges. On a directed network it can stay below any number.
/// @complexity O(n + nnz log of the largest degree).
[[nodiscard]] bool published_reaches_cap(const graph::GossipMatrix& w);

/// @throws Error(Errc::conditions) of `where` unless published_reaches_cap(w): the formula's value after any number of
/// steps is not known.
void require_published_cap(const graph::GossipMatrix& w, std::string_view where);

}  // namespace hearsay::accounting
