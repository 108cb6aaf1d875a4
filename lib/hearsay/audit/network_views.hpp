// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/spectral_view.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/cells.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/krylov_degree.hpp>
#include <hearsay/linalg/null_space.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::audit {

/// Shares of the local loss, node by node: each between two ends, with a value where the ends are close.
class Shares {
 public:
  /// Ends that are no farther apart have a value between them.
  static constexpr double close = accounting::GossipLosses::close;

  Shares() = default;
  /// @param computed  in double precision; forgotten where the ends are not close.
  /// @param proved    exact arithmetic decided the rank.
  Shares(Eigen::VectorXd least, Eigen::VectorXd computed, Eigen::VectorXd most, bool proved);
  /// Every share is 0.
  [[nodiscard]] static Shares nothing(Eigen::Index nodes);

  [[nodiscard]] const Eigen::VectorXd& least() const { return least_; }
  [[nodiscard]] const Eigen::VectorXd& most() const { return most_; }
  /// NaN where there is none.
  [[nodiscard]] const Eigen::VectorXd& value() const { return value_; }
  [[nodiscard]] bool proved() const { return proved_; }
  [[nodiscard]] Enclosure of(Eigen::Index u) const;
  /// The value, or where there is none the upper end.
  [[nodiscard]] double safe(Eigen::Index u) const { return of(u).safe(); }
  /// Whether a share has no value.
  [[nodiscard]] bool in_doubt() const { return value_.array().isNaN().any(); }

  /// Sets the share of a node to 0.
  void clear(Eigen::Index u);

 private:
  Eigen::VectorXd least_, value_, most_;
  bool proved_ = false;
};

/// What one set of observers learns.
struct ViewShares {
  Eigen::VectorXd published;  ///< the formula of muffliato Theorem 1, at most 1; for any number of steps 1, or NaN
                              ///< where the cap may not be reached
  Shares exact;               ///< all noise unknown to the observers
  Shares exact_own_noise;     ///< they know what they injected themselves; 0 at the observers

  /// Whether exact arithmetic decided the ranks of both views.
  [[nodiscard]] bool proved() const { return exact.proved() && exact_own_noise.proved(); }
  /// Whether a share has no value.
  [[nodiscard]] bool in_doubt() const { return exact.in_doubt() || exact_own_noise.in_doubt(); }
};

/// The shares that an account found.
/// @param proved  exact arithmetic decided the ranks.
[[nodiscard]] ViewShares shares_of(const accounting::GossipLosses& losses, bool proved = false);

/// Operations that views of one network take, to a factor of about 4.
class ViewCosts {
 public:
  /// @param w  n x n.
  /// @param noisy  messages carry noise.
  ViewCosts(const graph::GossipMatrix& w, linalg::Steps steps, bool noisy = false);
  /// Before the first view.
  [[nodiscard]] double preparation() const;
  /// Of NetworkViews::shares, and shares_by_degree, for observers to whom `sending` nodes send.
  [[nodiscard]] double view(double sending) const;
  /// What NetworkViews::share keeps.
  [[nodiscard]] double shared_bytes() const;
  /// At the peak of a view, on each thread, for observers to whom `sending` nodes send.
  [[nodiscard]] double view_bytes(double sending) const;
  /// Of NetworkViews::proved_shares where it can prove more than shares() does; else 0.
  [[nodiscard]] double proof() const;

 private:
  double nodes_, entries_;
  linalg::Steps steps_;
  bool noisy_, settled_;
};

/// Noise and largest change of a private value, node by node.
struct NodeScales {
  std::vector<exact::Rational> sigma;        ///< positive
  std::vector<exact::Rational> sensitivity;  ///< not negative

  /// The largest sensitivity^2 / sigma^2 of a node: mu^2 of what it loses without any protocol.
  [[nodiscard]] exact::Rational largest() const;
};

/// The views of all observers of one network: gossip with a fixed matrix and noise that is added once.
///
/// After n rounds no message is new (Cayley and Hamilton), so for symmetric W and at least n rounds one
/// eigendecomposition serves every observer: eigenvectors that the senders see for certain bound shares from below, the
/// cells of color refinement from above, and where the dimensions agree both are the share. Other views are accounted
/// for one by one.
class NetworkViews {
 public:
  /// @param w       n x n, of any reals: row u has the weights that u gives what it hears.
  /// @param steps   rounds, or any number.
  /// @param primes  drawn by accounting::random_primes.
  /// @param stop    asked within long views, which then throw Interrupted.
  /// @throws Error(Errc::shape) if w is not square; Error(Errc::domain) if steps < 0; as accounting::eigenpairs.
  /// @complexity O(n^3) for symmetric W and at least n rounds.
  NetworkViews(const graph::GossipMatrix& w, linalg::Steps steps, std::vector<std::uint64_t> primes, Stop stop = {});

  /// Gossip that followed a schedule: round t was x -> W_t x.
  /// @param rounds  W_0, W_1, ..., all n x n, at least one.
  /// @throws Error(Errc::domain) without a round.
  explicit NetworkViews(std::vector<graph::GossipMatrix> rounds);

  /// Gossip whose nodes differ in noise and sensitivity: shares are of scales.largest(), as if that were the
  /// local loss of every node; there is no published loss. Accounted for view by view as any linear Gaussian view.
  /// @param steps  rounds, or any number, which n rounds are as good as.
  /// @throws Error(Errc::shape) if w is not square or a scale is not of n nodes; Error(Errc::domain) if steps < 0, a
  /// noise is not positive or a sensitivity is negative.
  NetworkViews(const graph::GossipMatrix& w, linalg::Steps steps, NodeScales scales);

  /// Gossip whose every message is heard with noise of its own, of standard deviation `tau`: accounting::noisy_losses.
  /// @param tau     in units of the common noise, or where nodes differ in the unit of their noise; finite and > 0.
  /// @param scales  where nodes differ, as above.
  /// @throws Error(Errc::shape) if w is not square or a scale is not of n nodes; Error(Errc::domain) if steps < 0, tau
  /// is out of its domain, a noise is not positive or a sensitivity is negative.
  NetworkViews(const graph::GossipMatrix& w, int steps, double tau, std::optional<NodeScales> scales = std::nullopt,
               Stop stop = {});

  /// Keeps what the views of many observers share, if this is gossip of a number of steps whose views are accounted for
  /// one by one: the published losses by sender, and residues of the powers of W where QuickRanks serves. No result
  /// changes.
  /// @throws Interrupted.
  /// @complexity O(steps n nnz(W)); ViewCosts::shared_bytes of memory that stay.
  void share(const Execution& execution);

  /// @param observers  distinct nodes.
  /// @throws as accounting::gossip_account, or accounting::gossip_losses for a schedule.
  /// @complexity O(n (n + |N(O)|)) with an eigendecomposition; else as accounting::gossip_account.
  [[nodiscard]] ViewShares shares(std::span<const graph::Node> observers) const;

  /// `view`, which is shares(observers), where the eigenvectors did not show for certain all that the cells allow, but
  /// linalg::KrylovDegrees and rational eigenvectors of repeated eigenvalues do, with what they allow.
  /// @throws as linalg::KrylovDegrees.
  [[nodiscard]] ViewShares shares_by_degree(std::span<const graph::Node> observers, ViewShares view) const;

  /// `view`, which is shares(observers), with shares as close as accounting::gossip_losses has them; of a number of
  /// steps shares() takes errors up to 1e-7.
  [[nodiscard]] ViewShares closer_shares(std::span<const graph::Node> observers, ViewShares view) const;

  /// The same with ranks of exact arithmetic wherever they can be had, O(n^3).
  [[nodiscard]] ViewShares proved_shares(std::span<const graph::Node> observers) const;

  /// Operations of proved_shares() where shares() proves nothing; 0 where it proves no more.
  [[nodiscard]] double proof_operations() const { return costs_.proof(); }

  [[nodiscard]] const graph::GossipMatrix& matrix() const { return w_; }

  /// Of the noise on messages; nothing: there is none.
  [[nodiscard]] const std::optional<double>& message_noise() const { return tau_; }

  /// @throws Error(Errc::conditions) unless ViewShares::published is what the formula says: for any number of steps,
  /// see accounting::require_published_cap; never where nodes differ, of which the theorem knows nothing.
  void require_published() const;

 private:
  [[nodiscard]] Eigen::VectorXd published(std::span<const graph::Node> starts) const;
  struct CellBounds;
  [[nodiscard]] CellBounds cell_bounds(std::span<const graph::Node> starts) const;
  [[nodiscard]] static CellBounds cell_bounds(const linalg::Cells& cells);
  [[nodiscard]] Shares spectral(std::span<const graph::Node> starts) const;
  struct Degrees;
  /// Made when they are first asked for.
  [[nodiscard]] const Degrees& degrees() const;
  [[nodiscard]] ViewShares accounted(std::span<const graph::Node> observers) const;
  [[nodiscard]] ViewShares counted(std::span<const graph::Node> observers, double wanted) const;
  /// accounted() where the ranks are proved quickly: they show all that the cells allow, or all that
  /// linalg::linking_bounds does.
  [[nodiscard]] std::optional<ViewShares> quickly_accounted(std::span<const graph::Node> observers,
                                                            const Eigen::VectorXd& published, double wanted) const;
  struct Starts;
  /// Whether the ranks after the last step are proved from above; those on the way only tell where to look.
  [[nodiscard]] bool linked(const Starts& starts, const linalg::QuickRanks::Found& found) const;
  [[nodiscard]] ViewShares uneven(std::span<const graph::Node> observers) const;
  [[nodiscard]] Shares uneven(std::span<const graph::Node> observers, bool own_noise) const;
  [[nodiscard]] ViewShares noisy(std::span<const graph::Node> observers) const;
  [[nodiscard]] ViewShares realized(std::span<const graph::Node> observers) const;
  [[nodiscard]] ViewShares nothing_learnt() const;

  std::vector<graph::GossipMatrix> rounds_ = {};  ///< of a schedule; empty for a fixed W
  graph::GossipMatrix w_;                         ///< of a schedule: its first round
  linalg::Steps steps_;
  std::vector<std::uint64_t> primes_;
  Stop stop_ = {};
  ViewCosts costs_;
  linalg::RationalMatrix entries_;      ///< of w
  std::shared_ptr<Degrees> degrees_;    ///< where one decomposition serves all observers
  std::vector<graph::Node> hubs_ = {};  ///< few that most views hear one of
  std::optional<linalg::CellRefinement> cells_ = std::nullopt;
  bool reaches_cap_ = false;                                      ///< accounting::published_reaches_cap
  std::optional<linalg::QuickRanks> quick_ranks_ = std::nullopt;  ///< of a number of steps that does not settle
  Eigen::MatrixXd by_sender_ = {};                                ///< if kept: accounting::published_by_sender
  std::optional<accounting::Spectrum> spectrum_ = std::nullopt;   ///< where it serves
  std::optional<NodeScales> scales_ = std::nullopt;               ///< where nodes differ
  std::optional<double> tau_ = std::nullopt;                      ///< of noise on messages
};

}  // namespace hearsay::audit
