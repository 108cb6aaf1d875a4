// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::accounting {

/// A whole run of decentralized learning: in every round each node steps against its noisy gradient, then the nodes
/// gossip on the results, and the models stay for the next round (Muffliato-GD and -SGD; with `chebyshev` false D-SGD,
/// and with one gossip step DP gradient descent).
///
///   theta <- theta - step (gradient + noise);  K times: theta is sent to the neighbors, theta <- W theta;
///   with `chebyshev`, from the second of the K steps on: theta <- gamma W theta + (1 - gamma) theta_before.
///
/// Units: gradients are measured in their sensitivity. A gradient clipped to norm `clip` changes by at most 2 clip, so
/// noise of standard deviation s on it is sigma = s / (2 clip). Then the loss of linear_account, for inputs that change
/// by at most 1 a round, is mu^2 of the run. Every coordinate of a model is one such protocol with the same weights, so
/// the `vectors` loss is that of a model of any dimension. The sign and, if it never changes, the size of the step
/// cancel.
///
/// Adaptive gradients. The loss of a view is proved for gradients that are functions of their node's data and of
/// earlier rows of that view (claim linear.adaptive.view). Gradients at the nodes' own models are not, because no
/// observer sees all models: a gradient of another node may pass on what that node holds of the target, and the loss
/// may then be larger (linear.adaptive.hidden). Two facts remain for them:
/// - The view of all values (ProtocolView::Sees::all, every step) determines every model before its gradient is taken,
///   so its loss is valid. It is the number of the target's rounds over sigma^2, the local-DP loss, whatever W is.
/// - A view in which the others' gradients count as known contains all models at the beginning of every round. If
///   P_K(W) is invertible, these models alone show every gradient but those of the last round under its own noise
///   only. So such a view has the local-DP loss of these rounds, and revealing less than all values gains nothing.
struct TrainingRun {
  std::string name;
  graph::Node nodes = 0;
  std::vector<std::string> labels;                ///< of the nodes; empty: "0", "1", ...
  std::vector<std::shared_ptr<const Mix>> mixes;  ///< W: one for all rounds, or one per round
  int rounds = 1;
  int gossip_steps = 1;             ///< K of every round
  std::vector<int> steps_by_round;  ///< K of each round instead, one per round; empty: gossip_steps
  bool chebyshev = false;           ///< Muffliato's P_K; else W^K
  /// With `chebyshev`: one for all rounds, or one per round. Empty: acceleration_of() each mix. A program that has
  /// computed its gamma in doubles passes exact::fraction_of() of it: the account is of the protocol that is run.
  std::vector<exact::Rational> gammas;
  std::vector<exact::Rational> sigma;  ///< noise over sensitivity: one for all nodes, or by node
  /// Of the gradient steps, one per round; empty: the same in all rounds. They enter as feedback, theta / step being
  /// what the protocol keeps.
  std::vector<exact::Rational> step_sizes;
  ProtocolView view;
};

/// The linear protocol of a run: round r of it is round r of the run, with input (r, u) the gradient of node u there.
/// @throws Error(Errc::domain) for a negative sigma, a step size <= 0, rounds or gossip steps outside [1, 1,000,000];
/// Error(Errc::shape) for lists of other lengths than said there; Error(Errc::unknown) for an observer that is no node;
/// with `chebyshev` and without gammas, as acceleration_of.
/// @complexity O(rounds (K + nodes)), and a spectrum for each mix whose gamma is not given.
/// @cite cyffers2022muffliato (Algorithms 1 and 3)
[[nodiscard]] Protocol training_protocol(const TrainingRun& run);

/// W as a mix: its fractions, as linalg::exact_entries reads them.
/// @throws as linalg::exact_entries.
[[nodiscard]] std::shared_ptr<const Mix> mix_of(const graph::GossipMatrix& w);

/// Muffliato's gamma of a W as a fraction: exact::fraction_of() the double that graph::acceleration gives for its gap.
/// @throws as graph::positive_spectral_gap, for W that are not symmetric and stochastic too.
[[nodiscard]] exact::Rational acceleration_of(const Mix& mix, graph::Node nodes);

}  // namespace hearsay::accounting
