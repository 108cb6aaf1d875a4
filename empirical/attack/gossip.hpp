#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "empirical/attack/threshold_test.hpp"
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::empirical {

/// A coalition that wants to know whether one node's value is `sensitivity` higher than expected.
struct GossipAttack {
  graph::GossipMatrix w;
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  int steps = 1;
  double sigma = 1.0;
  double sensitivity = 1.0;
  bool own_noise_known = false;  ///< the observers subtract what they themselves put in
  std::uint64_t runs = 10000;    ///< simulated views a hypothesis, to certify; a quarter as many choose the threshold
  double confidence = 0.95;
  std::optional<double> delta = std::nullopt;   ///< where a bound on epsilon is wanted
  random::Seed seed = {};
  int jobs = 0;
};

/// What the likelihood-ratio test found. Both bounds hold together with probability >= confidence.
struct GossipAttackResult {
  Rates rates;                          ///< of the test that certifies `mu`
  double mu_lower = 0.0;                ///< the mechanism is no better than mu_lower-Gaussian-DP
  std::optional<double> epsilon_lower = std::nullopt;  ///< nor (epsilon_lower, delta)-DP
};

/// Plays the likelihood-ratio test between "all values 0" and "the target holds `sensitivity`" on views of the simulated protocol: every run
/// draws every node's noise, gossips, and hands the coalition its transcript. The score is linear in the transcript, with the direction that
/// is optimal for Gaussian noise, computed from the adversary's own view matrix; the accountant is not consulted. The threshold is chosen on
/// streams (selection) other than those that certify (noise).
/// \throws Error(Errc::domain) on runs < 100, a confidence outside (0, 1), a target among the observers, sigma or sensitivity <= 0.
/// \complexity runs * steps * (non-zeros of w), over `jobs` threads; results do not depend on jobs.
[[nodiscard]] GossipAttackResult attack_gossip(const GossipAttack& attack);

}  // namespace hearsay::empirical
