// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/learning/descent_loss.hpp>
#include <hearsay/learning/token_noise.hpp>
#include <hearsay/learning/trials.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/graph_source.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

using nlohmann::ordered_json;

struct SimulateLearnOptions {
  Common common;
  std::string algorithm = "muffliato-gd";
  std::string data, format = "csv", label_column, label_threshold = "mean";
  double training_share = 0.8;
  bool bias = false;
  double l2 = 0.0;
  std::int64_t users = 2000;
  std::string graph, weights = "metropolis";
  std::optional<double> edge_probability;
  std::optional<int> gossip_steps;
  std::int64_t rounds = 0;  // 0: the algorithm's own default
  int trials = 10;
  double step = 0.7, noise = 1.5, clip = 1.0, alpha = 2.0;
  std::string calibration;
  double epsilon = 1.0, delta = 1e-6, budget_factor = 1.25;
  bool decaying = false;
  std::optional<double> diameter;
  std::int64_t every = 1000;
};

struct Outcome {
  learning::Curves curves;
  ordered_json parameters, privacy;
  std::string privacy_line;
};

constexpr std::string_view learning_assumption = "gradients do not depend on models that the observer does not see";

ordered_json to_json(const learning::Summary& summary) { return {{"mean", summary.mean}, {"sd", summary.deviation}}; }

ordered_json to_json(const learning::Curves& curves, Eigen::Index point) {
  return {{"iteration", curves.iterations[static_cast<std::size_t>(point)]},
          {"objective", to_json(learning::summarize(curves.objective.col(point)))},
          {"accuracy", to_json(learning::summarize(curves.accuracy.col(point)))},
          {"node_accuracy", to_json(learning::summarize(curves.node_accuracy.col(point)))},
          {"disagreement", to_json(learning::summarize(curves.disagreement.col(point)))}};
}

learning::Table load(const SimulateLearnOptions& options) {
  if (!options.data.empty())
    return learning::read_table(options.data, learning::format_from_name(options.format), options.label_column);
  if (!options.label_column.empty())
    throw Error(Errc::conditions, "--label-column", "needs --data FILE: the generated data set has one target");
  return learning::generated_houses();
}

/// The fixed graph of --graph, whose nodes are the users.
std::optional<graph::Loaded> load_graph(SimulateLearnOptions& options) {
  if (options.graph.empty()) return std::nullopt;
  if (options.algorithm == "central" || options.algorithm == "walk") {
    throw Error(Errc::conditions, "--graph", fmt::format("algorithm {} uses no graph", options.algorithm));
  }
  auto loaded = graph::from_spec(options.graph, options.common.seeded(), "--graph");
  options.users = loaded.graph.nodes();
  return loaded;
}

learning::GossipPlan make_plan(const SimulateLearnOptions& options, const std::optional<graph::Graph>& graph,
                               ordered_json& parameters) {
  if (options.algorithm == "central") return {};
  const bool accelerated = options.algorithm != "dp-gd";
  const int steps = options.gossip_steps.value_or(accelerated ? 0 : 1);
  parameters["gossip_steps"] = steps == 0 ? ordered_json("auto") : ordered_json(steps);
  if (graph) {
    parameters["graph"] = options.graph;
    parameters["weights"] = options.weights;
    return learning::fixed_gossip(graph::gossip_matrix(*graph, graph::weights_from_name(options.weights, "--weights")),
                                  steps, accelerated);
  }
  const double n = static_cast<double>(options.users);
  const double q = options.edge_probability.value_or(std::min(1.0, std::log(n) / n));
  parameters["graph"] = "a fresh connected erdos-renyi graph every round";
  parameters["edge_probability"] = q;
  return learning::fresh_erdos_renyi(static_cast<graph::Node>(options.users), q, options.common.seeded(), steps,
                                     accelerated);
}

/// Losses of trial 0 towards user 0.
void account(const SimulateLearnOptions& options, const learning::GossipPlan& plan, int rounds, Outcome& outcome) {
  if (options.noise == 0.0) return;
  const double unit = options.alpha * 2.0 * options.clip * options.clip / (options.noise * options.noise);
  outcome.privacy = {{"alpha", options.alpha}, {"local_per_round", unit}, {"local", unit * rounds}};
  outcome.privacy_line =
      fmt::format("Renyi loss of order {}, all rounds, local DP: {:.4g}", options.alpha, unit * rounds);
  if (!plan) return;
  const auto losses = learning::descent_losses(plan, 0, rounds, 0);
  const double pairs = static_cast<double>(options.users - 1);
  const Eigen::VectorXd published = losses.published.rowwise().sum(), exact = losses.exact.rowwise().sum();
  outcome.privacy["observer"] = 0;
  outcome.privacy["published"] = {{"mean", unit * published.sum() / pairs}, {"max", unit * published.maxCoeff()}};
  outcome.privacy["exact_within_rounds"] = {{"mean", unit * exact.sum() / pairs}, {"max", unit * exact.maxCoeff()}};
  outcome.privacy["published_capped_at_local"] = true;
  outcome.privacy["note"] =
      "sums over rounds of what each round's messages reveal; models carry earlier gradients, so this is no bound on "
      "the whole run (claim muffliato.thm6)";
  outcome.privacy["adaptivity"] = {{"assumes", std::string(learning_assumption)},
                                   {"else", {{"view", "all values that are sent"}, {"renyi", unit * rounds}}}};
  auto& per_round = outcome.privacy["per_round"] = ordered_json::array();
  for (Eigen::Index round = 0; round < losses.published.cols(); ++round) {
    per_round.push_back({{"round", round + 1},
                         {"published_mean", unit * losses.published.col(round).sum() / pairs},
                         {"exact_mean", unit * losses.exact.col(round).sum() / pairs}});
  }
  auto& per_user = outcome.privacy["losses"] = ordered_json::array();
  for (Eigen::Index user = 1; user < published.size(); ++user) {
    per_user.push_back(
        {{"target", user}, {"published", unit * published[user]}, {"exact_within_rounds", unit * exact[user]}});
  }
  outcome.privacy_line += fmt::format(
      "; towards user 0, summed over rounds, mean over the {} other users: published, capped at local DP, {:.4g}, "
      "exact within rounds {:.4g}",
      options.users - 1, unit * published.sum() / pairs, unit * exact.sum() / pairs);
  outcome.privacy_line += fmt::format(
      ". Assumed: {}. Gradients do depend on them: of the whole run only the loss to an observer who sees all values, "
      "{:.4g}, is safe",
      learning_assumption, unit * rounds);
}

Outcome run_gossip(const SimulateLearnOptions& options, const std::optional<graph::Graph>& graph,
                   const learning::LogisticProblem& problem, const learning::Samples& test) {
  Outcome outcome;
  const int rounds = static_cast<int>(options.rounds == 0 ? 10 : options.rounds);
  outcome.parameters = {{"rounds", rounds}, {"noise", options.noise}};
  const auto plan = make_plan(options, graph, outcome.parameters);
  const learning::DescentOptions descent{.rounds = rounds,
                                         .step = options.step,
                                         .noise = options.noise,
                                         .stochastic = options.algorithm == "muffliato-sgd",
                                         .clip = options.clip};
  account(options, plan, rounds, outcome);
  outcome.curves = learning::gossip_trials(problem, test, plan, descent, options.trials, options.common.execution());
  return outcome;
}

Outcome run_walk(const SimulateLearnOptions& options, const learning::LogisticProblem& problem,
                 const learning::Samples& test) {
  Outcome outcome;
  learning::TokenOptions walk{.iterations = options.rounds == 0 ? 20'000 : options.rounds,
                              .step = options.step,
                              .decaying = options.decaying,
                              .noise = options.noise,
                              .clip = options.clip};
  if (options.diameter) walk.diameter = *options.diameter;
  outcome.parameters = {{"iterations", walk.iterations}};
  if (!options.calibration.empty()) {
    const learning::TokenGuarantee guarantee{options.users, walk.iterations, options.epsilon,
                                             options.delta, options.clip,    options.budget_factor};
    outcome.privacy = {{"calibration", options.calibration}, {"epsilon", options.epsilon}, {"delta", options.delta}};
    if (options.calibration == "central") {
      walk.noise = learning::central_noise(guarantee);
      outcome.privacy["proved"] = learning::central_noise_proved(guarantee);
    } else {
      walk.noise =
          options.calibration == "local" ? learning::local_noise(guarantee) : learning::network_noise(guarantee);
      walk.budget = learning::contribution_budget(guarantee);
      walk.spent = options.calibration == "local" ? learning::TokenOptions::Spent::forward
                                                  : learning::TokenOptions::Spent::noise_only;
      outcome.privacy["contributions"] = walk.budget;
    }
    outcome.privacy_line =
        fmt::format("{} DP, epsilon {}, delta {}: noise {} a coordinate of every gradient", options.calibration,
                    options.epsilon, options.delta, report::number_text_above(walk.noise, 4));
  }
  outcome.parameters["noise"] = walk.noise;
  outcome.curves =
      learning::token_trials(problem, test, walk, options.every, options.trials, options.common.execution());
  return outcome;
}

/// Whatever can be said without reading data.
void require_sane(const SimulateLearnOptions& options) {
  constexpr std::string_view where = "simulate learn";
  require_positive(where, "--step", options.step);
  require_non_negative(where, "--noise", options.noise);
  require_positive(where, "--clip", options.clip);
  require_non_negative(where, "--l2", options.l2);
  require_renyi_order(where, options.alpha);
  if (options.edge_probability) require_unit(where, "--edge-probability", *options.edge_probability);
  if (options.diameter && !(*options.diameter > 0.0))
    throw Error(Errc::domain, where, fmt::format("--diameter = {} must be > 0", *options.diameter));
  const bool walk = options.algorithm == "walk";
  const auto goes_with_walk = [&](bool given, std::string_view option) {
    if (given && !walk)
      throw Error(Errc::conditions, option, fmt::format("goes with --algorithm walk, not with {}", options.algorithm));
  };
  goes_with_walk(!options.calibration.empty(), "--calibration");
  goes_with_walk(options.diameter.has_value(), "--diameter");
  goes_with_walk(options.decaying, "--decaying");
  const bool gossips = !walk && options.algorithm != "central";
  if (options.gossip_steps && !gossips)
    throw Error(Errc::conditions, "--gossip-steps", fmt::format("algorithm {} does not gossip", options.algorithm));
  if (options.edge_probability && (!gossips || !options.graph.empty()))
    throw Error(Errc::conditions, "--edge-probability",
                "goes with fresh Erdos-Renyi graphs: a gossip algorithm without --graph");
}

/// Refuses trials that would take days.
void require_affordable_trials(const SimulateLearnOptions& options, const learning::Samples& training,
                               Eigen::Index edges) {
  const double size = static_cast<double>(training.rows()) * static_cast<double>(training.x.cols()),
               trials = options.trials;
  const double features = static_cast<double>(training.x.cols());
  if (options.algorithm == "walk") {
    const auto iterations = static_cast<double>(options.rounds == 0 ? 20'000 : options.rounds),
               points = iterations / static_cast<double>(options.every);
    require_affordable(
        "simulate learn",
        {.operations = trials * (20.0 * iterations * features + 4.0 * points * size), .bytes = 64.0 * trials * points},
        "--rounds or --trials, or record less: --every");
    return;
  }
  const auto rounds = static_cast<double>(options.rounds == 0 ? 10 : options.rounds),
             steps = static_cast<double>(options.gossip_steps.value_or(1));
  require_affordable(
      "simulate learn",
      {.operations = trials * rounds * (4.0 * size + 4.0 * steps * static_cast<double>(edges) * features),
       .bytes = 64.0 * trials * rounds},
      "--rounds, --gossip-steps or --trials");
}

int simulate_learn(SimulateLearnOptions options) {
  require_sane(options);
  const auto table = load(options);
  const auto split = learning::prepare(
      table, {learning::threshold_from_text(options.label_threshold), options.training_share, options.bias},
      options.common.seeded());
  const auto loaded = load_graph(options);
  const auto graph = loaded ? std::optional(loaded->graph) : std::nullopt;
  require_between("--users", "users", options.users, 2, split.train.rows());
  const auto edges = graph ? static_cast<Eigen::Index>(graph->edges()) : static_cast<Eigen::Index>(4 * options.users);
  require_affordable_trials(options, split.train, edges);
  if (loaded) print_notes(loaded->notes);
  const learning::LogisticProblem problem(
      split.train, learning::deal(split.train.rows(), options.users, options.common.seeded()), options.l2);
  catch_interrupts();
  const auto outcome = options.algorithm == "walk" ? run_walk(options, problem, split.test)
                                                   : run_gossip(options, graph, problem, split.test);

  ordered_json parameters = {{"algorithm", options.algorithm},
                             {"data", options.data.empty() ? "generated" : options.data},
                             {"label_threshold", options.label_threshold},
                             {"training_share", options.training_share},
                             {"bias", options.bias},
                             {"l2", options.l2},
                             {"users", options.users},
                             {"trials", options.trials},
                             {"step", options.step},
                             {"clip", options.clip}};
  parameters.update(outcome.parameters);
  const auto& curves = outcome.curves;
  const auto last = static_cast<Eigen::Index>(curves.iterations.size()) - 1;
  ordered_json curve = ordered_json::array();
  for (Eigen::Index point = 0; point <= last; ++point) curve.push_back(to_json(curves, point));
  auto result = envelope("simulate learn", std::move(parameters), options.common.origin());
  const auto read = loaded ? reading(options.graph, options.weights, *loaded) : ReadGraph();
  if (loaded) result["read"] = read.json;
  result.update({{"data",
                  {{"rows", table.rows()},
                   {"features", table.features.cols()},
                   {"training", split.train.rows()},
                   {"test", split.test.rows()}}},
                 {"result", to_json(curves, last)},
                 {"curve", curve},
                 {"privacy", outcome.privacy}});
  const auto finished = static_cast<std::uint64_t>(curves.objective.rows());
  const int code = write_runs(options.common, std::move(result), finished, static_cast<std::uint64_t>(options.trials));
  if (!options.common.wants_table()) return code;
  put_text(read.text());
  print_wrapped("{} on {} training and {} test points of {} features, {} users, {} trials (mean +- sd)",
                options.algorithm, split.train.rows(), split.test.rows(), problem.dimension(), options.users, finished);
  report::TextTable course({{.title = "iteration"},
                            {.title = "objective"},
                            {.title = "test\naccuracy"},
                            {.title = "users' own\naccuracy"},
                            {.title = "disagreement"}});
  const auto shown = [](const learning::Summary& s) { return fmt::format("{:.4f} +- {:.4f}", s.mean, s.deviation); };
  for (Eigen::Index point = 0; point <= last; ++point) {
    course.row({std::to_string(curves.iterations[static_cast<std::size_t>(point)]),
                shown(learning::summarize(curves.objective.col(point))),
                shown(learning::summarize(curves.accuracy.col(point))),
                shown(learning::summarize(curves.node_accuracy.col(point))),
                fmt::format("{:.5g}", learning::summarize(curves.disagreement.col(point)).mean)});
  }
  show(course);
  if (!outcome.privacy_line.empty()) print_wrapped("{}", outcome.privacy_line);
  return code;
}

/// The data set and the regression.
void add_problem(CLI::App& command, SimulateLearnOptions& options) {
  reads(command.add_option("--data", options.data, "data set (default: the generated one)")
            ->check(existing_file())
            ->type_name("FILE"));
  command.add_option("--format", options.format, "csv, arff or libsvm")
      ->check(CLI::IsMember({"csv", "arff", "libsvm"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--label-column", options.label_column,
                  "name or number (from 1) of the label's column (default: the last)")
      ->type_name("COLUMN");
  command
      .add_option("--label-threshold", options.label_threshold,
                  "mean, median or a number: labels above it are 1, others -1")
      ->type_name("T")
      ->capture_default_str();
  command.add_option("--training-share", options.training_share, "share of the rows to train on")
      ->type_name("P")
      ->capture_default_str();
  command.add_flag("--bias", options.bias, "add a constant feature");
  command.add_option("--l2", options.l2, "L2 regularization")->type_name("LAMBDA")->capture_default_str();
}

/// Who averages with whom, how often.
void add_network(CLI::App& command, SimulateLearnOptions& options) {
  auto* users = command.add_option("--users", options.users, "number of users")->type_name("N")->capture_default_str();
  reads(command
            .add_option("--graph", options.graph,
                        "one graph for all rounds (default: a fresh Erdos-Renyi graph every round)")
            ->type_name("SPEC")
            ->excludes(users),
        graph_file);
  command.add_option("--weights", options.weights, "gossip weights: metropolis or min-degree")
      ->type_name("metropolis|min-degree")
      ->capture_default_str();
  command.add_option("--edge-probability", options.edge_probability, "of the fresh graphs (default: ln(N)/N)")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("Q");
  command
      .add_option("--gossip-steps", options.gossip_steps,
                  "gossip steps a round; 0 = as many as the graph needs (default: 0; dp-gd: 1)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("K");
  command
      .add_option("--rounds", options.rounds,
                  "rounds of gossip learning (default 10) or iterations of a walk (default 20000)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000000}))
      ->type_name("T");
  command.add_option("--trials", options.trials, "independent repetitions")
      ->check(CLI::Range(1, 100000))
      ->type_name("N")
      ->capture_default_str();
}

/// A step of descent. Returns the option of its noise.
CLI::Option* add_descent(CLI::App& command, SimulateLearnOptions& options) {
  command.add_option("--step", options.step, "step size")->type_name("NU")->capture_default_str();
  auto* noise = command.add_option("--noise", options.noise, "standard deviation of the noise on every gradient")
                    ->type_name("SIGMA")
                    ->capture_default_str();
  command.add_option("--clip", options.clip, "largest norm of a gradient before noise")
      ->type_name("L")
      ->capture_default_str();
  command.add_option("--alpha", options.alpha, "Renyi order of the losses")->type_name("A")->capture_default_str();
  return noise;
}

/// What the walk takes besides; its calibration stands in for `noise`.
void add_walk(CLI::App& command, SimulateLearnOptions& options, CLI::Option* noise) {
  command
      .add_option("--calibration", options.calibration,
                  "walk: choose the noise for (epsilon, delta) in the network, local or central model")
      ->check(CLI::IsMember({"network", "local", "central"}))
      ->type_name("MODEL")
      ->excludes(noise);
  command.add_option("--epsilon", options.epsilon, "with --calibration")->type_name("E")->capture_default_str();
  command.add_option("--delta", options.delta, "with --calibration")->type_name("D")->capture_default_str();
  command
      .add_option("--budget-factor", options.budget_factor,
                  "with --calibration: a user contributes at most ceil(c T / N) times")
      ->type_name("C")
      ->capture_default_str();
  command.add_flag("--decaying", options.decaying, "walk: step NU / sqrt(t)");
  command.add_option("--diameter", options.diameter, "walk: project on the ball of this diameter around 0")
      ->type_name("D");
  command.add_option("--every", options.every, "walk: record every so many iterations")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000000}))
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

void add_simulate_learn(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("learn", "decentralized logistic regression under differential privacy");
  auto options = std::make_shared<SimulateLearnOptions>();
  add_common(*command, options->common);
  command
      ->add_option("--algorithm", options->algorithm,
                   "muffliato-gd, muffliato-sgd, central (their baseline), dp-gd (one gossip step a round), walk")
      ->check(CLI::IsMember({"muffliato-gd", "muffliato-sgd", "central", "dp-gd", "walk"}))
      ->type_name("NAME")
      ->capture_default_str();
  add_problem(*command, *options);
  add_network(*command, *options);
  auto* noise = add_descent(*command, *options);
  add_walk(*command, *options, noise);
  command->footer(
      exit_codes("all runs are done", "", "the run was cut short: the result is of the runs that were finished"));
  command->callback([options, &action] { action = [options] { return simulate_learn(*options); }; });
}

}  // namespace hearsay::cli
