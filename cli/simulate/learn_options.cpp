// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/simulate/learn_options.hpp"

#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

/// The data set and the regression.
void add_problem(CLI::App& command, SimulateLearnOptions& options) {
  auto& q = options.question;
  reads(command.add_option("--data", q.data.file, "data set (default: the generated one)")
            ->check(existing_file())
            ->type_name("FILE"));
  command.add_option("--format", options.format, "format of --data: csv, arff or libsvm")
      ->check(CLI::IsMember({"csv", "arff", "libsvm"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      .add_option("--label-column", q.data.label_column,
                  "name or number (from 1) of the label's column (default: the last)")
      ->type_name("COLUMN");
  command
      .add_option("--label-threshold", q.label_threshold,
                  "threshold of the labels: mean, median or a number; labels above it become 1, others -1")
      ->type_name("T")
      ->capture_default_str();
  command.add_option("--training-share", q.training_share, "share of the rows used for training, in (0, 1)")
      ->type_name("P")
      ->capture_default_str();
  command.add_flag("--bias", q.bias, "add a constant feature to each row");
  command.add_option("--l2", q.l2, "weight of the L2 regularization")->type_name("LAMBDA")->capture_default_str();
}

/// The users, their graph and the numbers of rounds and steps.
void add_network(CLI::App& command, SimulateLearnOptions& options) {
  auto& q = options.question;
  auto* users = command.add_option("--users", q.users, "number of users")->type_name("N")->capture_default_str();
  reads(command
            .add_option("--graph", options.graph.spec,
                        "one graph for all rounds (default: a fresh Erdos-Renyi graph every round)")
            ->type_name("SPEC")
            ->excludes(users),
        graph_file);
  command.add_option("--weights", options.graph.weights, "gossip weights: metropolis or min-degree")
      ->type_name("metropolis|min-degree")
      ->capture_default_str();
  command
      .add_option("--edge-probability", q.edge_probability, "edge probability of the fresh graphs (default: ln(N)/N)")
      ->check(CLI::Range(0.0, 1.0))
      ->type_name("Q");
  command
      .add_option("--gossip-steps", q.gossip_steps,
                  "gossip steps per round; 0: as many as the graph needs (default: 0; dp-gd: 1)")
      ->check(CLI::Range(0, 1000000))
      ->type_name("K");
  command
      .add_option("--rounds", q.rounds,
                  "rounds of gossip learning (default 10) or iterations of a walk (default 20000)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000000}))
      ->type_name("T");
  command.add_option("--trials", q.trials, "number of independent repetitions")
      ->check(CLI::Range(1, 100000))
      ->type_name("N")
      ->capture_default_str();
}

/// A step of descent. Returns the option of its noise.
CLI::Option* add_descent(CLI::App& command, SimulateLearnOptions& options) {
  auto& q = options.question;
  command.add_option("--step", q.step, "step size of the descent")->type_name("NU")->capture_default_str();
  auto* noise = command.add_option("--noise", q.noise, "standard deviation of the noise on every gradient")
                    ->type_name("SIGMA")
                    ->capture_default_str();
  command.add_option("--clip", q.clip, "gradients are clipped to this norm before noise is added")
      ->type_name("L")
      ->capture_default_str();
  command.add_option("--alpha", q.alpha, "Renyi order of the losses")->type_name("A")->capture_default_str();
  return noise;
}

/// The other options of the walk; --calibration replaces `noise`.
void add_walk(CLI::App& command, SimulateLearnOptions& options, CLI::Option* noise) {
  auto& q = options.question;
  command
      .add_option("--calibration", options.calibration,
                  "walk: calibrate the noise for (epsilon, delta) in the network, local or central model")
      ->check(CLI::IsMember({"network", "local", "central"}))
      ->type_name("MODEL")
      ->excludes(noise);
  command.add_option("--epsilon", q.epsilon, "epsilon of --calibration")->type_name("E")->capture_default_str();
  command
      .add_option(
          "--delta", q.delta,
          "delta of --calibration (default 1e-6); of gossip: also the losses of the whole run, with epsilon at D")
      ->type_name("D");
  command
      .add_option("--budget-factor", q.budget_factor,
                  "with --calibration: a user contributes at most ceil(C T / N) times")
      ->type_name("C")
      ->capture_default_str();
  command.add_flag("--decaying", q.decaying, "walk: step size NU / sqrt(t) at time t");
  command
      .add_option("--diameter", q.diameter,
                  "walk: project on the ball of this diameter around 0 (default: no projection)")
      ->type_name("D");
  command.add_option("--every", q.every, "walk: number of iterations between two records")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000000}))
      ->type_name("N")
      ->capture_default_str();
}

}  // namespace

void add_learn_options(CLI::App& command, SimulateLearnOptions& options) {
  command
      .add_option(
          "--algorithm", options.algorithm,
          "muffliato-gd, muffliato-sgd, central (the baseline of both), dp-gd (one gossip step per round) or walk")
      ->check(CLI::IsMember({"muffliato-gd", "muffliato-sgd", "central", "dp-gd", "walk"}))
      ->type_name("NAME")
      ->capture_default_str();
  add_problem(command, options);
  add_network(command, options);
  auto* noise = add_descent(command, options);
  add_walk(command, options, noise);
}

}  // namespace hearsay::cli
