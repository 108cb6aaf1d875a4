// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/walk_figures.hpp"

#include <hearsay/learning/token_noise.hpp>
#include <hearsay/learning/trials.hpp>
#include "empirical/figures/learning_inputs.hpp"

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

}  // namespace

/// Every model at its best step: the one of the smallest mean objective at the end.
FigureData walk_figure_2(const FigureRequest& request) {
  const auto& p = request.parameters;
  const auto epsilons = p.at("epsilon").get<std::vector<double>>();
  const auto steps = p.at("steps").get<std::vector<double>>();
  const auto trials = p.at("trials").get<int>();
  learning::TokenGuarantee guarantee{.users = p.at("users").get<std::int64_t>(),
                                     .iterations = p.at("iterations").get<std::int64_t>(),
                                     .delta = p.at("delta").get<double>()};
  const auto split = houses(request);
  const auto problem = houses_problem(split, guarantee.users, request.seed);
  FigureData data;
  Csv csv("epsilon,model,step,sigma,iteration,objective_mean,objective_sd,accuracy_mean,accuracy_sd");
  std::vector<Panel> objectives, accuracies;
  std::size_t done = 0;
  for (const double epsilon : epsilons) {
    guarantee.epsilon = epsilon;
    Panel objective{.title = fmt::format("epsilon = {:g}", epsilon),
                    .x = "iteration",
                    .y = "objective",
                    .setup = "set key below horizontal\nset bmargin 5\nset xtics 5000\n"},
        accuracy = objective;
    accuracy.y = "test accuracy";
    std::size_t k = 0;
    for (auto& model : models(guarantee)) {
      learning::Curves best;
      double best_step = 0.0;
      for (const double step : steps) {
        model.options.step = step;
        auto curves = learning::token_trials(problem, split.test, model.options, p.at("every").get<std::int64_t>(),
                                             request.seed, trials, request.jobs);
        if (request.progress) request.progress(++done, epsilons.size() * 3 * steps.size(), "walks");
        if (best_step != 0.0 && best.last(best.objective).mean <= curves.last(curves.objective).mean) continue;
        best = std::move(curves);
        best_step = step;
      }
      const auto name = fmt::format("{} at epsilon {:g}", model.name, epsilon);
      for (std::size_t t = 0; t < best.iterations.size(); ++t) {
        const auto o = learning::summarize(best.objective.col(static_cast<Eigen::Index>(t))),
                   a = learning::summarize(best.accuracy.col(static_cast<Eigen::Index>(t)));
        csv.row(epsilon, name, best_step, model.options.noise, best.iterations[t], o.mean, o.deviation, a.mean,
                a.deviation);
      }
      data.summary["noise, " + name] = model.options.noise;
      data.summary["final objective, " + name] = best.last(best.objective).mean;
      data.summary["final accuracy, " + name] = best.last(best.accuracy).mean;
      const auto style = fmt::format("with yerrorlines pt 7 ps 0.3 lw 1.5 lc rgb '{}'", colour(k++));
      objective.curves.push_back({rows_where("figure_2.csv", 2, name, "5:6:7"), style, model.name});
      accuracy.curves.push_back({rows_where("figure_2.csv", 2, name, "5:8:9"), style, model.name});
    }
    objectives.push_back(std::move(objective));
    accuracies.push_back(std::move(accuracy));
  }
  std::vector<Panel> panels = objectives;
  panels.insert(panels.end(), accuracies.begin(), accuracies.end());
  data.csv["figure_2.csv"] = csv.text();
  data.pictures = {"figure_2.svg"};
  data.note = houses_note(request) + ". Each model takes the step with the smallest final objective";
  data.gnuplot = gnuplot_script(
      "figure_2.svg",
      fmt::format("Logistic regression by a token walk, delta = {:g}: mean and standard deviation of {} runs",
                  guarantee.delta, trials),
      static_cast<int>(epsilons.size()), panels);
  return data;
}

}  // namespace hearsay::empirical
