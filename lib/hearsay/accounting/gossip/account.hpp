// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <hearsay/accounting/gossip/exact_losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// The evidence for a number: proved, correct up to a probability `failure` over the draw of the primes, or computed in
/// floating point.
struct Proof {
  enum class Kind { proved, probable, numerical };
  Kind kind = Kind::numerical;
  double failure = 0.0;
};

/// Nodes without amplification (loss = local DP), the observers not counted.
struct Exposed {
  std::int64_t count = 0;      ///< all noise unknown to the observers
  std::int64_t own_noise = 0;  ///< own noise known
  Proof proof;                 ///< of both counts
};

/// The losses of a gossip view and how sure its rank is.
struct GossipAccount {
  GossipLosses losses;             ///< for any number of steps `published` is 1, its cap, and `messages` is 0
  Proof rank;                      ///< of `losses.rank`
  std::optional<Exposed> exposed;  ///< nothing where exact arithmetic would take too long
};

/// Operations modulo a prime that take some seconds.
inline constexpr double some_seconds = 2.5e9;

/// What the observers learn in `steps` steps, or in any number. The rank is decided on the fractions, and with it the
/// losses, if that takes at most `most_operations`, n rank^2; losses of a floating-point rank that turns out to be
/// wrong are said to be unknown (accuracy 1). For any number of steps there is no other way.
/// @param primes  drawn by random_primes.
/// @throws as gossip_losses, view_rank and, for any number of steps, require_published_cap; Error(Errc::not_converged)
/// if any number of steps of an asymmetric W is asked about and the
///         null space is not found.
/// @complexity as gossip_losses and exact_view.
[[nodiscard]] GossipAccount gossip_account(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                           linalg::Steps steps, std::span<const std::uint64_t> primes,
                                           double most_operations = some_seconds, const Execution& execution = {});

/// The same for any W, also where the published losses of any number of steps are not known: they are left empty then.
/// @throws as gossip_account otherwise.
[[nodiscard]] GossipAccount exact_account(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                          linalg::Steps steps, std::span<const std::uint64_t> primes,
                                          double most_operations = some_seconds, const Execution& execution = {});

/// The same for accelerated gossip x^1 = W x^0, x^{t+1} = gamma W x^t + (1 - gamma) x^{t-1}. What is heard are the rows
/// of P_0(W), ..., P_{T-1}(W), polynomials of degrees 0, ..., T - 1, which span what those of 1, W, ..., W^{T-1} span:
/// ranks and exact losses are those of gossip_account. The published losses are those of P_t(W).
/// @param gamma  not 0.
/// @throws as gossip_account; Error(Errc::domain) if gamma is 0 or not finite.
[[nodiscard]] GossipAccount accelerated_account(const graph::GossipMatrix& w, double gamma,
                                                std::span<const graph::Node> observers, int steps,
                                                std::span<const std::uint64_t> primes,
                                                double most_operations = some_seconds, const Execution& execution = {});

/// The same for rounds that differ, x^{t+1} = W_t x^t, to observers who know them. The rank is that modulo the first
/// prime, where that does not take too long.
/// @throws as gossip_losses; Error(Errc::domain) without a prime.
[[nodiscard]] GossipAccount gossip_account(std::span<const graph::GossipMatrix> rounds,
                                           std::span<const graph::Node> observers,
                                           std::span<const std::uint64_t> primes);

/// A number of steps after which no loss changes any more: the messages of n steps span those of all later ones,
/// since W is a root of its characteristic polynomial, and a published loss that has reached 1, its cap, stays there.
/// @return n times a power of two; nothing if that is more than `most`.
/// @throws as senders.
/// @complexity as published_losses, for twice the steps.
[[nodiscard]] std::optional<int> settling_steps(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                                int most, const Execution& execution = {});

}  // namespace hearsay::accounting
