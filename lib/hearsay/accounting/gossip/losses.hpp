// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// What a linear Gaussian view A (x + noise) reveals about the input of each node u, in units of alpha Delta^2 / (2
/// sigma^2), the local-DP loss. For an observer u itself, `exact_own_noise` is 0.
struct GossipLosses {
  Eigen::VectorXd published;        ///< sum over messages of (row_u)^2 / |row|^2, not capped
  Eigen::VectorXd exact;            ///< |P e_u|^2, P the orthogonal projector on the row space of A
  Eigen::VectorXd exact_own_noise;  ///< the same after deleting the observers' columns of A
  std::int64_t messages = 0;        ///< rows of A
  std::int64_t rank = 0;            ///< of A; the sum of `exact`
  std::int64_t rank_own_noise = 0;  ///< of A without the observers' columns; the sum of `exact_own_noise`
  /// Bound on the absolute error of the two exact losses; 1: a rank is in doubt, and the losses with it.
  double accuracy = 0.0;
  bool ranks_checked = false;  ///< whether both ranks are those of the view modulo a prime, which are proven from below
  bool ranks_full = false;     ///< whether both ranks are as large as the number of messages or of nodes
  std::vector<char> heard = {};  ///< by node, whether a message depends on its input; empty: not asked

  /// If not, messages may show more than was seen in double precision: losses are at least what is said, up to
  /// `accuracy`, and at most 1.
  [[nodiscard]] bool ranks_known() const { return ranks_checked || ranks_full; }

  /// Losses whose ends are closer than this have a value.
  static constexpr double close = 1e-6;
  /// `exact` or `exact_own_noise` of a node, as far as it is known.
  [[nodiscard]] Enclosure exact_of(graph::Node u) const { return enclosed(u, exact(u)); }
  [[nodiscard]] Enclosure exact_own_noise_of(graph::Node u) const { return enclosed(u, exact_own_noise(u)); }

 private:
  [[nodiscard]] Enclosure enclosed(graph::Node u, double loss) const;
};

/// Losses through any view, by orthogonalizing it message by message.
///
/// A message is dropped as redundant when what is left of it is below a running bound on the rounding error of what is
/// left, so the rank is decided by the data and not by a constant. Powers of W lose their last directions in rounding
/// before this function sees them: for long runs use gossip_losses. `accuracy` bounds, to first order, the error of the
/// directions that were kept. Where a message was dropped while the bound was above 1e-9 of its norm, a direction may
/// have been lost, and `accuracy` is 1; directions smaller than that cannot be told from rounding in a matrix of
/// doubles.
/// @param view       A, m x n; m = 0 is allowed.
/// @param observers  whose columns `exact_own_noise` deletes.
/// @throws Error(Errc::shape) if an observer is no column; Error(Errc::domain) if an entry is not finite.
/// @complexity O(m n rank) time.
/// @cite cyffers2022muffliato (Theorem 1: published); exact: docs/maths/gossip_view.md
[[nodiscard]] GossipLosses view_losses(const Eigen::MatrixXd& view, std::span<const graph::Node> observers);

/// Losses of `steps` steps with a fixed matrix, to any length: the row space of gossip_view(w, observers, steps) is
/// the block Krylov space of W^T and the unit vectors of N(O), built by block Lanczos with full reorthogonalization.
/// Without the columns O it is that of W^T without the rows and columns O: what an observer adds to others goes to N(O)
/// only, which is heard.
///
/// The rank of every step is computed modulo a prime first (n rank^2 <= 2e9, rank <= T |N(O)|). Small views (3e5) are
/// then computed in ball arithmetic, with a proven error. Others in double precision: Krylov spaces can magnify
/// rounding without bound, so the computation is made a second time with W perturbed by 2^-44, and 256 times what this
/// changes bounds the error. Where it is worse than 1e-9, or the ranks differ, ball arithmetic decides if half a minute
/// suffices; else `accuracy` is 1. Beyond 2e9 the rank is what pivots in double precision say, and `ranks_checked` is
/// false.
/// @param w     n x n, of any reals, symmetric or not, read as linalg::exact_entries does.
/// @throws as gossip_view; Error(Errc::too_large) when the basis outgrows half of the free memory.
/// @accuracy |loss - truth| <= accuracy: proven in ball arithmetic given the ranks, else measured
/// (tests/accounting/gossip/accuracy_slow_test.cpp).
/// @complexity O(n rank^2) time, n rank doubles of memory for each of the two computations.
[[nodiscard]] GossipLosses gossip_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                         int steps, const Execution& execution = {});

/// Ranks modulo a prime of what is heard in 1, 2, ... steps, up to the one from which on nothing new is; and the
/// published losses, where they are known.
struct StepRanks {
  std::vector<std::int64_t> unknown;    ///< of the view
  std::vector<std::int64_t> own_noise;  ///< of the view without the observers' columns
  std::optional<Eigen::VectorXd> published = std::nullopt;
  /// Rank of the view without the observers' columns after the last step, if it is known: its losses then come from the
  /// basis of the view where they can, and `own_noise` may be empty.
  std::optional<std::int64_t> last_own_noise = std::nullopt;
  double wanted = 1e-9;  ///< where double precision has a larger error, ball arithmetic is tried
  const linalg::RationalMatrix* entries = nullptr;  ///< linalg::exact_entries of W, where they are at hand
};

/// The same where the ranks are known already; empty: they are not.
[[nodiscard]] GossipLosses gossip_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                         int steps, StepRanks known, const Execution& execution = {});

/// Losses of time-varying gossip, to any length: the row space is built from the last round to the first,
/// S_t = span(E_{N_t}) + W_t^T S_{t+1}, so that no product of matrices is ever formed. Ranks, precision and accuracy as
/// above, with T n rank^2 <= 2e9 for the ranks.
/// @param prime  for the ranks, as linalg::modular_rounds_ranks.
/// @throws as gossip_view.
[[nodiscard]] GossipLosses gossip_losses(std::span<const graph::GossipMatrix> rounds,
                                         std::span<const graph::Node> observers,
                                         std::uint64_t prime = linalg::default_prime);

/// Loss of a group whose members change together, each by at most Delta: max over signs of |P sum_u +-e_u|^2.
/// For observers who know their own noise pass without_columns(view, observers).
/// @param group  distinct columns, 1 to 20 of them.
/// @throws Error(Errc::shape) if a member is no column; Error(Errc::domain) if the group is empty or repeats a member;
///         Error(Errc::too_large) beyond 20 members; Error(Errc::not_converged) if rounding leaves the rank in doubt
///         (see view_losses).
/// @complexity as view_losses, then 2^(|group| - 1) steps of |group| each.
[[nodiscard]] double group_loss(const Eigen::MatrixXd& view, std::span<const graph::Node> group);

/// Losses when every message carries fresh independent noise of standard deviation tau sigma on top:
/// e_u^T A^T (A A^T + tau^2 I)^{-1} A e_u, which tends to `exact` as tau -> 0, by a QR factor, which serves any view as
/// long as tau is far above 1e-16 |A|; of gossip, with a bound on the error, see noisy_losses.
/// For observers who know their own noise pass without_columns(view, observers).
/// @pre tau finite and > 0.
[[nodiscard]] Eigen::VectorXd perturbed_losses(const Eigen::MatrixXd& view, double tau);

}  // namespace hearsay::accounting
