// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/audit_walk.hpp"
#include "cli/account/walk_on_graph.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AuditWalkOptions {
  Common common;
  WalkOnGraph walk;
  std::string promise, junit;
  std::size_t top = AuditRows().most;
  bool all = false;
};

int audit_walk(const AuditWalkOptions& options) {
  const Stopwatch watch;
  auto question = question_of(api::WalkAuditRequest{.walk = request_of(options.walk), .promise = options.promise},
                              options.common.seeded());
  end_at_interrupts();
  const auto answer = api::audit_walk(std::move(question), options.common.execution());
  if (options.common.wants_table()) put_text(text(answer, {.most = options.all ? all_rows : options.top}));
  if (options.common.wants_json()) write_json(options.common, to_json(answer, options.common.origin()));
  if (!options.junit.empty()) write_file(options.junit, junit(answer, watch.seconds()));
  return exit_code(answer.verdict);
}

}  // namespace

void add_audit_walk(CLI::App& audit, Action& action) {
  auto* command = audit.add_subcommand("walk", "check a promise on a token that walks on a graph");
  auto options = std::make_shared<AuditWalkOptions>();
  add_common(*command, options->common);
  add_walk_on_graph(*command, options->walk);
  for (const auto* name : {"--graph", "--observer"}) command->get_option(name)->required();
  command->add_option("--steps", options->walk.steps, "steps of a token")->required();
  command
      ->add_option("--promise", options->promise,
                   "bound on the loss of every pair: 'epsilon(1e-5) <= 1.5' or 'renyi(2) <= 0.1'")
      ->required()
      ->type_name("PROMISE");
  options->walk.targets = {"all"};
  writes(command
             ->add_option("--junit", options->junit,
                          "write JUnit XML, with a failure or an error if the exit code is not 0")
             ->check(writable_file()));
  auto* top = command->add_option("--top", options->top, "number of rows of the table")
                  ->check(natural_number())
                  ->capture_default_str();
  command->add_flag("--all", options->all, "show all rows")->excludes(top);
  command->footer(exit_codes("the promise holds", "the promise is refuted", "the promise is inconclusive"));
  command->callback([options, &action] { action = [options] { return audit_walk(*options); }; });
}

}  // namespace hearsay::cli
