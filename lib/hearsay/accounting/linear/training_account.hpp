// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/linear/training_run.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/sampled_gaussian_dp.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// How the nodes compute the gradients of a run: the sum over a Poisson sample of their records, each record's gradient
/// clipped, and Gaussian noise on the sum.
struct MiniBatches {
  double rate = 1.0;  ///< probability that a record is in the sample of a round
  double clip = 1.0;  ///< largest norm of a record's gradient
  divergence::Adjacency adjacency = divergence::Adjacency::replace;  ///< of a node's records
  /// The rounds whose samples may contain a record. They are fixed before the run; in the others the record is left
  /// out.
  Participation participation = {};
};

/// The largest change of a sum between neighbors: clip, of `replace` 2 clip.
[[nodiscard]] double sensitivity_of(const MiniBatches& batches);

/// The number of rounds of a largest pattern.
[[nodiscard]] std::size_t most_rounds(const Participation& participation, std::size_t rounds);

/// What a node's noisy gradients say of one of its records, whoever sees them: one release for each of the
/// most_rounds().
/// @param sigma  standard deviation of the noise on a sum, in the unit of `clip`.
/// @throws Error(Errc::domain) as SampledGaussianDp.
[[nodiscard]] divergence::SampledGaussianDp local_accountant(const MiniBatches& batches, double sigma,
                                                             std::size_t rounds);

/// The models at which gradients are taken.
enum class Gradients {
  hidden,  ///< the nodes' own models, which the observers do not see
  seen,    ///< none, or what is a function of earlier rows of the view
};

/// What observers learn of one record of a target, as bounds of the smallest epsilon at which their view is (epsilon,
/// delta)-DP. All bounds are about the same neighbors (MiniBatches::adjacency), the same rounds that may use the record
/// (MiniBatches::participation) and the same delta.
struct TrainingLoss {
  graph::Node target = 0;
  /// Local DP with sampling: epsilon of the noisy gradients of the target themselves. What is sent afterwards is
  /// computed from them and from what other nodes draw independently, so `local.upper()` holds for any observer and
  /// for adaptive gradients. `local` is a bracket of the epsilon of the gradients, not of that of the view.
  Bracket local = Bracket::exact(0.0);
  /// Epsilon of the view of all values, which holds for adaptive gradients too: that of the noisy gradients without
  /// sampling (TrainingRun).
  Bracket all_values = Bracket::exact(0.0);
  /// mu^2 of the view of the whole run without sampling, as linear_account has it for vectors; nothing if there is no
  /// gossip.
  std::optional<Interval> network;
  Certified certified = Certified::estimate;
  std::string why;                         ///< what of `network` is not proved
  std::optional<Bracket> network_epsilon;  ///< nothing if there is no `network` or its upper end is infinite
  /// `network_epsilon` bounds the loss, too: it is proved, and the gradients are those of Gradients::seen. Given the
  /// samples, each contribution changes by at most the sensitivity in the rounds of the pattern, and the mean over
  /// samples loses no more than the worst of them (joint convexity).
  bool network_holds = false;

  /// The smaller of the upper bounds that hold: if a view is (a, delta)-DP and (b, delta)-DP for the same neighbors,
  /// it is (min(a, b), delta)-DP.
  [[nodiscard]] double promised() const;
  /// Whether promised() is smaller than the local bound.
  [[nodiscard]] bool by_network() const;
};

/// A run with mini-batches, and what is asked of it.
struct TrainingQuestion {
  TrainingRun run;            ///< its noise and observers are set from what follows
  bool gossip = true;         ///< false: nothing is sent, and there is no view
  std::vector<double> sigma;  ///< standard deviation of the noise on a sum: one for all nodes, or by node
  MiniBatches batches;
  Gradients gradients = Gradients::hidden;
  double delta = 1e-5;
};

/// The losses of targets to observers who collude.
struct TrainingAudience {
  std::vector<graph::Node> observers;
  std::vector<graph::Node> targets;  ///< none of them an observer
};

/// The losses of all audiences, in the order of their targets.
/// @throws Error(Errc::domain) unless sigma > 0, clip > 0, 0 <= rate <= 1, 0 < delta < 1; as training_protocol and
/// linear_account; Interrupted.
/// @complexity one linear_account an audience, on `execution.jobs` threads, and one local_accountant for each sigma.
[[nodiscard]] std::vector<std::vector<TrainingLoss>> training_losses(const TrainingQuestion& question,
                                                                     const std::vector<TrainingAudience>& audiences,
                                                                     const Execution& execution);

/// The factor on every node's noise with which all losses keep a promise of epsilon.
struct TrainingNoise {
  /// Judged there; nothing if no factor was found. 0: any noise does.
  std::optional<double> factor;
  std::optional<double> sigma = {};  ///< of all nodes, if they have one
  double epsilon = 0.0;              ///< the largest promised() at the factor
};

/// The least such factor: for each loss the lesser of those that bring its local bound and, where it holds, its network
/// bound down to `epsilon`; the largest of these. The sigma of all nodes, or else the factor, is rounded up to five
/// digits.
/// @param losses  training_losses() of the question. @param epsilon  at the question's delta.
/// @complexity least_noise_multiplier, and one local_accountant for each sigma.
[[nodiscard]] TrainingNoise noise_that_meets(const TrainingQuestion& question,
                                             const std::vector<std::vector<TrainingLoss>>& losses, double epsilon,
                                             const Execution& execution);

}  // namespace hearsay::accounting
