// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/descent_loss.hpp>
#include <hearsay/learning/run_losses.hpp>
#include <hearsay/learning/trials.hpp>
#include "empirical/figures/gossip_directions.hpp"
#include "empirical/figures/learning_inputs.hpp"
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

constexpr int bins = 50;  ///< of the histograms, on [0, 1]

std::vector<int> histogram(const Eigen::VectorXd& losses) {
  std::vector<int> counts(bins, 0);
  for (const double loss : losses)
    ++counts[static_cast<std::size_t>(std::min(bins - 1, static_cast<int>(loss * bins)))];
  return counts;
}

void add_curve(Table& table, const std::string& algorithm, Eigen::Index users, const learning::Curves& curves) {
  for (std::size_t t = 0; t < curves.iterations.size(); ++t) {
    const auto column = static_cast<Eigen::Index>(t);
    const auto accuracy = learning::summarize(curves.node_accuracy.col(column)),
               objective = learning::summarize(curves.objective.col(column));
    table.row(algorithm, users, curves.iterations[t], accuracy.mean, accuracy.deviation, objective.mean,
              objective.deviation);
  }
}

/// What Theorem 4 says of node 0's loss towards every node, averaged over the rounds.
/// @param loops  as hidden_graph_losses.
Eigen::VectorXd theorem4_losses(const learning::GossipPlan& plan, int rounds, Eigen::Index n, int loops) {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(n);
  for (int round = 0; round < rounds; ++round) {
    const auto communication = plan(0, static_cast<std::uint32_t>(round));
    sum += hidden_graph_losses(*communication.w, communication.steps, 0, loops);
  }
  return sum / rounds;
}

/// What all rounds together reveal of every node but node 0, over the local-DP loss of all rounds; upper ends.
Eigen::VectorXd whole_run_losses(const std::optional<learning::RunView>& view, int rounds) {
  const auto& losses = view.value().losses;
  Eigen::VectorXd shares(static_cast<Eigen::Index>(losses.size()) - 1);
  for (Eigen::Index u = 0; u < shares.size(); ++u)
    shares(u) = losses[static_cast<std::size_t>(u) + 1].loss.upper / rounds;
  return shares;
}

/// Losses towards node 0, and by Theorem 4 those of node 0, each round accounted by itself and averaged over the
/// rounds; and those of the whole run.
void add_losses(Measured& found, const learning::GossipPlan& plan, int rounds, Eigen::Index n,
                const Execution& execution) {
  const auto run = learning::run_losses(plan, 0, rounds, 0, execution.part());
  if (!run.missing.empty()) throw Error(Errc::too_large, "learning by gossip", run.missing);
  const auto whole = whole_run_losses(run.unknown, rounds), own_noise = whole_run_losses(run.own_noise, rounds);
  const auto all = learning::descent_losses(plan, 0, rounds, 0);
  const Eigen::VectorXd capped = all.published.bottomRows(n - 1).rowwise().mean(),
                        exact = all.exact.bottomRows(n - 1).rowwise().mean();
  const Eigen::VectorXd released = theorem4_losses(plan, rounds, n, 2), printed = theorem4_losses(plan, rounds, n, 0);
  auto& losses = found.tables.at("losses");
  for (Eigen::Index u = 0; u < n - 1; ++u)
    losses.row(n, u + 1, released[u + 1], printed[u + 1], capped[u], exact[u], whole[u], own_noise[u]);
  auto& counts = found.tables.at("histogram");
  for (const auto& [name, of] : {std::pair{"released", histogram(released)}, std::pair{"capped", histogram(capped)},
                                 std::pair{"exact", histogram(exact)}, std::pair{"whole run", histogram(whole)}}) {
    for (std::size_t b = 0; b < bins; ++b) counts.row(n, name, (static_cast<double>(b) + 0.5) / bins, of[b]);
  }
  found.numbers[fmt::format("mean plotted loss, Theorem 4, n = {}", n)] = released.mean();
  found.numbers[fmt::format("mean loss by Theorem 4 with its own degrees, n = {}", n)] = printed.tail(n - 1).mean();
  found.numbers[fmt::format("mean capped sum, n = {}", n)] = capped.mean();
  found.numbers[fmt::format("mean exact loss, n = {}", n)] = exact.mean();
  found.numbers[fmt::format("mean published sum, n = {}", n)] = run.published.tail(n - 1).mean() / rounds;
  found.numbers[fmt::format("mean exact loss of the whole run, n = {}", n)] = whole.mean();
  found.numbers[fmt::format("mean exact loss of the whole run, own noise known, n = {}", n)] = own_noise.mean();
}

/// Losses of trial 0 next to the accuracy of the users' own models, and that of a central server for the last number of
/// users.
Measured measure_gossip_learning(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const auto sizes = p.at("users").get<std::vector<Eigen::Index>>();
  const auto trials = p.at("trials").get<int>();
  const learning::DescentOptions descent{.rounds = p.at("rounds").get<int>(),
                                         .step = p.at("step").get<double>(),
                                         .noise = p.at("noise").get<double>(),
                                         .clip = 1.0};
  const auto split = houses(request);
  Measured found{.note = houses_note(request)};
  for (const auto& [name, columns] : gossip_learning().tables) found.tables.emplace(name, columns);
  for (const auto n : sizes) {
    const auto problem = houses_problem(split, n, request.execution.seed);
    const double q = p.at("edge_factor").get<double>() * std::log(static_cast<double>(n)) / static_cast<double>(n);
    const auto plan = learning::fresh_erdos_renyi(static_cast<graph::Node>(n), q, request.execution.seed, 0, true);
    add_losses(found, plan, descent.rounds, n, request.execution);
    const auto course = learning::gossip_trials(problem, split.test, plan, descent, trials, request.execution);
    add_curve(found.tables.at("curves"), "Muffliato", n, course);
    found.numbers[fmt::format("final accuracy, n = {}", n)] = course.last(course.node_accuracy).mean;
    if (n != sizes.back()) continue;
    const auto central = learning::gossip_trials(problem, split.test, {}, descent, trials, request.execution);
    add_curve(found.tables.at("curves"), "central", n, central);
    found.numbers["accuracy lost to the central baseline"] =
        central.last(central.accuracy).mean - course.last(course.node_accuracy).mean;
  }
  return found;
}

}  // namespace

const Measurement& gossip_learning() {
  static const Measurement it{
      .name = "learning by gossip",
      .parameters = {"users", "trials", "rounds", "step", "noise", "edge_factor"},
      .options = {},
      .tables = {{"losses",
                  {"users", "node", "released", "theorem4", "capped", "exact", "whole_run", "whole_run_own_noise"}},
                 {"histogram", {"users", "loss", "bin", "nodes"}},
                 {"curves",
                  {"algorithm", "users", "round", "accuracy_mean", "accuracy_sd", "objective_mean", "objective_sd"}}},
      .measure = measure_gossip_learning,
      .input = Measurement::Input::houses};
  return it;
}

}  // namespace hearsay::empirical
