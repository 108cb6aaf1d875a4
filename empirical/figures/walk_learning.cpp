// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <functional>
#include <optional>

#include <hearsay/learning/token_noise.hpp>
#include <hearsay/learning/trials.hpp>
#include "empirical/figures/learning_inputs.hpp"
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

/// A privacy model: how much noise, and what users do whose budget is spent, for each number of contributions that a
/// user may make.
struct Model {
  std::string name;
  std::vector<learning::TokenOptions> options;
};

/// Network and local DP may choose the slack c, which makes ceil(c T / n) contributions a user; under central DP there
/// is no budget.
std::vector<Model> models(learning::TokenGuarantee guarantee, const std::vector<double>& slacks) {
  using Spent = learning::TokenOptions::Spent;
  const learning::TokenOptions base{.iterations = guarantee.iterations, .clip = guarantee.clip};
  Model central{"central DP", {base}}, network{"network DP", {}}, local{"local DP", {}};
  central.options[0].noise = learning::central_noise(guarantee);
  for (const double slack : slacks) {
    guarantee.slack = slack;
    auto one = base;
    one.budget = learning::contribution_budget(guarantee);
    one.noise = learning::network_noise(guarantee);
    one.spent = Spent::noise_only;
    network.options.push_back(one);
    one.noise = learning::local_noise(guarantee);
    one.spent = Spent::forward;
    local.options.push_back(one);
  }
  return {central, network, local};
}

/// The curves of a model at its best number of contributions and step: those of the smallest mean objective at the end.
struct Best {
  learning::TokenOptions options;
  learning::Curves curves;
};

/// @param tick  called after each step.
Best best_of(const Model& model, const learning::LogisticProblem& problem, const learning::Samples& test,
             const MeasurementRequest& request, const std::function<void()>& tick) {
  const auto& p = request.parameters;
  std::optional<Best> best;
  for (auto options : model.options) {
    for (const double step : p.at("steps").get<std::vector<double>>()) {
      options.step = step;
      auto curves = learning::token_trials(problem, test, options, p.at("every").get<std::int64_t>(),
                                           p.at("trials").get<int>(), request.execution.part());
      tick();
      if (best && best->curves.last(best->curves.objective).mean <= curves.last(curves.objective).mean) continue;
      best = Best{options, std::move(curves)};
    }
  }
  return std::move(*best);
}

/// How many contributions a user may make: "13", or "any number of".
std::string budget_of(const learning::TokenOptions& options) {
  return options.budget == learning::TokenOptions{}.budget ? "any number of" : fmt::format("{}", options.budget);
}

void add_curve(Table& table, double epsilon, const std::string& model, const Best& best) {
  for (std::size_t t = 0; t < best.curves.iterations.size(); ++t) {
    const auto column = static_cast<Eigen::Index>(t);
    const auto o = learning::summarize(best.curves.objective.col(column)),
               a = learning::summarize(best.curves.accuracy.col(column));
    table.row(epsilon, model, best.options.step, best.options.noise, best.curves.iterations[t], o.mean, o.deviation,
              a.mean, a.deviation);
  }
}

/// Logistic regression by a token under central, network and local DP, each model at its best step and slack c.
Measured measure_walk_learning(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const auto epsilons = p.at("epsilon").get<std::vector<double>>(), slacks = p.at("slack").get<std::vector<double>>();
  learning::TokenGuarantee guarantee{.users = p.at("users").get<std::int64_t>(),
                                     .iterations = p.at("iterations").get<std::int64_t>(),
                                     .delta = p.at("delta").get<double>()};
  const auto split = houses(request);
  const auto problem = houses_problem(split, guarantee.users, request.execution.seed);
  Measured found{.note = houses_note(request)};
  auto curves = walk_learning().table("curves"), tuned = walk_learning().table("tuned");
  const auto total = epsilons.size() * (1 + 2 * slacks.size()) * p.at("steps").size();
  std::size_t done = 0;
  const auto tick = [&] {
    if (request.execution.progress) request.execution.progress(++done, total, "walks");
  };
  for (const double epsilon : epsilons) {
    guarantee.epsilon = epsilon;
    for (const auto& model : models(guarantee, slacks)) {
      const auto best = best_of(model, problem, split.test, request, tick);
      add_curve(curves, epsilon, model.name, best);
      tuned.row(epsilon, model.name, best.options.step, budget_of(best.options), best.options.noise);
      const auto name = fmt::format("{} at epsilon {:g}", model.name, epsilon);
      for (const auto& options : model.options)
        found.numbers[fmt::format("noise for {} contributions, {}", budget_of(options), name)] = options.noise;
      found.numbers["final objective, " + name] = best.curves.last(best.curves.objective).mean;
      found.numbers["final accuracy, " + name] = best.curves.last(best.curves.accuracy).mean;
    }
  }
  found.tables.emplace("curves", std::move(curves));
  found.tables.emplace("tuned", std::move(tuned));
  return found;
}

}  // namespace

const Measurement& walk_learning() {
  static const Measurement it{
      .name = "learning by a walk",
      .parameters = {"users", "iterations", "delta", "epsilon", "slack", "steps", "trials", "every"},
      .options = {},
      .tables = {{"curves",
                  {"epsilon", "model", "step", "sigma", "iteration", "objective_mean", "objective_sd", "accuracy_mean",
                   "accuracy_sd"}},
                 {"tuned", {"epsilon", "model", "step", "contributions", "noise"}}},
      .measure = measure_walk_learning,
      .input = Measurement::Input::houses};
  return it;
}

}  // namespace hearsay::empirical
