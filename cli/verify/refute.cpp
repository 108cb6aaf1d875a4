// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <string>

#include "api/claim_files.hpp"
#include "api/effort.hpp"
#include "api/refute.hpp"
#include "checks/checks.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/command_files.hpp"
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
  write_certificate(options.certificate, [&] { return proofs_of(answer, bounds, options.common.seeded()); });
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

/// What is tried where there is no --graph.
void add_instances(CLI::App& command, BoundQuestion& question) {
  command
      .add_option("--graphs", question.graphs,
                  "graphs that are tried. connected:A..B: all connected graphs of A to B nodes; random:N: generated "
                  "graphs of at most N nodes; for rumor and walk: complete:A..B; for ring: ring:A..B")
      ->type_name("SETS");
  command
      .add_option("--steps", question.steps,
                  "number of steps of gossip (default: 1..8) or of a walk (default: 1..6), A or A..B")
      ->type_name("A..B");
  command
      .add_option("--rounds", question.rounds, "number of rounds of a stream or of a ring, A or A..B (default: 1..5)")
      ->type_name("A..B");
  command
      .add_option("--observers", question.observers,
                  "observers that are tried. any: every node alone (default); coalitions: also several nodes, of "
                  "--graph with more than 6 nodes two")
      ->check(CLI::IsMember({"any", "coalitions"}))
      ->type_name("NAME");
}

/// A network of one's own.
void add_network(CLI::App& command, BoundQuestion& question) {
  reads(command
            .add_option("--graph", question.graph,
                        "try the bound on this network alone (as for account), with every observer and target. At most "
                        "100 nodes")
            ->type_name("SPEC"),
        graph_file);
  command
      .add_option("--component", question.component,
                  "largest: keep only the largest connected component of --graph (default: all nodes)")
      ->check(CLI::IsMember({"largest"}))
      ->type_name("largest");
  reads(command
            .add_option("--weights", question.weights,
                        "gossip weights (default: metropolis), also of a walk on a graph. FILE: weights of --graph, as "
                        "for account gossip")
            ->type_name("metropolis|min-degree|FILE"),
        file_if_there);
}

/// The noise that nodes or contributions have.
void add_noise(CLI::App& command, BoundQuestion& question) {
  reads(command
            .add_option("--sigma", question.sigma,
                        "noise of the nodes (default: 1). X,Y: every node X, then every node Y; A..B: each node its "
                        "own, between A and B; FILE: a line label,value per node of --graph. For graphwalk X,Y")
            ->type_name("X,Y|A..B|FILE"),
        file_if_there);
  reads(command
            .add_option("--sensitivity", question.sensitivity, "largest change of a node's value, the same as --sigma")
            ->type_name("X,Y|A..B|FILE"),
        file_if_there);
  const auto add = [&command](const char* name, std::string& field, const std::string& description) {
    command.add_option(name, field, description)->type_name("X,Y");
  };
  add("--epsilon", question.epsilon,
      "for walk and ring: local-DP epsilons of one contribution that are tried (default: 0.5)");
  add("--delta", question.delta,
      "for walk and ring: local-DP deltas of one contribution that are tried (default: 1e-5)");
  add("--delta-prime", question.delta_prime,
      "for walk and ring: delta' of advanced composition, those that are tried (default: 1e-5)");
  add("--delta-hat", question.delta_hat,
      "for walk: probabilities that the bound on the number of visits fails, those that are tried (default: 1e-5)");
}

}  // namespace

void add_refute(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("refute", "search for a counterexample to your own bound (docs/refute.md)");
  auto options = std::make_shared<RefuteOptions>();
  auto& question = options->question.bound;
  add_common(*command, options->common);
  command->add_option("BOUND", question.statement, "comparisons joined by 'and', such as 'exact <= 2^(1-distance)'")
      ->required();
  command
      ->add_option("--protocol", question.protocol,
                   "protocol of the bound. graphwalk: a token that walks on a graph; walk: on the complete graph; "
                   "ring: around a ring")
      ->check(CLI::IsMember(bound_protocols()))
      ->type_name("NAME")
      ->capture_default_str();
  add_instances(*command, question);
  add_network(*command, question);
  add_noise(*command, question);
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
