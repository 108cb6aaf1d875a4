// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <span>
#include <vector>

#include <hearsay/accounting/continual/system.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Growth of the squared sensitivity per round in the long run.
///
/// For a constant stream, lim Delta^2_T / T of node u is the leverage of u in a space of functions on the nodes,
///   rate(u) = |P e_u|^2,
/// P the orthogonal projector on (I - R)^{-1} range(Q) if the observers know noise, and on span(1) + (I - R + J)^{-1}
/// {Q a : a^T Q^T 1 = 0} if they know none (R, Q: ContinualSystem). For K = 1 and the states of A seen these are the
/// functions harmonic off A, restricted to the complement of A if its noise is known. One observer: 1/n, and 1/(n-1)
/// with its own noise known; more observers: more, with equality only by accident. For a stream of frequency w in (0,
/// pi] it is the spectral density D(w) = y* G^{-1} y, y = Q^T (I - e^{-iw} R)^{-1} e_u, G = Q^T |I - e^{-iw} R|^{-2} Q;
/// D(0) = rate(u). max_w D(w) is the largest growth of any stream in the long run. docs/maths/streams.md has the
/// proofs.
class ContinualRate {
 public:
  /// @throws as ContinualSystem, and as require_primitive.
  ContinualRate(const graph::GossipMatrix& w, const ContinualView& view, const Execution& execution = {});

  /// rate(u) for every node at once; 0 where noise is known.
  /// @throws Error(Errc::not_converged).
  /// @complexity one solve with I - R (+ J) a column of Q, by conjugate gradients, preconditioned for K = 1 by an
  /// incomplete
  ///             Cholesky factorization of I - P W P.
  [[nodiscard]] Eigen::VectorXd constant() const;

  /// D(frequency) for every node. @pre 0 <= frequency <= pi.
  /// @complexity one solve with I - 2 cos(w) R + R^2 a column of Q: O(1 / sin w) iterations.
  [[nodiscard]] Eigen::VectorXd density(double frequency) const;

  /// Growth per round, for every node, of the contributions +1 in `half` rounds, -1 in the next `half`, and so on: the
  /// sum of D over the odd harmonics, each times its power.
  /// @throws Error(Errc::domain) if half < 1; Error(Errc::not_converged). @complexity (half + 1) / 2 densities.
  [[nodiscard]] Eigen::VectorXd square_wave(int half) const;

  struct Peak {
    double frequency = 0.0;
    double density = 0.0;
  };
  /// The largest D(w) over [0, pi] for one node: the best of a grid that is uniform near pi and geometric towards 0,
  /// refined by golden-section search to 1e-6 of the frequency.
  [[nodiscard]] Peak peak(graph::Node target) const;

 private:
  ContinualSystem system_;
  Execution execution_;
};

}  // namespace hearsay::accounting
