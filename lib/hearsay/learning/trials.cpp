#include <hearsay/learning/trials.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/parallel.hpp>

namespace hearsay::learning {

namespace {

Curves empty_curves(std::vector<std::int64_t> iterations, int trials) {
  const auto points = static_cast<Eigen::Index>(iterations.size());
  Curves curves;
  curves.iterations = std::move(iterations);
  for (auto* curve : {&curves.objective, &curves.accuracy, &curves.node_accuracy, &curves.disagreement}) *curve = Eigen::MatrixXd::Zero(trials, points);
  return curves;
}

void record(Curves& curves, Eigen::Index trial, Eigen::Index point, const LogisticProblem& problem, const Samples& test, const Eigen::VectorXd& model) {
  curves.objective(trial, point) = problem.objective(model);
  curves.accuracy(trial, point) = curves.node_accuracy(trial, point) = accuracy(test, model);
}

void for_each_trial(int trials, int jobs, const Progress& progress, std::string_view what, const std::function<void(std::uint32_t)>& run) {
  require_between("learning", "trials", trials, 1, 1'000'000);
  parallel_for(static_cast<std::size_t>(trials), jobs, progress, what, [&](std::size_t trial) { run(static_cast<std::uint32_t>(trial)); });
}

}  // namespace

Summary summarize(const Eigen::VectorXd& values) {
  const double mean = values.mean();
  if (values.size() < 2) return {mean, 0.0};
  return {mean, std::sqrt((values.array() - mean).square().sum() / static_cast<double>(values.size() - 1))};
}

Curves gossip_trials(const LogisticProblem& problem, const Samples& test, const GossipPlan& plan, const DescentOptions& options,
                     random::Seed seed, int trials, int jobs, const Progress& progress) {
  std::vector<std::int64_t> rounds;
  for (int round = 0; round <= options.rounds; ++round) rounds.push_back(round);
  auto curves = empty_curves(std::move(rounds), trials);
  for_each_trial(trials, jobs, progress, plan ? "gossip" : "server", [&](std::uint32_t trial) {
    record(curves, trial, 0, problem, test, Eigen::VectorXd::Zero(problem.dimension()));
    descend(problem, plan, options, seed, trial, [&](int round, const RowMatrix& models) {
      const Eigen::VectorXd mean = models.colwise().mean();
      record(curves, trial, round, problem, test, mean);
      curves.disagreement(trial, round) = std::sqrt((models.rowwise() - mean.transpose()).rowwise().squaredNorm().mean());
      if (plan) {
        double sum = 0.0;
        for (Eigen::Index user = 0; user < models.rows(); ++user) sum += accuracy(test, models.row(user));
        curves.node_accuracy(trial, round) = sum / static_cast<double>(models.rows());
      }
    });
  });
  return curves;
}

Curves walk_trials(const LogisticProblem& problem, const Samples& test, const WalkOptions& options, std::int64_t every, random::Seed seed,
                   int trials, int jobs, const Progress& progress) {
  require_between("walk", "every", every, 1, std::numeric_limits<std::int64_t>::max());
  std::vector<std::int64_t> iterations;
  for (std::int64_t t = 0; t < options.iterations; t += every) iterations.push_back(t);
  iterations.push_back(options.iterations);
  auto curves = empty_curves(std::move(iterations), trials);
  for_each_trial(trials, jobs, progress, "walk", [&](std::uint32_t trial) {
    record(curves, trial, 0, problem, test, Eigen::VectorXd::Zero(problem.dimension()));
    walk(problem, options, seed, trial, [&](std::int64_t t, const Eigen::VectorXd& token) {
      if (t == options.iterations) {
        record(curves, trial, static_cast<Eigen::Index>(curves.iterations.size()) - 1, problem, test, token);
      } else if (t % every == 0) {
        record(curves, trial, t / every, problem, test, token);
      }
    });
  });
  return curves;
}

}  // namespace hearsay::learning
