// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/account/walk_on_graph.hpp"

#include "api/account_walk_on_graph.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

void add_walk_on_graph(CLI::App& command, WalkOnGraph& options) {
  add_graph_options(command, options.graph);
  take_weights_file(command);
  command.get_option("--graph")->required(false);
  add_nodes(
      command, "--observer", options.observer,
      "observers, which read the token whenever it arrives. Several labels: one coalition. each: every node alone, "
      "the worst for each target. coalitions:K: any K nodes")
      ->type_name("V[,V...]|each|coalitions:K");
  add_nodes(command, "--target", options.targets, "nodes whose loss is computed, by label, or all")
      ->type_name("U[,U...]|all");
  command.add_option("--tokens", options.tokens, "number of tokens, which walk independently, each with its own noise")
      ->capture_default_str();
  command
      .add_option("--sigma", options.sigma,
                  "standard deviation of the noise of a contribution; a contribution changes by at most 1")
      ->capture_default_str();
  command
      .add_option("--others", options.others,
                  "what the other nodes add to the token. known: values that the observer knows; anything: any values, "
                  "which may reveal how often the token was at the target")
      ->check(CLI::IsMember({"known", "anything"}))
      ->capture_default_str();
}

api::GraphWalkRequest request_of(const WalkOnGraph& options) {
  return {.graph = options.graph,
          .observers = options.observer,
          .targets = options.targets,
          .steps = options.steps,
          .tokens = options.tokens,
          .sigma = options.sigma,
          .others = options.others,
          .delta = options.delta};
}

int account_walk_on_graph(const Common& common, const WalkOnGraph& options, const std::string& certificate) {
  end_at_interrupts();
  const auto answer =
      api::account_walk_on_graph(api::question_of(request_of(options), common.seeded()), common.execution());
  show(common, answer);
  write_certificate(certificate, [&] { return proofs_of(answer); });
  return 0;
}

}  // namespace hearsay::cli
