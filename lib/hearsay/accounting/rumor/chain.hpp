// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// How the chain of `rumor_map_success` is solved.
struct RumorChainEffort {
  double tolerance = 1e-9;            ///< wanted bound on truncation and iteration error
  std::uint64_t states = 60'000'000;  ///< largest chain that is tried
  double exact_work = 1e7;  ///< nodes x states up to which the chain with every count kept apart is solved: seconds
};

/// Success of the best attack on asynchronous gossip (unending transcript) for a uniform prior on `suspects` honest
/// nodes: the probability that the source is the first suspect to tell a curious node (Theorem 10).
///
/// By exchangeability success = 1/m + (m-1)/m D with D = P(source seen first) - P(node j seen first) for one other
/// suspect j, and D gains nothing once source and j are in the same state. While they differ, the source is active and
/// j is not (or the roles are swapped, which changes the sign), so the chain lives on (active nodes, active suspects
/// among the other m-2). Where effort.exact_work affords it the active non-suspects are split into honest and curious
/// ones. Else their split, which enters only through collisions, is replaced by its mean-field value given the number
/// of active nodes: exact if every honest node is a suspect, and else an approximation (rumor_map_success_is_exact
/// tells): measured error below 1e-4 at n = 65 and shrinking faster than 1/n (docs/maths/rumor.md, tests/accounting).
///
/// @param muting    s in [0, 1].
/// @param suspects  1 .. honest nodes, the source among them.
/// @return the success probability; the bracket bounds truncation and iteration error, not that of the approximation.
/// @throws Error(Errc::domain) on bad arguments, Error(Errc::too_large) if more states are needed than allowed.
/// @complexity a few sweeps over the states that carry mass: seconds for n = 2^16, whatever m is.
/// @cite bellet2020started (Theorem 10)
[[nodiscard]] Bracket rumor_map_success(const RumorCrowd& crowd, double muting, std::uint64_t suspects,
                                        const RumorChainEffort& effort = {});

/// Whether rumor_map_success solves a chain that leaves nothing out, so that its bracket holds.
[[nodiscard]] bool rumor_map_success_is_exact(const RumorCrowd& crowd, double muting, std::uint64_t suspects,
                                              const RumorChainEffort& effort = {});

/// Messages until all nodes are informed, asynchronous, any muting: each goes to a uniform node, so the number is that
/// of the coupon collector who starts with one coupon.
struct RumorMessages {
  double mean = 0.0;      ///< n H_{n-1}
  double variance = 0.0;  ///< n^2 sum_{k<n} 1/k^2 - n H_{n-1}
};
/// @throws Error(Errc::domain) unless nodes >= 2. @complexity O(1) for any n.
[[nodiscard]] RumorMessages rumor_messages(std::uint64_t nodes);

/// P(everyone is informed after at most `messages` messages), asynchronous, exactly (inclusion-exclusion cancels, so by
/// recursion on the informed count). @pre nodes <= 10^4. @complexity O(messages nodes).
[[nodiscard]] double rumor_messages_cdf(std::uint64_t nodes, std::uint64_t messages);

/// Expected fraction of active nodes after one synchronous round that `active` of `nodes` nodes started:
/// 1 - (1 - 1/n)^active (1 - s active/n). @cite bellet2020started (equation (7))
[[nodiscard]] double rumor_active_next(double nodes, double active, double muting);

}  // namespace hearsay::accounting
