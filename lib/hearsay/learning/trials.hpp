// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/learning/gossip_descent.hpp>
#include <hearsay/learning/logistic.hpp>
#include <hearsay/learning/token_descent.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::learning {

/// Mean and standard deviation over trials (with denominator trials - 1; 0 for one trial).
struct Summary {
  double mean = 0.0, deviation = 0.0;
};
[[nodiscard]] Summary summarize(const Eigen::VectorXd& values);

/// How learning went: one column a recorded iteration, one row a trial.
struct Curves {
  std::vector<std::int64_t> iterations;  ///< what was recorded, starting with 0
  Eigen::MatrixXd objective;             ///< F at the mean model (the token of a walk)
  Eigen::MatrixXd accuracy;              ///< of that model on the test points
  Eigen::MatrixXd node_accuracy;         ///< of the users' own models, on average; a walk has only the token
  Eigen::MatrixXd disagreement;          ///< root mean square distance of the users' models from their mean

  [[nodiscard]] Summary last(const Eigen::MatrixXd& curve) const { return summarize(curve.rightCols(1)); }
};

/// Runs trials 0 .. trials - 1 of Muffliato (or of its central baseline, without `plan`), recording every round.
/// @param execution  once `stop` says true, or when a process is lost, the trials that are finished make the curves.
/// @throws Error(Errc::domain) if trials < 1; as descend(); Interrupted if it was cut short before any trial was
/// finished.
[[nodiscard]] Curves gossip_trials(const LogisticProblem& problem, const Samples& test, const GossipPlan& plan,
                                   const DescentOptions& options, int trials, const Execution& execution);

/// The same for walks, recording iteration 0, every `every`-th, and the last.
/// @throws Error(Errc::domain) if trials < 1 or every < 1; as walk().
[[nodiscard]] Curves token_trials(const LogisticProblem& problem, const Samples& test, const TokenOptions& options,
                                  std::int64_t every, int trials, const Execution& execution);

}  // namespace hearsay::learning
