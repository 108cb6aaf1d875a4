// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/logistic.hpp>
#include <hearsay/learning/token_descent.hpp>

#include "empirical/checks.hpp"
#include "empirical/tally.hpp"

namespace hearsay::empirical {

namespace {

using run::Context;
using run::Finding;

/// One logistic point a user, on a ball around 0.
struct Instance {
  std::uint32_t seed;
  Eigen::Index users, dimension;
  double diameter, epsilon, delta;
  std::int64_t iterations;
};

learning::LogisticProblem make_problem(const Instance& instance) {
  random::Stream stream({instance.seed}, random::Purpose::input, 0);
  learning::Samples samples{learning::RowMatrix(instance.users, instance.dimension),
                            Eigen::VectorXd::Ones(instance.users)};
  std::vector<std::vector<Eigen::Index>> hands;
  for (Eigen::Index u = 0; u < instance.users; ++u) {
    for (Eigen::Index j = 0; j < instance.dimension; ++j) samples.x(u, j) = stream.normal();
    samples.x.row(u).normalize();
    hands.push_back({u});
  }
  return {samples, hands};
}

/// The smallest objective on the ball, by noiseless projected gradient descent.
double smallest_objective(const learning::LogisticProblem& problem, double diameter) {
  Eigen::VectorXd theta = Eigen::VectorXd::Zero(problem.dimension());
  for (int step = 0; step < 2000; ++step) {
    Eigen::VectorXd gradient = Eigen::VectorXd::Zero(theta.size());
    for (Eigen::Index u = 0; u < problem.users(); ++u)
      gradient += problem.gradient(u, theta) / static_cast<double>(problem.users());
    theta -= 4.0 * gradient;
    if (theta.norm() > diameter / 2.0) theta *= diameter / 2.0 / theta.norm();
  }
  return problem.objective(theta);
}

Finding prop1(const Context& context) {
  Finding finding{.verdict = Verdict::holds, .confidence = 1.0 - context.error_level};
  const auto iterations = context.pick<std::int64_t>(20'000, 20'000, 100'000);
  const Instance instances[] = {{1, 1, 1, 4.0, 0.99, 0.4, iterations},
                                {2, 3, 1, 8.0, 0.99, 0.2, iterations},
                                {3, 5, 2, 2.0, 0.99, 0.4, iterations},
                                {4, 2, 2, 1.0, 0.9, 0.45, iterations}};
  const auto runs = context.pick(40, 60, 2000);
  const double half =
      std::sqrt(std::log(2.0 * 4.0 / context.error_level) / (2.0 * runs));  // Hoeffding, relative to L D
  for (const auto& instance : std::span(instances).first(context.pick<std::size_t>(2, 4, 4))) {
    const auto problem = make_problem(instance);
    const double best = smallest_objective(problem, instance.diameter), t = static_cast<double>(instance.iterations);
    const double variance = 8.0 * std::log(1.25 / instance.delta) / (instance.epsilon * instance.epsilon);
    const double g = std::sqrt(1.0 + static_cast<double>(instance.dimension) * variance);
    const double claimed = 2.0 * instance.diameter * g * (2.0 + std::log(t)) / std::sqrt(t);
    double sum = 0.0;
    for (int run = 0; run < runs; ++run) {
      const auto token = learning::walk(problem,
                                        {.iterations = instance.iterations,
                                         .step = instance.diameter / g,
                                         .decaying = true,
                                         .noise = std::sqrt(variance),
                                         .diameter = instance.diameter},
                                        {context.seed.value + instance.seed}, static_cast<std::uint32_t>(run));
      sum += problem.objective(token) - best;
    }
    const double mean = sum / runs, margin = half * instance.diameter;
    if (claimed >= instance.diameter)
      throw std::logic_error("the bound is not below the diameter: more iterations are needed");
    const bool refuted = count_at_most(finding, {mean - margin, mean, mean + margin}, Bracket::exact(claimed));
    finding.instances += static_cast<std::uint64_t>(runs) - 1;  // a run is an instance
    finding.note += fmt::format("{}mean error {:.4f}, bound {:.4f}", finding.note.empty() ? "" : "; ", mean, claimed);
    if (refuted) {
      finding.witness = run::Witness{.instance = {{"seed", instance.seed},
                                                  {"users", instance.users},
                                                  {"dimension", instance.dimension},
                                                  {"diameter", instance.diameter},
                                                  {"iterations", instance.iterations}},
                                     .claimed = fmt::format("{}", claimed),
                                     .actual = fmt::format("{} +- {}", mean, margin),
                                     .certificate = run::Certificate::statistical};
    }
  }
  return finding;
}

}  // namespace

void register_learning(run::Registry& registry) { registry.add("walk.prop1", prop1); }

}  // namespace hearsay::empirical
