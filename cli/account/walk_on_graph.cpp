// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/account/walk_on_graph.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include "api/account_walk_on_graph.hpp"
#include "api/token_names.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

void add_walk_on_graph(CLI::App& command, WalkOnGraph& options) {
  add_graph_options(command, options.graph);
  take_weights_file(command);
  command.get_option("--graph")->required(false);
  add_nodes(command, "--observer", options.observer,
            "observer, by label; it reads the token whenever the token arrives")
      ->type_name("V");
  add_nodes(command, "--target", options.targets, "nodes whose loss is computed, by label, or all")
      ->type_name("U[,U...]|all");
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

int account_walk_on_graph(const Common& common, const WalkOnGraph& options, const std::string& certificate) {
  if (options.observer.empty() || options.targets.empty())
    throw Error(Errc::conditions, "account walk", "--graph needs --observer V and --target U[,U...] or all");
  if (options.observer.size() != 1)
    throw Error(Errc::conditions, "account walk",
                fmt::format("--observer takes one node here, {} were given", options.observer.size()));
  auto network = load_network(options.graph, common.seeded());
  const auto observer = nodes_from_labels("--observer", network.graph(), options.observer).front();
  auto targets = targets_from_labels(options.targets, network.graph(), {observer});
  end_at_interrupts();
  const auto answer = api::account_walk_on_graph({.network = std::move(network),
                                                  .observer = observer,
                                                  .targets = std::move(targets),
                                                  .steps = options.steps,
                                                  .sigma = options.sigma,
                                                  .others = others_named(options.others),
                                                  .delta = options.delta},
                                                 common.execution());
  show(common, answer);
  write_certificate(certificate, [&] { return proofs_of(answer); });
  return 0;
}

}  // namespace hearsay::cli
