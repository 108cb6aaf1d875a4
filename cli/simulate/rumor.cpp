// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/simulate_rumor.hpp"
#include "api/simulation_names.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/simulate/runs.hpp"

namespace hearsay::cli {

namespace {

struct SimulateRumorOptions {
  Common common;
  SimulateRumorQuestion question;
  std::string timing = "asynchronous", exchange = "push";
  bool no_self_sends = false;
};

int run(const SimulateRumorOptions& options) {
  auto question = options.question;
  question.timing = timing_named(options.timing);
  question.exchange = exchange_named(options.exchange);
  question.self_sends = !options.no_self_sends;
  catch_interrupts();
  return show_runs(options.common, simulate_rumor(question, options.common.execution()));
}

}  // namespace

void add_simulate_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "rumor spreading: number of informed and active nodes over time");
  auto options = std::make_shared<SimulateRumorOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--nodes", q.nodes, "number of nodes of the complete graph")->required()->type_name("N");
  command
      ->add_option("--muting", q.muting,
                   "muting parameter: probability that a node stays active after it sent a message")
      ->required()
      ->type_name("S");
  command->add_option("--timing", options->timing, "asynchronous steps or synchronous rounds")
      ->check(CLI::IsMember({"asynchronous", "synchronous"}))
      ->capture_default_str();
  command->add_option("--exchange", options->exchange, "direction of the messages: push, pull or push-pull")
      ->check(CLI::IsMember({"push", "pull", "push-pull"}))
      ->capture_default_str();
  command->add_flag("--no-self-sends", options->no_self_sends, "draw receivers from the other nodes only");
  command->add_flag("--delayed-start", q.delayed_start,
                    "the source sends once and then stays silent until it receives a message (needs --muting 1)");
  command->add_option("--loss", q.loss, "probability that a message is lost")->capture_default_str()->type_name("L");
  command->add_option("--coin-flips", q.coin_flips, "number of messages that a node sends at most; 0: no limit")
      ->capture_default_str()
      ->type_name("K");
  command->add_flag("--counts", q.counts,
                    "simulate only the numbers of nodes, with the exact law; N up to 10^15; only for asynchronous push "
                    "without other options");
  command->add_option("--runs", q.runs, "number of runs")->capture_default_str()->type_name("R");
  command->add_option("--rounds", q.rounds, "largest number of rounds of a run (asynchronous: N messages each)")
      ->capture_default_str()
      ->type_name("T");
  command->footer(exit_codes_of_runs());
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
