// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/attack/rumor_on_graph.hpp"

#include <utility>

#include <hearsay/graph/spec.hpp>
#include "api/attack_rumor_on_graph.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/command_files.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

void add_rumor_on_graph(CLI::App& command, RumorOnGraph& options) {
  reads(command
            .add_option("--graph", options.graph.spec,
                        "any connected graph, in place of --nodes: tell --source from --against")
            ->type_name("SPEC"),
        graph_file);
  command
      .add_option("--component", options.graph.component,
                  "largest: keep only the largest connected component of --graph")
      ->type_name("largest");
  add_nodes(command, "--curious-set", options.curious_set,
            "curious nodes of --graph, by label, in place of --curious random ones")
      ->type_name("V,...");
  command.add_option("--source", options.source, "source of the rumor, by label, for --graph")->type_name("I");
  command.add_option("--against", options.against, "other possible source, by label, for --graph")->type_name("J");
  command.add_option("--epsilon", options.epsilon, "bound delta at this epsilon from below, for --graph")
      ->capture_default_str()
      ->type_name("E");
  command.add_option("--delta", options.delta, "also bound epsilon at this delta from below, for --graph")
      ->type_name("D");
}

int attack_rumor_on_graph(const Common& common, const RumorOnGraph& options, const RumorRuns& runs) {
  Network network{.made = load_graph(options.graph, common.seeded()), .w = {}, .rounds = {}, .source = options.graph};
  const auto source = graph::find_node("--source", network.graph(), options.source);
  const auto against = graph::find_node("--against", network.graph(), options.against);
  auto curious_set = nodes_from_labels("--curious-set", network.graph(), options.curious_set);
  const AttackRumorOnGraphQuestion question{.network = std::move(network),
                                            .curious = {.set = std::move(curious_set), .drawn = runs.curious},
                                            .source = source,
                                            .against = against,
                                            .muting = runs.muting,
                                            .epsilon = options.epsilon,
                                            .delta = options.delta,
                                            .runs = runs.runs,
                                            .confidence = runs.confidence};
  catch_interrupts();
  return show_attack(common, api::attack_rumor_on_graph(question, common.execution()));
}

}  // namespace hearsay::cli
