// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/core/enclosure.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// Observers, targets, and the unit of the losses.
struct GossipQuestion {
  std::span<const graph::Node> observers;
  std::span<const graph::Node> targets;                 ///< whose losses are reported
  std::optional<std::int64_t> messages = std::nullopt;  ///< that the observers receive; nothing for any number of steps
  GaussianLossScale scale = {};
};

/// Losses of one target in one unit. `published` is capped at the local-DP loss.
struct LossValues {
  double published = 0.0;
  Enclosure exact, exact_own_noise;
};

struct TargetLoss {
  graph::Node target;
  graph::Node distance;               ///< to the nearest observer
  LossValues renyi;                   ///< natural log units
  std::optional<LossValues> epsilon;  ///< at the scale's delta
};

/// Means over the nodes that do not observe, in Renyi loss.
struct MeanLoss {
  std::size_t over = 0;  ///< how many these are
  double published = 0.0;
  Enclosure exact;
  std::optional<double> bound;  ///< of `published`, since every message adds at most the local loss to the sum; nothing
                                ///< for any number of steps
};

/// The losses of a gossip view as Renyi losses and epsilons.
struct GossipReport {
  double unit = 0.0;      ///< the local-DP loss
  double accuracy = 0.0;  ///< of the exact losses, in Renyi loss
  MeanLoss mean;
  std::vector<TargetLoss> losses;  ///< in the order of the targets
  /// Targets that lose more than the published formula says, by more than 1e-9 relative: for certain, and perhaps.
  std::size_t violations = 0, doubtful_violations = 0;

  /// Targets of which a loss is in doubt.
  [[nodiscard]] std::size_t in_doubt() const;
};

/// All nodes but the observers, in increasing order.
/// @pre every observer is a node of the graph.
[[nodiscard]] std::vector<graph::Node> nodes_without(const graph::Graph& graph, std::span<const graph::Node> observers);

/// The report on an account of what the observers learn: losses are shares times the unit alpha sensitivity^2 / (2
/// sigma^2), and epsilons those of Gaussian DP with mu = sensitivity sqrt(share) / sigma, at delta if it is given.
/// @param account  of the same graph, observers and number of rounds.
/// @pre observers and targets are nodes; at least one node does not observe.
/// @throws Error(Errc::shape) if the account is of another number of nodes; Error(Errc::domain) for a scale outside its
/// domain.
/// @complexity O(n + m), and for each target an epsilon.
[[nodiscard]] GossipReport gossip_report(const GossipAccount& account, const graph::Graph& graph,
                                         const GossipQuestion& question, const Execution& execution = {});

/// The verdict on a claim, with the target that decides and its loss in the claim's unit. A target decides that breaks
/// the claim for certain, if there is one; else the one that may lose most.
struct GossipAudit {
  TargetLoss worst;
  Enclosure loss;
  Verdict verdict;
};

/// Judges the claim that no target of the report loses more than a bound.
/// @param scale            the one of the report.
/// @param own_noise_known  the claim is about observers who know the noise they injected themselves.
/// @pre the report has a loss; the scale has a delta if the claim is in epsilon.
/// @throws as gaussian_loss.
[[nodiscard]] GossipAudit gossip_audit(const GossipReport& report, const GaussianLossScale& scale,
                                       const LossClaim& claim, bool own_noise_known);

/// The first `count` losses, or all: largest exact loss first, by its upper end; among equal ones (to 1e-9), those the
/// published formula misses most.
[[nodiscard]] std::vector<TargetLoss> largest_losses(const GossipReport& report, std::size_t count);

/// The target whose exact loss exceeds the published one by the largest factor that is certain, and that factor; 0
/// where nothing is published.
struct LossRatio {
  graph::Node target;
  double ratio;
};
/// @pre the report has a loss.
[[nodiscard]] LossRatio worst_ratio(const GossipReport& report);

}  // namespace hearsay::accounting
