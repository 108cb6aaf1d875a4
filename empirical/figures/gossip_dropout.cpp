// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/learning/trials.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/simulation/dropout.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using graph::Node;

/// What one run shows: its course, and what node 0 received and could infer up to every step.
struct Course {
  std::vector<double> error;  ///< |x^t - mean|^2 / n, in units of (mean noise)^2
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
  for (auto& error : course.error) error /= run.precision;
  std::size_t messages = 0;
  for (std::size_t t = 0; t < senders.size(); ++t) {
    messages += senders[t].size();
    course.loss.push_back(static_cast<double>(messages) / n);
    course.exact.push_back(static_cast<double>(ranks[t]) / n);
  }
  return course;
}

/// All runs of all levels of dropout; run i of a level is trial i for every level.
std::vector<std::vector<Course>> courses_of(const MeasurementRequest& request) {
  const auto levels = request.parameters.at("dropout").get<std::vector<double>>();
  const auto runs = request.parameters.at("runs").get<std::size_t>();
  std::vector<std::vector<Course>> courses(levels.size(), std::vector<Course>(runs));
  parallel_for(levels.size() * runs, request.execution, "runs", [&](std::size_t i) {
    const simulation::DropoutRules rules{.nodes = request.parameters.at("nodes").get<Node>(),
                                         .edge_probability = request.parameters.at("edge_probability").get<double>(),
                                         .dropout = levels[i / runs]};
    courses[i / runs][i % runs] = course_of(rules, request.execution.seed, static_cast<std::uint32_t>(i % runs));
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

double steps_of(const Course& course) { return static_cast<double>(course.error.size()) - 1.0; }

void add_courses(Table& table, const std::string& dropout, const std::vector<Course>& runs) {
  for (std::size_t run = 0; run < runs.size(); ++run) {
    const auto& course = runs[run];
    for (std::size_t t = 0; t < course.error.size(); ++t)
      table.row(dropout, run, t, course.error[t], course.loss[t], course.exact[t]);
  }
}

void add_losses(Measured& found, Table& table, const std::string& dropout, const std::string& printed,
                const std::vector<Course>& runs) {
  const auto loss = over_runs(runs, [](const Course& c) { return c.loss.back(); }),
             exact = over_runs(runs, [](const Course& c) { return c.exact.back(); }),
             all = over_runs(runs, [](const Course& c) { return c.mean_loss; }), steps = over_runs(runs, steps_of);
  table.row(dropout, printed, loss.mean, loss.deviation, exact.mean, exact.deviation, all.mean, steps.mean);
  found.numbers["loss towards all nodes, " + dropout] = all.mean;
  found.numbers["loss towards node 0, " + dropout] = loss.mean;
  found.numbers["exact over published loss, " + dropout] = exact.mean / loss.mean;
  found.numbers["mean number of steps, " + dropout] = steps.mean;
  found.numbers["exact over published loss at the end, " + dropout] =
      over_runs(runs, [](const Course& c) { return c.loss.back() > 0.0 ? c.exact.back() / c.loss.back() : 1.0; }).mean;
}

/// Gossip on fresh random graphs while users drop out: the courses of all runs, and what they come to. "printed" holds
/// the paper's losses, one a level of dropout.
Measured measure_gossip_dropout(const MeasurementRequest& request) {
  const auto levels = request.parameters.at("dropout").get<std::vector<double>>();
  const auto printed = request.parameters.value("printed", std::vector<std::string>(levels.size()));
  const auto courses = courses_of(request);
  Measured found;
  auto steps = gossip_dropout().table("courses"), losses = gossip_dropout().table("losses");
  for (std::size_t level = 0; level < levels.size(); ++level) {
    add_courses(steps, percent(levels[level]), courses[level]);
    add_losses(found, losses, percent(levels[level]), printed.at(level), courses[level]);
  }
  found.tables.emplace("courses", std::move(steps));
  found.tables.emplace("losses", std::move(losses));
  return found;
}

}  // namespace

const Measurement& gossip_dropout() {
  static const Measurement it{.name = "gossip with dropout",
                              .parameters = {"runs", "nodes", "edge_probability", "dropout"},
                              .options = {"printed"},
                              .tables = {{"courses", {"dropout", "run", "step", "error", "loss", "exact_loss"}},
                                         {"losses",
                                          {"dropout", "printed", "loss_mean", "loss_sd", "exact_mean", "exact_sd",
                                           "all_nodes_mean", "steps_mean"}}},
                              .measure = measure_gossip_dropout};
  return it;
}

}  // namespace hearsay::empirical
