// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/loss.hpp>
#include <hearsay/accounting/linear/training_run.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/learning/gossip_plan.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::learning {

/// mu^2 of one user for gradients, vectors that change by at most 1 a round, under noise 1.
struct RunLoss {
  accounting::Interval loss;
  std::optional<exact::Rational> exact;  ///< the loss itself
};

/// What the messages of all rounds together reveal of every user, the observer's own entry being 0.
struct RunView {
  std::vector<RunLoss> losses;  ///< by user
  /// rational: in fractions; interval: one gossip step a round, up to rounding; estimate: measured, see `why`.
  accounting::Certified certified = accounting::Certified::estimate;
  std::string why;  ///< what is not proved; empty for rational and interval
};

/// The gossip of one round of it.
struct RunGossip {
  int steps = 1;
  double gamma = 1.0;  ///< 1: plain
};

/// What one node learns of every user from a whole run of gossip learning, in units of the local-DP loss of one round,
/// alpha (2 clip)^2 / (2 sigma^2). A gradient counts by its sensitivity 2 clip, so mu^2 is these numbers times (2 clip
/// / sigma)^2.
struct RunLosses {
  std::vector<RunGossip> gossip;     ///< by round
  std::optional<RunView> unknown;    ///< the observer does not use its own noise, as in the paper
  std::optional<RunView> own_noise;  ///< it does
  std::string missing;               ///< why neither is given; empty if both are
  Eigen::VectorXd published;         ///< muffliato eq. (9) and (13): the sum over rounds, not capped
  /// The authors' correction of it, a bound where it is defined: min(T, sum_{s<T} (T-s) sum_{w in N[v]} (W^s)_uw / |W^s
  /// e_w|^2) for one gossip step a round (claim mfdl.muffliato.fresh).
  std::optional<Eigen::VectorXd> corrected;
  std::string not_corrected;  ///< why `corrected` is not given
};

/// Where fractions are used: rows and columns of the view, and bits of its entries.
inline constexpr std::int64_t most_fraction_rows = 64, most_fraction_bits = 20'000;
/// Of floating-point operations in double precision, and of rows.
inline constexpr double most_run_operations = 2e12;

/// The run as a linear protocol: gradients of sensitivity 1, noise 1, W as linalg::exact_entries reads it and gamma the
/// double that the run uses.
[[nodiscard]] accounting::TrainingRun training_run(const GossipPlan& plan, std::uint32_t trial, int rounds,
                                                   accounting::ProtocolView view);

/// The whole run of `trial` towards `observer`. Gradients are taken as given: for what this means see
/// accounting::TrainingRun. No loss is above the number of rounds in which a user is heard.
///
/// Small runs are accounted in fractions, by accounting::linear_account of training_run(). Others in double precision:
/// with Q_r an orthonormal basis of what is heard of round r within it, the rows Q_r^T P_K(W_{r-1}) ... P_K(W_q) of the
/// noise of round q span the view, and S = B B^T has no eigenvalue below 1/4, since |P_K(W)| <= 1 (docs/maths/streams).
/// Own noise known: the same with W without the observer's row and column. The errors of Q_r are measured: the account
/// is made again with W changed by 2^-44, and 256 times what this changes bounds the error, as in gossip_losses. Where
/// the steps of a round cannot be resolved so, the lower end is that of its first steps, and the upper end the number
/// of rounds.
/// @pre W symmetric with |W| <= 1, gamma that of its gap or 1.
/// @throws Error(Errc::domain) if rounds < 1 or the observer is no node; Interrupted.
/// @complexity R rows, at most K d a round, T rounds: O(n T R^2 + R^3) time, O(n T R + R^2) memory; beyond
/// most_run_operations or half of the free memory only the formulas are computed, and `missing` says so.
/// @cite cyffers2022muffliato (Theorems 6 and 11)
[[nodiscard]] RunLosses run_losses(const GossipPlan& plan, std::uint32_t trial, int rounds, graph::Node observer,
                                   const Execution& execution = {});

}  // namespace hearsay::learning
