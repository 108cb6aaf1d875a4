// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <cmath>

#include <hearsay/learning/descent_loss.hpp>
#include <hearsay/learning/trials.hpp>
#include "empirical/figures/learning_inputs.hpp"
#include "empirical/figures/muffliato_figures.hpp"

namespace hearsay::empirical {

namespace {

constexpr int bins = 50;  ///< of the histograms, on [0, 1]

std::vector<int> histogram(const Eigen::VectorXd& losses) {
  std::vector<int> counts(bins, 0);
  for (const double loss : losses)
    ++counts[static_cast<std::size_t>(std::min(bins - 1, static_cast<int>(loss * bins)))];
  return counts;
}

void add_curve(Csv& csv, const std::string& name, const learning::Curves& curves) {
  for (std::size_t t = 0; t < curves.iterations.size(); ++t) {
    const auto column = static_cast<Eigen::Index>(t);
    const auto accuracy = learning::summarize(curves.node_accuracy.col(column)),
               objective = learning::summarize(curves.objective.col(column));
    csv.row(name, curves.iterations[t], accuracy.mean, accuracy.deviation, objective.mean, objective.deviation);
  }
}

}  // namespace

/// Losses of trial 0 towards node 0, each round accounted by itself and averaged over the rounds, next to the accuracy
/// of the users' own models.
FigureData muffliato_figure_1c(const FigureRequest& request) {
  const auto& p = request.parameters;
  const auto sizes = p.at("users").get<std::vector<Eigen::Index>>();
  const auto trials = p.at("trials").get<int>();
  const learning::DescentOptions descent{.rounds = p.at("rounds").get<int>(),
                                         .step = p.at("step").get<double>(),
                                         .noise = p.at("noise").get<double>(),
                                         .clip = 1.0};
  const auto split = houses(request);
  FigureData data;
  Csv losses("users,target,published,exact"), shares("users,bin,published,exact"),
      curves("algorithm,round,accuracy_mean,accuracy_sd,objective_mean,objective_sd");
  std::array<Panel, 2> histograms;
  histograms[0].title = "published: Theorem 1 and eq. (13)";
  histograms[1].title = "exact, within rounds";
  for (auto& panel : histograms) {
    panel.x = "privacy loss (share of local DP)";
    panel.y = "nodes";
    panel.setup =
        "set logscale y\nset xrange [0:1.04]\nset yrange [0.8:*]\nset key top center\nset style fill transparent solid "
        "0.35 noborder\nset arrow from 1,graph 0 to 1,graph 1 nohead dt 2 lw 2\n"
        "set label 'local DP' at 0.99,graph 0.93 right\n";
  }
  Panel accuracy{
      .title = "test accuracy", .x = "round", .y = "mean accuracy of the users", .setup = "set key bottom right\n"};
  std::size_t k = 0;
  const auto add_accuracy = [&](const std::string& name) {
    accuracy.curves.push_back({rows_where("figure_1c_curves.csv", 1, name, "2:3:4"),
                               fmt::format("with yerrorlines pt 7 ps 0.4 lw 1.5 lc rgb '{}'", colour(k)), name});
  };
  for (const auto n : sizes) {
    const auto problem = houses_problem(split, n, request.seed);
    const double q = p.at("edge_factor").get<double>() * std::log(static_cast<double>(n)) / static_cast<double>(n);
    const auto plan = learning::fresh_erdos_renyi(static_cast<graph::Node>(n), q, request.seed, 0, true);
    const auto all = learning::descent_losses(plan, 0, descent.rounds, 0);
    const Eigen::VectorXd published = all.published.bottomRows(n - 1).rowwise().mean(),
                          exact = all.exact.bottomRows(n - 1).rowwise().mean();
    for (Eigen::Index u = 0; u < n - 1; ++u) losses.row(n, u + 1, published[u], exact[u]);
    const auto of_published = histogram(published), of_exact = histogram(exact);
    for (std::size_t b = 0; b < bins; ++b)
      shares.row(n, (static_cast<double>(b) + 0.5) / bins, of_published[b], of_exact[b]);
    for (const auto& [panel, column] : {std::pair{0u, 3}, std::pair{1u, 4}}) {
      histograms[panel].curves.push_back(
          {fmt::format("'figure_1c_histogram.csv' using ($1 == {} && ${} > 0 ? $2 : 1/0):{}:({})", n, column, column,
                       1.0 / bins),
           fmt::format("with boxes lc rgb '{}'", colour(k)), fmt::format("n = {}", n)});
    }
    const auto course = learning::gossip_trials(problem, split.test, plan, descent, request.seed, trials, request.jobs,
                                                request.progress);
    const auto name = fmt::format("Muffliato n = {}", n);
    add_curve(curves, name, course);
    add_accuracy(name);
    data.summary[fmt::format("mean published loss, n = {}", n)] = published.mean();
    data.summary[fmt::format("mean exact loss, n = {}", n)] = exact.mean();
    data.summary[fmt::format("final accuracy, n = {}", n)] = course.last(course.node_accuracy).mean;
    ++k;
    if (n != sizes.back()) continue;
    const auto central =
        learning::gossip_trials(problem, split.test, {}, descent, request.seed, trials, request.jobs, request.progress);
    add_curve(curves, fmt::format("central n = {}", n), central);
    // Under the others, which hide it where they agree.
    accuracy.curves.insert(accuracy.curves.begin(),
                           {rows_where("figure_1c_curves.csv", 1, fmt::format("central n = {}", n), "2:3"),
                            "with lines lw 7 lc rgb '#cccccc'", fmt::format("central n = {}", n)});
    data.summary["accuracy lost to the central baseline"] =
        central.last(central.accuracy).mean - course.last(course.node_accuracy).mean;
  }
  data.csv = {{"figure_1c_losses.csv", losses.text()},
              {"figure_1c_histogram.csv", shares.text()},
              {"figure_1c_curves.csv", curves.text()}};
  data.pictures = {"figure_1c.svg"};
  data.note = houses_note(request) +
              ". Losses are accounted within each round and averaged over the rounds: no bound on the whole run (claim "
              "muffliato.thm6)";
  data.gnuplot = gnuplot_script("figure_1c.svg", "Muffliato-GD on a fresh random graph every round", 3,
                                std::array{histograms[0], histograms[1], accuracy});
  return data;
}

}  // namespace hearsay::empirical
