// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::accounting {

/// n nodes of which f are curious; the theorems use the fraction b = f/n.
struct RumorCrowd {
  std::uint64_t nodes = 0;
  std::uint64_t curious = 0;
  [[nodiscard]] double fraction() const { return static_cast<double>(curious) / static_cast<double>(nodes); }
  [[nodiscard]] std::uint64_t honest() const { return nodes - curious; }
};

/// @return the crowd. @throws Error(Errc::domain) unless nodes >= 2 and 0 <= curious < nodes.
RumorCrowd rumor_crowd(std::int64_t nodes, std::int64_t curious);

/// Smallest delta(epsilon) of any gossip protocol: b (1 - (e^epsilon - 1)/f) while e^epsilon <= f + 1, else 0.
/// Attained by muting = 0 (unending transcript). 0 without curious nodes.
/// @pre epsilon >= 0.
/// @cite bellet2020started (Theorem 5)
[[nodiscard]] double rumor_delta_limit(const RumorCrowd& crowd, double epsilon);

/// The same if no node sends to itself (receivers uniform on the other n - 1 nodes): (f - e^epsilon)/(n - 1), at least
/// 0. Theorem 5's value is no limit there: docs/maths/rumor.md.
[[nodiscard]] double rumor_delta_limit_no_self_sends(const RumorCrowd& crowd, double epsilon);

/// Largest prediction uncertainty of any gossip protocol: n/(f+1) - 1. @cite bellet2020started (Theorem 5)
[[nodiscard]] double rumor_uncertainty_limit(const RumorCrowd& crowd);

/// (0, delta)-DP of Algorithm 1 with muting s (unending transcript):
/// 1 - (1-s) sum_k s^k (1-b)^{k+1} = 1 - (1-s)(1-b)/(1 - s(1-b)); it is also (epsilon, delta)-DP for every epsilon.
/// For s = 0, Theorem 5's sharper delta(epsilon).
/// @pre 0 <= muting <= 1, epsilon >= 0.
/// @cite bellet2020started (Theorems 5, 7)
[[nodiscard]] double rumor_delta_bound(const RumorCrowd& crowd, double muting, double epsilon = 0.0);

/// Theorem 7's looser form 1 - (1 - s^r)(1 - b)^r. @pre r >= 1.
[[nodiscard]] double rumor_delta_bound_rounds(const RumorCrowd& crowd, double muting, int r);

/// Prediction uncertainty guaranteed with muting s: (1 - (f+1)/n)(1-s); for s = 0 Theorem 5's n/(f+1) - 1.
/// @cite bellet2020started (Theorems 5, 8)
[[nodiscard]] double rumor_uncertainty_bound(const RumorCrowd& crowd, double muting);

/// delta of every protocol against an adversary who also sees message indices is at least b. @cite bellet2020started
/// (Theorem 11)
[[nodiscard]] double rumor_timed_delta_limit(const RumorCrowd& crowd);

/// Success of any attack with a uniform prior on m suspects against a (0, delta)-DP protocol: delta + (1 - delta)/m at
/// most.
/// @pre suspects >= 1.
[[nodiscard]] double rumor_attack_cap(double delta, std::uint64_t suspects);

/// Success of any attack with a uniform prior on all honest nodes against c-prediction uncertainty: 1/(1+c) at most.
[[nodiscard]] double rumor_uncertainty_cap(double uncertainty);

/// Theorem 4 made explicit, for s = 1: delta(epsilon) >= 1 - exp(-b sum_{t=1}^r 1/t) - e^epsilon (1 - (1-1/n)^k + q),
/// maximized over r, where q = P(Binomial(k, b) < r) <= 1/n for the smallest such k.
/// @return the bound, at least 0, and the r that gives it.
struct RumorPushBound {
  double delta = 0.0;
  std::uint64_t senders = 0;  ///< r
};
[[nodiscard]] RumorPushBound rumor_push_delta(const RumorCrowd& crowd, double epsilon);

/// The two probabilities of Theorem 4's event "node 0 is among the first r senders": lower bound if 0 is the source,
/// upper bound if another honest node is. @cite bellet2020started (proof of Theorem 4)
struct RumorPushEvent {
  double source_lower = 0.0;
  double other_upper = 1.0;
};
[[nodiscard]] RumorPushEvent rumor_push_event(const RumorCrowd& crowd, std::uint64_t senders);

}  // namespace hearsay::accounting
