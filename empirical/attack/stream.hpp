// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include "empirical/attack/linear_score.hpp"

namespace hearsay::empirical {

/// Nodes that see their own states through all rounds of a stream and want to know whether one node contributed
/// `stream`, in place of what they expect.
struct StreamAttack {
  graph::GossipMatrix w;  ///< n x n, of every round
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  Eigen::VectorXd stream;        ///< what the target adds, round by round: as many entries as rounds
  double sigma = 1.0;            ///< standard deviation of every node's noise in every round
  bool own_noise_known = false;  ///< the observers subtract the noise that they themselves put in
  LinearTerms terms = {};
};

/// `rounds` contributions of 1; with a half-period h > 0 the square wave +1 in h rounds, -1 in the next h, and so on.
/// @throws Error(Errc::domain) unless rounds >= 1 and half_period >= 0.
[[nodiscard]] Eigen::VectorXd wave(int rounds, int half_period);

/// Plays the likelihood-ratio test between "all contributions 0" and "the target contributes `stream`" on simulated
/// runs theta_t = W theta_{t-1} + x_t + z_t of which the observers see their own states theta_1 .. theta_T. The score
/// is c . y with c a solution of C c = q: q is what the stream adds to the view, C sigma^2 the covariance of the view.
/// Both are computed from the rows of the powers of W; the accountant is not consulted. With own noise known, what the
/// observers' noise adds to the view is subtracted first.
/// @throws Error(Errc::domain) on bad terms (require_terms), sigma <= 0, no rounds, a stream that is not finite, or an
/// observer or a target that is no node or both; Interrupted if the run was cut short before any view was there to
/// certify.
/// @complexity (observers rounds)^3 once (times 4 with own noise known); runs rounds (n + non-zeros of w), over all
/// threads; results do not depend on them.
/// @cite koskela2026differential (eq. 3.1)
[[nodiscard]] LinearResult attack_stream(const StreamAttack& attack);

/// The same test on confidence sequences: test_linear_scores_anytime. @throws as attack_stream; as run_anytime.
[[nodiscard]] LinearAnytimeResult attack_stream_anytime(const StreamAttack& attack, double claimed_mu,
                                                        AnytimeState state = {}, const AnytimeWatch& watch = {});

}  // namespace hearsay::empirical
