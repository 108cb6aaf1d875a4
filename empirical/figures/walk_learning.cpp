// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <functional>

#include <hearsay/learning/token_noise.hpp>
#include <hearsay/learning/trials.hpp>
#include "empirical/figures/learning_inputs.hpp"
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

/// A privacy model: how much noise, and what users do whose budget is spent.
struct Model {
  std::string name;
  learning::TokenOptions options;
};

std::vector<Model> models(const learning::TokenGuarantee& guarantee) {
  using Spent = learning::TokenOptions::Spent;
  const learning::TokenOptions base{.iterations = guarantee.iterations, .clip = guarantee.clip};
  Model central{"central DP", base}, network{"network DP", base}, local{"local DP", base};
  central.options.noise = learning::central_noise(guarantee);
  network.options.noise = learning::network_noise(guarantee);
  network.options.spent = Spent::noise_only;
  local.options.noise = learning::local_noise(guarantee);
  local.options.spent = Spent::forward;
  network.options.budget = local.options.budget = learning::contribution_budget(guarantee);
  return {central, network, local};
}

/// The curves of a model at its best step: the one of the smallest mean objective at the end.
struct Best {
  double step = 0.0;
  learning::Curves curves;
};

/// @param tick  called after each step.
Best best_of(learning::TokenOptions options, const learning::LogisticProblem& problem, const learning::Samples& test,
             const MeasurementRequest& request, const std::function<void()>& tick) {
  const auto& p = request.parameters;
  Best best;
  for (const double step : p.at("steps").get<std::vector<double>>()) {
    options.step = step;
    auto curves = learning::token_trials(problem, test, options, p.at("every").get<std::int64_t>(), request.seed,
                                         p.at("trials").get<int>(), request.jobs);
    tick();
    if (best.step != 0.0 && best.curves.last(best.curves.objective).mean <= curves.last(curves.objective).mean)
      continue;
    best = {step, std::move(curves)};
  }
  return best;
}

/// Logistic regression by a token under central, network and local DP, each model at its best step.
Measured measure(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const auto epsilons = p.at("epsilon").get<std::vector<double>>();
  learning::TokenGuarantee guarantee{.users = p.at("users").get<std::int64_t>(),
                                     .iterations = p.at("iterations").get<std::int64_t>(),
                                     .delta = p.at("delta").get<double>()};
  const auto split = houses(request);
  const auto problem = houses_problem(split, guarantee.users, request.seed);
  Measured found{.note = houses_note(request)};
  auto table = walk_learning().table("curves");
  std::size_t done = 0;
  const auto tick = [&] {
    if (request.progress) request.progress(++done, epsilons.size() * 3 * p.at("steps").size(), "walks");
  };
  for (const double epsilon : epsilons) {
    guarantee.epsilon = epsilon;
    for (const auto& model : models(guarantee)) {
      const auto [step, best] = best_of(model.options, problem, split.test, request, tick);
      for (std::size_t t = 0; t < best.iterations.size(); ++t) {
        const auto o = learning::summarize(best.objective.col(static_cast<Eigen::Index>(t))),
                   a = learning::summarize(best.accuracy.col(static_cast<Eigen::Index>(t)));
        table.row(epsilon, model.name, step, model.options.noise, best.iterations[t], o.mean, o.deviation, a.mean,
                  a.deviation);
      }
      const auto name = fmt::format("{} at epsilon {:g}", model.name, epsilon);
      found.numbers["noise, " + name] = model.options.noise;
      found.numbers["final objective, " + name] = best.last(best.objective).mean;
      found.numbers["final accuracy, " + name] = best.last(best.accuracy).mean;
    }
  }
  found.tables.emplace("curves", std::move(table));
  return found;
}

}  // namespace

const Measurement& walk_learning() {
  static const Measurement it{.name = "learning by a walk",
                              .parameters = {"users", "iterations", "delta", "epsilon", "steps", "trials", "every"},
                              .options = {},
                              .tables = {{"curves",
                                          {"epsilon", "model", "step", "sigma", "iteration", "objective_mean",
                                           "objective_sd", "accuracy_mean", "accuracy_sd"}}},
                              .measure = measure,
                              .input = Measurement::Input::houses};
  return it;
}

}  // namespace hearsay::empirical
