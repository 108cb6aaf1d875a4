// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <hearsay/graph/weights.hpp>
#include "cli/common/interrupt.hpp"
#include "cli/simulate/learn_options.hpp"
#include "cli/simulate/runs.hpp"

namespace hearsay::cli {

namespace {

int run(const SimulateLearnOptions& options) {
  auto question = options.question;
  question.algorithm = learn_algorithm_named(options.algorithm);
  question.data.format = learning::format_from_name(options.format);
  if (!options.calibration.empty()) question.calibration = learn_model_named(options.calibration);
  if (!options.graph.spec.empty()) {
    (void)graph::weights_from_name(options.graph.weights, "`weights`");  // no file, which load_network would take
    question.network = load_network(options.graph, options.common.seeded());
  }
  catch_interrupts();
  return show_runs(options.common, simulate_learn(question, options.common.execution()));
}

}  // namespace

void add_simulate_learn(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("learn", "decentralized logistic regression under differential privacy");
  auto options = std::make_shared<SimulateLearnOptions>();
  add_common(*command, options->common);
  add_learn_options(*command, *options);
  command->footer(exit_codes_of_runs());
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
