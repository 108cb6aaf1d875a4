// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <hearsay/accounting/gossip/exact_losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// How sure a number is: proved, or right but for a chance of `failure` over the draw of the primes, or read off
/// floating-point numbers.
struct Proof {
  enum class Kind { proved, probable, numerical };
  Kind kind = Kind::numerical;
  double failure = 0.0;
};

/// Nodes that lose everything, the observers not counted.
struct Exposed {
  std::int64_t count = 0;      ///< everybody's noise is unknown to the observers
  std::int64_t own_noise = 0;  ///< they know their own
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

/// A number of steps after which no loss changes any more: the messages of n steps span those of all later ones,
/// since W is a root of its characteristic polynomial, and a published loss that has reached 1, its cap, stays there.
/// @return n times a power of two; nothing if that is more than `most`.
/// @throws as senders.
/// @complexity as published_losses, for twice the steps.
[[nodiscard]] std::optional<int> settling_steps(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                                int most, const Execution& execution = {});

}  // namespace hearsay::accounting
