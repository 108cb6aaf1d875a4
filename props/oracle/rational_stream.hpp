// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props::oracle {

// Gossip over many rounds by its definitions, in exact arithmetic. Losses are squared sensitivities: sigma = 1.

/// Who sees and knows what of a stream: theta_{t,0} = theta_{t-1,K} + x_t + z_t, theta_{t,k+1} = W theta_{t,k}; the
/// states of `observed` are seen at k = 0 .. K-1, and the noise of `known` is known.
struct StreamSight {
  std::vector<Node> observed;
  std::vector<Node> known = {};
  int steps = 1;  ///< K
};

/// H: one row a (t, k, observed node), columns (s, node) = s n + node.
[[nodiscard]] Matrix stream_system(const Matrix& w, const StreamSight& sight, int rounds);

/// M, rounds x rounds: s^T M s is the loss of the stream s of node u, (H_u s)^T (H' H'^T)^+ H_u s with the columns of
/// known noise deleted in H'. @pre u is not known.
[[nodiscard]] Matrix stream_loss_matrix(const Matrix& w, const StreamSight& sight, int rounds, Node u);

/// 1^T M 1, the loss of a constant stream, and 1^T |M| 1, Theorem 12's bound for every stream.
[[nodiscard]] Rational sum(const Matrix& m);
[[nodiscard]] Rational absolute_sum(const Matrix& m);

/// max over signs of s^T M s.
[[nodiscard]] Rational boolean_maximum(const Matrix& m);

/// Growth per round of the loss of a constant stream, K = 1: with Z = (I - W + J)^{-1} - J and b the first observer,
/// 1/n + the loss of u through the view whose rows are (e_a - e_b)^T Z for the other observers a.
[[nodiscard]] Rational constant_rate(const Matrix& w, std::span<const Node> observers, Node u);
/// The same with the observers' noise known: the loss of u through the view whose rows are, for every observer a, the
/// probabilities that a walk meets the observers first at a.
[[nodiscard]] Rational constant_rate_own_noise(const Matrix& w, std::span<const Node> observers, Node u);

/// Growth per round of the loss of a periodic stream of mean 0 towards one observer, and of its transient part alone:
/// sum_k s_k (R^(t-k))_vu over all rounds k <= t, R^0 = I - J, or over the earlier rounds k < t.
struct PeriodicRate {
  Rational whole, transient, earlier;
};
/// @param own_noise  the observer knows its noise (then there is no transient part: 0, twice).
[[nodiscard]] PeriodicRate periodic_rate(const Matrix& w, Node observer, Node u, std::span<const int> period,
                                         bool own_noise);

}  // namespace hearsay::props::oracle
