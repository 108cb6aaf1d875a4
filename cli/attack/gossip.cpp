// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/attack_gossip.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

struct AttackGossipOptions {
  Common common;
  GraphSource graph;
  AttackGossipTerms terms;
  std::vector<std::string> observers;
  std::string target, trust = "all-noise", state;
};

int run(const AttackGossipOptions& options) {
  auto network = load_network(options.terms.schedule, options.graph, options.common.seeded());
  auto observers = nodes_from_labels("`observer`", network.graph(), options.observers);
  const auto target = graph::find_node("`target`", network.graph(), options.target);
  AttackGossipQuestion question{std::move(network), std::move(observers), target, options.terms};
  question.terms.own_noise_known = own_noise_known(options.trust);
  catch_interrupts();
  return show_attack(options.common, attack_gossip(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_gossip(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("gossip", "likelihood-ratio attack on simulated views of private averaging");
  auto options = std::make_shared<AttackGossipOptions>();
  auto& q = options->terms;
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_observers(*command, options->observers);
  command->add_option("--target", options->target, "attacked node, by label")->required()->type_name("U");
  add_steps(*command, q.steps);
  add_gossip_schedule(*command, q.schedule);
  command->add_option("--sigma", q.sigma, "standard deviation of every node's noise")->capture_default_str();
  command->add_option("--sensitivity", q.sensitivity, "change of the target's value")->capture_default_str();
  add_trust(*command, options->trust);
  command->add_flag(
      "--row-space", q.row_space,
      "draw the score of each view from its exact law instead of simulating the protocol; more than 10 times as fast");
  command->add_option("--delta", q.delta, "also bound epsilon from below at this delta");
  command->add_option("--epsilon", q.epsilon, "also bound delta from below at this epsilon");
  add_anytime(*command, q.anytime, options->state);
  command
      ->add_option("--runs", q.runs,
                   "simulated views per hypothesis, at least 100. N/4 further views choose the threshold")
      ->check(natural_number())
      ->type_name("UINT")
      ->capture_default_str();
  command->add_option("--confidence", q.confidence, "probability with which all bounds hold together")
      ->capture_default_str();
  command->footer(exit_codes("the published formula is not refuted; that is no evidence of privacy",
                             "the published formula is refuted",
                             "the run was cut short, and its finished part does not refute the formula"));
  command->callback([options, command, &action] {
    complete(*command, options->terms.schedule, options->graph, options->terms.steps);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
