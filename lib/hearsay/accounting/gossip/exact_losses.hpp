// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <span>

#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// What is proved about the messages that reach observers O.
struct ExactView {
  ViewRank unknown;    ///< all noise unknown: the span of what N(O) sends
  ViewRank own_noise;  ///< own noise known: the span of what N(O) and O send
};

/// @param w       n x n: row u has the weights of the messages that u receives.
/// @param steps   a number, or any number: every stopping rule that is computed from the view. Rules on hidden states,
/// changing
///                matrices, fresh noise and noise on messages are not covered.
/// @param primes  drawn by random_primes; up to all of them are used.
/// @param stop    as view_rank asks it.
/// @throws as senders and view_rank.
/// @complexity as view_rank, twice.
[[nodiscard]] ExactView exact_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                   linalg::Steps steps, std::span<const std::uint64_t> primes, const Stop& stop = {});

/// Losses in units of alpha Delta^2 / (2 sigma^2), of a view whose rank is not decided by rounding.
struct ExactLosses {
  Eigen::VectorXd exact;            ///< |P e_u|^2, P the projector on the span of the messages
  Eigen::VectorXd exact_own_noise;  ///< the same where O knows its own noise; 0 at O
  std::int64_t rank = 0, rank_own_noise = 0;
  double accuracy = 1.0;  ///< bound on the absolute error of the losses; 1: not known
};

/// From the null spaces where both were found; else, for any number of steps of a symmetric W, from its eigenvectors
/// and the ranks.
/// @param view  exact_view of w, observers and steps.
/// @return nothing if neither serves.
/// @throws Error(Errc::not_converged) if the eigenvalues do not converge.
/// @complexity O(n d^2) for d null vectors, or O(n^3).
[[nodiscard]] std::optional<ExactLosses> exact_losses(const graph::GossipMatrix& w,
                                                      std::span<const graph::Node> observers, linalg::Steps steps,
                                                      const ExactView& view);

}  // namespace hearsay::accounting
