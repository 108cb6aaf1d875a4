// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/simulate_walk.hpp"
#include "api/simulation_names.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"
#include "cli/simulate/runs.hpp"

namespace hearsay::cli {

namespace {

struct SimulateWalkOptions {
  Common common;
  SimulateWalkQuestion question;
  std::string task = "sum", rule;
  std::int64_t buckets = 2;
  bool hidden_neighbors = false;
};

int run(const SimulateWalkOptions& options) {
  auto question = options.question;
  const bool histogram = options.task == "histogram";
  question.rule = cycle_rule_named(!options.rule.empty() ? options.rule : histogram ? "shuffled" : "repaired");
  if (histogram) question.buckets = options.buckets;
  question.known_neighbors = !options.hidden_neighbors;
  catch_interrupts();
  return show_runs(options.common, simulate_walk(question, options.common.execution()));
}

}  // namespace

void add_simulate_walk(CLI::App& simulate, Action& action) {
  auto* command =
      simulate.add_subcommand("walk", "realized losses of all pairs of users in walks on the complete graph");
  auto options = std::make_shared<SimulateWalkOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--users", q.users, "number of users")->required();
  command->add_option("--steps", q.steps, "number of steps of the token")->required();
  add_task(*command, options->task, {"sum", "histogram"}, options->buckets);
  command->add_option("--epsilon", q.epsilon, "local-DP epsilon of one contribution")->capture_default_str();
  command->add_option("--delta", q.delta, "local-DP delta of one contribution, and delta' of the composition")
      ->capture_default_str();
  command
      ->add_option("--rule", options->rule,
                   "rule for the loss of a cycle of the walk. published: as in the paper's figure; repaired: corrected "
                   "(default); shuffled: of a histogram, as in the paper's figure (its default)")
      ->check(CLI::IsMember({"repaired", "published", "shuffled"}))
      ->type_name("RULE");
  command->add_flag("--hidden-neighbors", options->hidden_neighbors,
                    "no user knows the sender or the receiver of the token on its visits; a histogram needs it");
  command->add_option("--runs", q.runs, "number of walks")->capture_default_str();
  command->footer(exit_codes_of_runs() +
                  examples({"simulate walk --users 10 --steps 100 --task histogram --buckets 3 --hidden-neighbors"}));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
