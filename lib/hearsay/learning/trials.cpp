// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/trials.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::learning {

namespace {

/// One trial: its four curves in the order of Curves, a row each.
using Trial = Eigen::Matrix<double, 4, Eigen::Dynamic>;

void record(Trial& trial, Eigen::Index point, const LogisticProblem& problem, const Samples& test,
            const Eigen::VectorXd& model) {
  const double right = accuracy(test, model);
  trial.col(point) << problem.objective(model), right, right, 0.0;
}

Curves run_trials(std::vector<std::int64_t> iterations, int trials, const Execution& execution, std::string_view what,
                  const std::function<void(std::uint32_t, Trial&)>& run) {
  require_between("learning", "trials", trials, 1, 1'000'000);
  const auto points = static_cast<Eigen::Index>(iterations.size());
  const auto all =
      parallel_map<std::vector<double>>(static_cast<std::size_t>(trials), execution, what, [&](std::size_t number) {
        Trial trial = Trial::Zero(4, points);
        run(static_cast<std::uint32_t>(number), trial);
        return std::vector<double>(trial.data(), trial.data() + trial.size());
      });
  Curves curves;
  curves.iterations = std::move(iterations);
  Eigen::Index row = 0;
  for (auto* curve : {&curves.objective, &curves.accuracy, &curves.node_accuracy, &curves.disagreement}) {
    curve->resize(static_cast<Eigen::Index>(all.size()), points);
    for (std::size_t number = 0; number < all.size(); ++number)
      curve->row(static_cast<Eigen::Index>(number)) = Eigen::Map<const Trial>(all[number].data(), 4, points).row(row);
    ++row;
  }
  return curves;
}

}  // namespace

Summary summarize(const Eigen::VectorXd& values) {
  const double mean = values.mean();
  if (values.size() < 2) return {mean, 0.0};
  return {mean, std::sqrt((values.array() - mean).square().sum() / static_cast<double>(values.size() - 1))};
}

Curves gossip_trials(const LogisticProblem& problem, const Samples& test, const GossipPlan& plan,
                     const DescentOptions& options, int trials, const Execution& execution) {
  std::vector<std::int64_t> rounds;
  for (int round = 0; round <= options.rounds; ++round) rounds.push_back(round);
  return run_trials(
      std::move(rounds), trials, execution, plan ? "gossip" : "server", [&](std::uint32_t number, Trial& trial) {
        record(trial, 0, problem, test, Eigen::VectorXd::Zero(problem.dimension()));
        descend(problem, plan, options, execution.seed, number, [&](int round, const RowMatrix& models) {
          const Eigen::VectorXd mean = models.colwise().mean();
          record(trial, round, problem, test, mean);
          trial(3, round) = std::sqrt((models.rowwise() - mean.transpose()).rowwise().squaredNorm().mean());
          if (plan) {
            double sum = 0.0;
            for (Eigen::Index user = 0; user < models.rows(); ++user) sum += accuracy(test, models.row(user));
            trial(2, round) = sum / static_cast<double>(models.rows());
          }
        });
      });
}

Curves token_trials(const LogisticProblem& problem, const Samples& test, const TokenOptions& options,
                    std::int64_t every, int trials, const Execution& execution) {
  require_between("walk", "every", every, 1, std::numeric_limits<std::int64_t>::max());
  std::vector<std::int64_t> iterations;
  for (std::int64_t t = 0; t < options.iterations; t += every) iterations.push_back(t);
  iterations.push_back(options.iterations);
  const auto last = static_cast<Eigen::Index>(iterations.size()) - 1;
  return run_trials(std::move(iterations), trials, execution, "walk", [&](std::uint32_t number, Trial& trial) {
    record(trial, 0, problem, test, Eigen::VectorXd::Zero(problem.dimension()));
    walk(problem, options, execution.seed, number, [&](std::int64_t t, const Eigen::VectorXd& token) {
      if (t == options.iterations) {
        record(trial, last, problem, test, token);
      } else if (t % every == 0) {
        record(trial, t / every, problem, test, token);
      }
    });
  });
}

}  // namespace hearsay::learning
