// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/account_training.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountTrainingOptions {
  Common common;
  TrainingNames names;
  TrainingTerms terms;
  std::string schedule, algorithm = "d-sgd", adjacency = "replace", gradients = "hidden";
};

int run(const AccountTrainingOptions& options) {
  auto terms = options.terms;
  terms.algorithm = training_algorithm_named(options.algorithm);
  terms.adjacency = adjacency_named(options.adjacency);
  terms.gradients = gradients_named(options.gradients);
  const auto execution = options.common.execution();
  auto question = load_training(terms, options.names, execution);
  catch_interrupts();
  show(options.common, account_training(std::move(question), execution));
  return 0;
}

/// The run: network, rounds, gossip and noise.
void add_run_options(CLI::App& command, AccountTrainingOptions& options) {
  auto& terms = options.terms;
  add_graph_options(command, options.names.graph);
  take_weights_file(command);
  command.add_option("--rounds", terms.rounds, "number of rounds: a gradient step and the gossip after it")
      ->type_name("R");
  command
      .add_option("--gossip-steps", terms.gossip_steps,
                  "gossip steps of a round; 0: nothing is sent, and only the local bound is given")
      ->type_name("K")
      ->capture_default_str();
  command
      .add_option("--algorithm", options.algorithm,
                  "d-sgd: the nodes average with W in each step; muffliato: with Chebyshev gossip")
      ->check(CLI::IsMember({"d-sgd", "muffliato"}))
      ->capture_default_str();
  add_scale(command, "--sigma", "standard deviation of the noise on a sum of clipped gradients", terms.sigma);
  command.add_option("--clip", terms.clip, "largest norm of a record's gradient, in the unit of --sigma")
      ->capture_default_str();
  command
      .add_option("--batch-rate", terms.batch_rate, "probability that a record is in the batch of a round (Poisson)")
      ->required()
      ->type_name("Q");
}

/// What is asked about it.
void add_question_options(CLI::App& command, AccountTrainingOptions& options) {
  auto& terms = options.terms;
  command.add_option("--delta", terms.delta, "delta of (epsilon, delta)-DP")->required();
  command
      .add_option("--adjacency", options.adjacency,
                  "neighbors: replace: one record has another value, a sum changes by 2 clip; add-remove: one record "
                  "more or less, a sum changes by clip")
      ->check(CLI::IsMember({"add-remove", "replace"}))
      ->capture_default_str();
  command
      .add_option("--participation", terms.participation,
                  "rounds whose batches may have a record: every, once, period:B, at-most:K:GAP")
      ->type_name("P")
      ->capture_default_str();
  command
      .add_option("--gradients", options.gradients,
                  "seen: functions of data and of earlier messages that the observers saw, so that the network bound "
                  "holds; hidden: at models that they do not see")
      ->check(CLI::IsMember({"hidden", "seen"}))
      ->capture_default_str();
  add_nodes(command, "--observer", options.names.observers,
            "observers, by label; several form a coalition; each: every node alone (default: each)")
      ->type_name("V,..|each");
  add_nodes(command, "--target", options.names.targets, "nodes whose records are protected, by label (default: all)")
      ->type_name("U,..|all");
  command
      .add_option("--meet", terms.meet,
                  "also give the least sigma at which all promised losses are met, as 'epsilon(1e-5) <= 2' at the "
                  "same delta")
      ->type_name("PROMISE");
}

/// Adds --schedule, which replaces --graph, --weights and --rounds.
void add_schedule(CLI::App& command, AccountTrainingOptions& options) {
  auto* schedule = reads(command
                             .add_option("--schedule", options.schedule,
                                         "file with the pairs that average in each round: CSV step,u,v[,weight], a "
                                         "step for each round; instead of --graph, --weights, --rounds")
                             ->check(existing_file())
                             ->type_name("FILE"));
  command.get_option("--graph")->required(false);
  for (const auto* name : {"--graph", "--weights", "--component", "--rounds"})
    command.get_option(name)->excludes(schedule);
}

/// Takes the graph from the file of --schedule, or requires --graph and --rounds.
void take_schedule(const CLI::App& command, AccountTrainingOptions& options) {
  if (options.schedule.empty()) {
    for (const auto* name : {"--graph", "--rounds"}) {
      if (command.count(name) == 0) throw CLI::RequiredError(name);
    }
    return;
  }
  options.names.schedule.how = options.schedule;
  options.names.graph = {
      .spec = std::string(schedule_prefix) + options.schedule, .weights = "scheduled", .component = {}};
}

}  // namespace

void add_account_training(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand(
      "training", "decentralized training with mini-batches: epsilon with sampling, and by the network view");
  auto options = std::make_shared<AccountTrainingOptions>();
  add_common(*command, options->common);
  add_run_options(*command, *options);
  add_question_options(*command, *options);
  add_schedule(*command, *options);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, command, &action] {
    take_schedule(*command, *options);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
