// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/gossip_options.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include "cli/common/certificate_file.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/report_folder.hpp"

namespace hearsay::cli {

namespace {

/// Adds --schedule, which stands for --graph, --weights and --steps.
void add_schedule(CLI::App& command, AuditGossipOptions& options) {
  auto* schedule = reads(
      command.add_option("--schedule", options.schedule, "pairs that average in each step, as CSV step,u,v[,weight]")
          ->check(existing_file())
          ->type_name("FILE"));
  for (const auto* name : {"--graph", "--steps"}) command.get_option(name)->required(false)->excludes(schedule);
  command.get_option("--weights")->excludes(schedule);
  command.get_option("--component")->excludes(schedule);
}

/// Adds --protocol, which replaces the options of the network, its noise and its observation model.
void add_protocol(CLI::App& command, AuditGossipOptions& options) {
  auto* protocol = reads(command
                             .add_option("--protocol", options.protocol,
                                         "linear protocol as a JSON file (docs/linear.md), instead of a graph")
                             ->check(existing_file())
                             ->type_name("FILE"),
                         json_and_named_files);
  for (const auto* name : {"--graph", "--weights", "--component", "--steps", "--schedule", "--sigma", "--sensitivity",
                           "--trust", "--sarif", "--csv", "--matrix-market", "--certificate", "--report", "--sort",
                           "--message-noise", "--precision", "--advice", "--rank-edges"})
    protocol->excludes(command.get_option(name));
  add_contributions(command, options.contributions)->needs(protocol);
}

/// 1e-5, not 1e-05.
std::string plain(double x) {
  auto text = fmt::format("{}", x);
  if (const auto at = text.find("e-0"); at != text.npos) text.erase(at + 2, 1);
  return text;
}

}  // namespace

void add_audit_gossip_options(CLI::App& command, AuditGossipOptions& options) {
  auto& request = options.request;
  add_common(command, options.common);
  add_graph_options(command, request.graph);
  take_weights_file(command);
  add_nodes(command, "--observer", request.observers,
            "honest-but-curious observers. each: every node alone; several labels: one coalition; coalitions:K: the "
            "worst coalition of K nodes; each,coalitions:K: both")
      ->required()
      ->type_name("each|V[,V...]|coalitions:K");
  command.add_option("--target", request.target, "node whose loss is checked, by label, or all")
      ->type_name("U|all")
      ->capture_default_str();
  add_steps_or_forever(command, request.steps);
  add_schedule(command, options);
  command
      .add_option("--promise", request.promise,
                  "bound on the loss of every pair (docs/audit.md). A number: 'renyi(2) <= 0.1', 'epsilon(1e-5) <= "
                  "1.5', 'mu <= 0.4', 'attack_tpr(0.01) <= 0.05'. As papers write it: '(2, 1e-5)-DP', '(2, 0.1)-RDP', "
                  "'0.5-GDP'. A share of the local loss: 'exact <= 0.5'. The published bound: 'renyi(2) <= published'. "
                  "A formula: 'exact <= 2^(1-distance)'")
      ->type_name("PROMISE");
  auto* epsilon = command
                      .add_option("--epsilon", options.epsilon,
                                  "epsilon of a promise of (epsilon, delta)-DP, instead of --promise; needs --delta")
                      ->type_name("E");
  auto* delta =
      command.add_option("--delta", options.delta, "delta of a promise of (epsilon, delta)-DP, with --epsilon")
          ->type_name("D");
  epsilon->needs(delta)->excludes("--promise");
  delta->needs(epsilon);
  add_scale(command, "--sigma", "standard deviation of the noise", request.sigma);
  add_scale(command, "--sensitivity", "largest change of a private value", request.sensitivity);
  command
      .add_option("--trust", request.trust,
                  "own-noise-known: each observer knows the noise that it injected; all-noise: the observers know no "
                  "noise (default: all-noise for a promise on 'exact', else own-noise-known)")
      ->check(CLI::IsMember({"all-noise", "own-noise-known"}));
  add_message_noise(command, request.noise);
  command.add_flag("--advice", request.advice.changes,
                   "also show what would meet the promise: sigma, and the largest number of steps at which it holds");
  command.add_flag("--rank-edges", request.advice.edges,
                   "also audit the network without each edge, and show the removals that lower the largest loss most");
  add_report_outputs(command, options.outputs);
  add_matrix_outputs(command, options.outputs);
  add_certificate(command, options.certificate);
  add_report(command, options.report);
  command.add_option("--sort", options.sort, "order of the table's rows: loss, published or node")
      ->check(CLI::IsMember({"loss", "published", "node"}))
      ->capture_default_str();
  add_protocol(command, options);
  auto* top = command.add_option("--top", options.top, "number of rows of the table")
                  ->check(natural_number())
                  ->capture_default_str();
  command.add_flag("--all", options.all, "show all rows")->excludes(top);
}

void complete(AuditGossipOptions& options) {
  auto& request = options.request;
  if (options.epsilon) {
    static_cast<void>(require_non_negative("audit gossip", "--epsilon", *options.epsilon));
    static_cast<void>(require_open_unit("audit gossip", "--delta", *options.delta));
    request.promise = fmt::format("({}, {})-DP", plain(*options.epsilon), plain(*options.delta));
  }
  if (request.promise.empty()) throw CLI::RequiredError("--promise");
  if (!options.protocol.empty()) return;
  if (!options.schedule.empty()) {
    request.graph = {.spec = std::string(schedule_prefix) + options.schedule, .weights = "scheduled"};
    request.steps = schedule_steps;
  }
  if (request.graph.spec.empty()) throw CLI::RequiredError("--graph");
  if (request.steps.empty()) throw CLI::RequiredError("--steps");
}

AuditRows rows_of(const AuditGossipOptions& options) {
  using Order = AuditRows::Order;
  const auto order = options.sort == "loss"        ? Order::loss
                     : options.sort == "published" ? Order::published
                                                   : Order::node;
  return {.order = order, .most = options.all ? all_rows : options.top};
}

}  // namespace hearsay::cli
