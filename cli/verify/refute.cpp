// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include "api/claim_files.hpp"
#include "api/effort.hpp"
#include "api/refute.hpp"
#include "checks/checks.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct RefuteOptions {
  Common common;
  RefuteQuestion question;
  std::string effort = "standard", save, certificate;
};

int run(const RefuteOptions& options) {
  auto question = options.question;
  question.effort = effort_named(options.effort);
  catch_interrupts();
  const auto bounds = checks::bound_search();
  const auto answer = refute(question, bounds, options.common.execution());
  const auto& finding = answer.finding;
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer, bounds); });
  if (answer.partial)
    say(fmt::format("cut short: the result is partial and covers the first {} instances", finding.instances));
  if (!options.save.empty()) {
    if (answer.partial) {
      say(fmt::format("cut short: {} is not written", options.save));
    } else {
      write_file(options.save, claim_file(question.bound, finding.verdict, options.save));
    }
  }
  return exit_code(finding.verdict);
}

}  // namespace

void add_refute(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("refute", "search for a counterexample to your own bound (docs/refute.md)");
  auto options = std::make_shared<RefuteOptions>();
  add_common(*command, options->common);
  command
      ->add_option("BOUND", options->question.bound.statement,
                   "comparisons joined by 'and', such as 'exact <= 2^(1-distance)'")
      ->required();
  command->add_option("--protocol", options->question.bound.protocol, "protocol of the bound")
      ->check(CLI::IsMember({"gossip", "stream", "rumor"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--graphs", options->question.bound.graphs,
                   "graphs that are tried. connected:A..B: all connected graphs of A to B nodes; random:N: generated "
                   "graphs of at most N nodes; for rumor: complete:A..B")
      ->type_name("SETS");
  command->add_option("--steps", options->question.bound.steps, "number of gossip steps, A or A..B (default: 1..8)")
      ->type_name("A..B");
  command
      ->add_option("--rounds", options->question.bound.rounds,
                   "number of rounds of a stream, A or A..B (default: 1..5)")
      ->type_name("A..B");
  command
      ->add_option("--observers", options->question.bound.observers,
                   "observers that are tried. any: every node alone (default); coalitions: also several nodes")
      ->check(CLI::IsMember({"any", "coalitions"}))
      ->type_name("NAME");
  command->add_option("--weights", options->question.bound.weights, "gossip weights (default: metropolis)")
      ->check(CLI::IsMember({"metropolis", "min-degree"}))
      ->type_name("NAME");
  command
      ->add_option("--effort", options->effort,
                   "number of generated instances. quick: 100; standard: 400; exhaustive: 4000")
      ->check(CLI::IsMember({"quick", "standard", "exhaustive"}))
      ->type_name("EFFORT")
      ->capture_default_str();
  writes(
      command
          ->add_option("--save", options->save, "write the bound and its verdict as a claim file for `verify --claims`")
          ->check(writable_file())
          ->type_name("FILE"));
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("no counterexample among the instances tried", "the bound is refuted",
                             "a violation may be due to rounding, there was no instance, or the run was cut short"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
