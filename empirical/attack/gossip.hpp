// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/attack/linear_score.hpp"

namespace hearsay::empirical {

/// A coalition that wants to know whether one node's value is `sensitivity` higher than expected.
struct GossipAttack {
  graph::GossipMatrix w;                         ///< of every step
  std::vector<graph::GossipMatrix> rounds = {};  ///< W_0, W_1, ..., if steps differ; then `w` and `steps` are not used
  double gamma = 0.0;                            ///< of accelerated gossip with w, 0: not accelerated
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  int steps = 1;
  double sigma = 1.0;
  double sensitivity = 1.0;
  bool own_noise_known = false;  ///< the observers subtract what they themselves put in
  bool row_space =
      false;  ///< draw of every view only its score, a Gaussian with the same law, instead of every node's noise
  std::uint64_t runs = 10000;  ///< simulated views a hypothesis, to certify; a quarter as many choose the threshold
  double confidence = 0.95;
  std::optional<double> delta = std::nullopt;    ///< where a bound on epsilon is wanted
  std::optional<double> epsilon = std::nullopt;  ///< where a bound on delta is wanted
  Execution execution = {};  ///< `progress` is not told by an anytime-valid attack, whose AnytimeWatch is; once `stop`
                             ///< says true, or when a process is lost, the views that are finished certify
};

/// How the views were simulated.
enum class GossipScoring {
  transcript,  ///< the protocol was played, and the score is a combination of what the coalition was sent
  noise,       ///< every node's noise was drawn, and the score is the same combination of the nodes' values in exact
               ///< arithmetic
  score,       ///< one Gaussian a view: the law of the score
  nothing,     ///< no message arrives at the coalition: every score is 0
};

[[nodiscard]] constexpr std::string_view to_string(GossipScoring scoring) {
  switch (scoring) {
    case GossipScoring::transcript:
      return "transcript";
    case GossipScoring::noise:
      return "noise";
    case GossipScoring::score:
      return "score";
    case GossipScoring::nothing:
      return "nothing";
  }
  return "transcript";
}

/// What the likelihood-ratio test found.
struct GossipAttackResult : LinearResult {
  GossipScoring scoring = GossipScoring::transcript;
};

/// Where an anytime-valid attack ended.
struct GossipAnytimeResult : LinearAnytimeResult {
  GossipScoring scoring = GossipScoring::transcript;
};

/// Plays the likelihood-ratio test between "all values 0" and "the target holds `sensitivity`" on views of the
/// simulated protocol: every run draws every node's noise, gossips, and hands the coalition its transcript. The score
/// is linear in the transcript, with the direction that is optimal for Gaussian noise, computed from the adversary's
/// own view matrix; the accountant is not consulted. The threshold is chosen on streams (selection) other than those
/// that certify (noise).
///
/// In long runs messages rounded to doubles lose what the last ones add, and no combination of them is a good test. If
/// the best one implies less than 0.99 of the mu of the view in exact arithmetic, the score is w . (x + noise) instead,
/// drawn from every node's noise, with w the projection of the target's unit vector on the view's row space
/// (linalg::krylov_basis). With `row_space` this score is drawn as w_target x + sigma |w| N(0, 1) alone. Both test the
/// loss of a row space, not the protocol that spans it. Where no message arrives there is nothing to test: all bounds
/// are 0.
/// @throws Error(Errc::domain) on runs < 100, a confidence outside (0, 1), a target among the observers, sigma or
/// sensitivity <= 0;
///         Interrupted if the run was cut short before any view was there to certify.
/// @complexity runs * steps * (non-zeros of w), with `row_space` runs, over all threads; results do not depend on
/// them.
[[nodiscard]] GossipAttackResult attack_gossip(const GossipAttack& attack);

/// The same test on confidence sequences (stats::anytime_mu_lower): goes on from `state` until the claim
/// "mu-Gaussian-DP with mu = claimed_mu" is refuted, or this test cannot refute it any more, or `attack.runs` views a
/// hypothesis are counted (up to the end of a chunk). A run may be resumed with more of them. `attack.delta` and
/// `attack.epsilon` are not used.
/// @throws as attack_gossip; as run_anytime.
[[nodiscard]] GossipAnytimeResult attack_gossip_anytime(const GossipAttack& attack, double claimed_mu,
                                                        AnytimeState state = {}, const AnytimeWatch& watch = {});

}  // namespace hearsay::empirical
