// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/learning/trials.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/simulation/dropout.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/muffliato_figures.hpp"

namespace hearsay::empirical {

namespace {

using graph::Node;

/// What one run shows: its course, and what node 0 received and could infer up to every step.
struct Course {
  std::vector<double> error;  ///< |x^t - mean|^2 / n, in units of sigma^2
  std::vector<double> loss;   ///< messages received by node 0 over n: the mean over targets of the published loss
  std::vector<double> exact;  ///< rank of its view over n: the mean of the exact loss
  double mean_loss = 0.0;     ///< messages over n at the end, averaged over the receivers
};

Course course_of(const simulation::DropoutRules& rules, random::Seed seed, std::uint32_t trial) {
  const auto run = simulation::run_dropout(rules, seed, trial);
  std::vector<graph::GossipMatrix> rounds;
  for (const auto& edges : run.rounds)
    rounds.push_back(graph::gossip_matrix(graph::Graph(rules.nodes, edges), graph::Weights::metropolis));
  const std::array<Node, 1> observer{0};
  const auto senders = accounting::senders(rounds, observer);
  std::vector<linalg::RationalMatrix> exact;
  for (const auto& w : rounds) exact.push_back(linalg::exact_entries(w));
  const auto ranks = linalg::modular_prefix_ranks(exact, senders);
  const double n = rules.nodes;
  Course course{
      .error = run.error, .loss = {0.0}, .exact = {0.0}, .mean_loss = static_cast<double>(run.messages) / (n * n)};
  for (auto& error : course.error) error /= n;
  std::size_t messages = 0;
  for (std::size_t t = 0; t < senders.size(); ++t) {
    messages += senders[t].size();
    course.loss.push_back(static_cast<double>(messages) / n);
    course.exact.push_back(static_cast<double>(ranks[t]) / n);
  }
  return course;
}

/// All runs of all levels of dropout; run i of a level is trial i for every level.
std::vector<std::vector<Course>> courses_of(const FigureRequest& request) {
  const auto levels = request.parameters.at("dropout").get<std::vector<double>>();
  const auto runs = request.parameters.at("runs").get<std::size_t>();
  std::vector<std::vector<Course>> courses(levels.size(), std::vector<Course>(runs));
  parallel_for(levels.size() * runs, request.jobs, request.progress, "runs", [&](std::size_t i) {
    const simulation::DropoutRules rules{.nodes = request.parameters.at("nodes").get<Node>(),
                                         .edge_probability = request.parameters.at("edge_probability").get<double>(),
                                         .dropout = levels[i / runs]};
    courses[i / runs][i % runs] = course_of(rules, request.seed, static_cast<std::uint32_t>(i % runs));
  });
  return courses;
}

std::string percent(double dropout) { return fmt::format("{:.0f} % dropout", 100.0 * dropout); }

/// Mean and deviation over the runs of `of(course)`.
template <class Of>
learning::Summary over_runs(const std::vector<Course>& runs, Of of) {
  Eigen::VectorXd values(static_cast<Eigen::Index>(runs.size()));
  for (std::size_t i = 0; i < runs.size(); ++i) values[static_cast<Eigen::Index>(i)] = of(runs[i]);
  return learning::summarize(values);
}

}  // namespace

FigureData muffliato_figure_6(const FigureRequest& request) {
  const auto levels = request.parameters.at("dropout").get<std::vector<double>>();
  const auto courses = courses_of(request);
  FigureData data;
  Csv csv("dropout,run,step,error,loss,exact_loss");
  Panel privacy{.title = "privacy loss towards node 0, mean over the others",
                .x = "gossip step",
                .y = "loss (share of local DP)",
                .setup = "set logscale x\nunset key\n"};
  Panel utility{.title = "convergence of the same runs",
                .x = "gossip step",
                .y = "mean squared distance to the mean / noise variance",
                .setup = "set logscale xy\nset format y '10^{%L}'\nset key bottom left\n"};
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto name = percent(levels[level]);
    for (std::size_t run = 0; run < courses[level].size(); ++run) {
      const auto& course = courses[level][run];
      for (std::size_t t = 0; t < course.error.size(); ++t)
        csv.row(name, run, t, course.error[t], course.loss[t], course.exact[t]);
      csv.gap();
    }
    privacy.curves.push_back({rows_where("figure_6.csv", 1, name, "3:5"),
                              fmt::format("with steps lw 0.8 lc rgb '{}'", colour(level)), name});
    utility.curves.push_back({rows_where("figure_6.csv", 1, name, "3:4"),
                              fmt::format("with lines lw 0.8 lc rgb '{}'", colour(level)), name});
    data.summary["mean number of steps, " + name] =
        over_runs(courses[level], [](const Course& c) { return static_cast<double>(c.error.size()) - 1.0; }).mean;
    data.summary["exact over published loss at the end, " + name] =
        over_runs(courses[level], [](const Course& c) {
          return c.loss.back() > 0.0 ? c.exact.back() / c.loss.back() : 1.0;
        }).mean;
  }
  data.csv["figure_6.csv"] = csv.text();
  data.pictures = {"figure_6.svg"};
  data.note = "A run ends when the mean squared distance is 1/n: the accuracy of a trusted average";
  data.gnuplot = gnuplot_script("figure_6.svg", "Gossip on fresh random graphs while users drop out", 2,
                                std::array{privacy, utility});
  return data;
}

FigureData muffliato_table_3(const FigureRequest& request) {
  const auto levels = request.parameters.at("dropout").get<std::vector<double>>();
  const auto printed = request.parameters.at("printed").get<std::vector<std::string>>();
  const auto courses = courses_of(request);
  FigureData data;
  Csv csv("dropout,printed,loss_mean,loss_sd,exact_mean,exact_sd,all_nodes_mean,steps_mean");
  report::TextTable table({{.title = "dropout", .align = report::TextColumn::Align::left},
                           {.title = "printed"},
                           {.title = "published loss"},
                           {.title = "exact loss"},
                           {.title = "all nodes"},
                           {.title = "steps"}});
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const auto name = percent(levels[level]);
    const auto& runs = courses[level];
    const auto loss = over_runs(runs, [](const Course& c) { return c.loss.back(); }),
               exact = over_runs(runs, [](const Course& c) { return c.exact.back(); }),
               all = over_runs(runs, [](const Course& c) { return c.mean_loss; }),
               steps = over_runs(runs, [](const Course& c) { return static_cast<double>(c.error.size()) - 1.0; });
    csv.row(name, printed.at(level), loss.mean, loss.deviation, exact.mean, exact.deviation, all.mean, steps.mean);
    table.row({name, printed.at(level), fmt::format("{:.4f} +- {:.4f}", loss.mean, loss.deviation),
               fmt::format("{:.4f} +- {:.4f}", exact.mean, exact.deviation), fmt::format("{:.4f}", all.mean),
               fmt::format("{:.1f}", steps.mean)});
    data.summary["loss towards all nodes, " + name] = all.mean;
    data.summary["loss towards node 0, " + name] = loss.mean;
    data.summary["exact over published loss, " + name] = exact.mean / loss.mean;
  }
  data.table = table.text();
  data.csv["table_3.csv"] = csv.text();
  data.note =
      "Mean over targets of the loss towards node 0 (+- standard deviation over runs), share of local DP; \"all "
      "nodes\": the same averaged over every receiver";
  return data;
}

}  // namespace hearsay::empirical
