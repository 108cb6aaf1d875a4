// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/attack_stream.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

struct AttackStreamOptions {
  Common common;
  GraphSource graph;
  AttackStreamTerms terms;
  std::vector<std::string> observers;
  std::string target, trust = "all-noise", state;
};

int run(const AttackStreamOptions& options) {
  auto made = load_graph(options.graph, options.common.seeded());
  auto w = graph::gossip_matrix(made.graph(), made.weights);
  auto observers = nodes_from_labels("`observer`", made.graph(), options.observers);
  const auto target = graph::find_node("`target`", made.graph(), options.target);
  AttackStreamQuestion question{.network = {.made = std::move(made), .w = std::move(w), .source = options.graph},
                                .observers = std::move(observers),
                                .target = target,
                                .terms = options.terms};
  question.terms.own_noise_known = own_noise_known(options.trust);
  catch_interrupts();
  return show_attack(options.common, attack_stream(question, options.common.execution(), resume(options.state)));
}

}  // namespace

void add_attack_stream(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand(
      "stream", "likelihood-ratio attack on simulated views of gossip with fresh noise in each round");
  auto options = std::make_shared<AttackStreamOptions>();
  auto& q = options->terms;
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_observers(*command, options->observers);
  command->add_option("--target", options->target, "attacked node, by label")->required()->type_name("U");
  command
      ->add_option("--rounds", q.rounds,
                   "number of rounds, each of one gossip step; the observers see their own states")
      ->required()
      ->type_name("T");
  command
      ->add_option("--half-period", q.half_period,
                   "the target contributes a square wave: +1 in H rounds, -1 in the next H. 0: +1 in each round")
      ->type_name("H")
      ->capture_default_str();
  command->add_option("--sigma", q.sigma, "standard deviation of every node's noise; contributions change by at most 1")
      ->capture_default_str();
  add_trust(*command, options->trust);
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
  command->footer(exit_codes("the published theorem is not refuted; that is no evidence of privacy",
                             "the published theorem is refuted",
                             "the run was cut short, and its finished part does not refute the theorem") +
                  examples({"attack stream --graph path:20 --observer 1 --target 0 --rounds 100",
                            "attack stream --graph path:20 --observer 1 --target 0 --rounds 100 --half-period 25"}));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
