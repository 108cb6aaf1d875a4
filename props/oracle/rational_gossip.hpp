// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>

#include "props/oracle/rational.hpp"

namespace hearsay::props::oracle {

using graph::Graph;
using graph::Node;

// Gossip averaging by its definitions, in exact arithmetic. Losses are in units of alpha Delta^2 / (2 sigma^2).

/// W: 1/(1 + max(d_u, d_v)) or min(1/d_u, 1/d_v) on edges, the rest on the diagonal.
[[nodiscard]] Matrix rational_matrix(const Graph& graph, graph::Weights weights = graph::Weights::metropolis);

/// W_{0:t} = W_{t-1} ... W_0 for t = 0 .. rounds.size().
[[nodiscard]] std::vector<Matrix> products(std::span<const Matrix> rounds);

/// What the observers are sent: for every round t and every node w outside that talks to one of them, row w of W_{0:t}.
[[nodiscard]] Matrix view(std::span<const Matrix> rounds, std::span<const Node> observers);
/// The same for `steps` rounds of one matrix.
[[nodiscard]] Matrix view(const Matrix& w, std::span<const Node> observers, int steps);

/// The view of observers who subtract the noise they know: their columns deleted.
[[nodiscard]] Matrix own_noise_known(Matrix view, std::span<const Node> observers);

/// muffliato eq. (6): sum over messages of (row_u)^2 / |row|^2.
[[nodiscard]] Rational published(const Matrix& view, Node u);

/// Loss of the Gaussian mechanism y = A (x + noise) when x moves by `change`: with the messages that are not linear
/// combinations of others, (A change)^T (A A^T)^{-1} (A change).
[[nodiscard]] Rational loss(const Matrix& view, const Row& change);
/// The loss of one node's input.
[[nodiscard]] Rational loss(const Matrix& view, Node u);
/// The losses of all nodes.
[[nodiscard]] Row losses(const Matrix& view);
/// With independent noise of variance tau^2 sigma^2 on every message: (A e_u)^T (A A^T + tau^2 I)^{-1} (A e_u).
[[nodiscard]] Rational perturbed_loss(const Matrix& view, Node u, const Rational& tau_squared);
/// A group that changes together: the largest loss over changes of +-1 each.
[[nodiscard]] Rational group_loss(const Matrix& view, std::span<const Node> group);

/// P(X_steps = to | X_0 = from) for the walk with transitions W, by enumerating its steps.
[[nodiscard]] Rational walk_probability(const Matrix& w, Node from, Node to, int steps);

/// min over eigenvalues of W but the top one of 1 - |lambda|: whether it is at least c.
[[nodiscard]] bool gap_at_least(const Matrix& w, const Rational& c);

/// Randomized gossip: E |x^T - mean|^2 with x^0 = values + N(0, noise_variance), by the recursion of the second
/// moments: each step averages the ends of one edge, edge e with probability p_e.
[[nodiscard]] Rational randomized_square_error(Node nodes, std::span<const graph::Edge> edges,
                                               std::span<const Rational> probabilities, const Row& values,
                                               const Rational& noise_variance, int steps);
/// L_p = sum p_e (e_v - e_w)(e_v - e_w)^T: whether its second smallest eigenvalue is at least c.
[[nodiscard]] bool lambda2_at_least(Node nodes, std::span<const graph::Edge> edges,
                                    std::span<const Rational> probabilities, const Rational& c);

}  // namespace hearsay::props::oracle
