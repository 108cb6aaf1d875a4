// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/network/network.hpp"
#include "api/promise.hpp"
#include "api/render/linear_result.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/audit/certificate.hpp"
#include "cli/audit/outputs.hpp"
#include "cli/audit/page.hpp"
#include "cli/audit/protocol.hpp"
#include "cli/audit/request.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AuditGossipOptions {
  Common common;
  AuditRequest request;
  AuditOutputs outputs;
  std::string sort = "loss";
  std::size_t top = 20;
  bool all = false;
  std::string schedule, protocol, contributions, certificate, report;
};

/// Nodes in the order of the table.
std::vector<audit::PairLoss> sorted(const AuditOutcome& outcome, const std::string& key) {
  auto nodes = outcome.result.by_target;
  if (key == "loss") std::ranges::stable_sort(nodes, audit::worse);
  if (key == "published") {
    std::ranges::stable_sort(nodes, [](const auto& a, const auto& b) { return a.published > b.published; });
  }
  return nodes;
}

const Enclosure& resolved_of(const AuditOutcome& outcome, graph::Node target) {
  const auto& nodes = outcome.result.by_target;
  const auto found = std::ranges::find(nodes, target, &audit::PairLoss::target);
  return outcome.resolved[static_cast<std::size_t>(found - nodes.begin())];
}

void print_nodes(const AuditOutcome& outcome, const AuditGossipOptions& options) {
  std::vector<report::TextColumn> columns = {{.title = "node", .fit = report::Fit::cut},
                                             {.title = "worst\nobserver", .fit = report::Fit::cut},
                                             {.title = "published"},
                                             {.title = "exact"},
                                             {.title = "own noise"}};
  if (!outcome.resolved.empty()) columns.push_back({.title = "resolved at\n" + outcome.request.noise.precision});
  columns.push_back({.title = "verdict", .align = report::TextColumn::Align::left});
  report::TextTable table(std::move(columns));
  const auto nodes = sorted(outcome, options.sort);
  const auto count = options.all ? nodes.size() : std::min(nodes.size(), options.top);
  const auto number = [&](const Enclosure& share) {
    return report::enclosure_text(in_promised_unit(outcome, share), 5);
  };
  for (std::size_t i = 0; i < count; ++i) {
    const auto& pair = nodes[i];
    std::vector<report::TerminalText> cells = {
        outcome.graph().label(pair.target), node_list(outcome.graph(), pair.observers),
        std::isnan(pair.published) ? "-" : number(Enclosure::known(pair.published)), number(pair.exact),
        number(pair.exact_own_noise)};
    if (!outcome.resolved.empty()) cells.emplace_back(number(resolved_of(outcome, pair.target)));
    cells.emplace_back(verdict_word(pair.verdict));
    table.row(std::move(cells));
  }
  show(table);
  if (count < nodes.size()) put("... {} more nodes; --all lists them, --json has all\n", nodes.size() - count);
}

void print(const AuditOutcome& outcome, const AuditGossipOptions& options) {
  const auto& request = outcome.request;
  put_text(reading(request.graph, outcome.network.made).text());
  const auto steps = outcome.steps ? fmt::format("{} step{}{}", *outcome.steps, *outcome.steps == 1 ? "" : "s",
                                                 outcome.gap ? fmt::format(" (auto: gap {:.3g})", *outcome.gap) : "")
                                   : "any number of steps";
  print_wrapped("{}; {}; sigma {}, sensitivity {}", adversary_words(outcome), steps, request.sigma.words(),
                request.sensitivity.words());
  if (request.noise.noisy())
    print_wrapped("every message is heard with Gaussian noise of its own, standard deviation {}{}", request.noise.tau,
                  request.sigma.file.empty() ? " sigma" : "");
  print_wrapped("{}", verdict_text(outcome));
  print_wrapped("worst: {}", worst_words(outcome));
  put("\n");
  print_nodes(outcome, options);
  if (const auto doubt = doubt_words(outcome); !doubt.empty()) print_wrapped("\nin doubt: {}", doubt);
  print_wrapped("\nof each node what its worst observer learns, as {}; whoever learns everything: {:.6g}",
                to_string(outcome.promise.quantity), in_promised_unit(outcome, 1.0));
  for (const auto& words : summary_words(outcome)) print_wrapped("\n{}", words);
  if (!outcome.steps) {
    print_wrapped(
        "\nforever: W is fixed, noise is added once and none to messages. This covers every rule that stops the gossip "
        "by what the observers see; not rules on hidden states, schedules or fresh noise");
  }
}

int run(const AuditGossipOptions& options) {
  require_valid(options.request);
  const auto& observers = options.request.observers;
  if (options.outputs.wants_matrix() && observers.size() == 1 && observers.front().starts_with("coalitions:"))
    throw Error(Errc::conditions, "--observer", "--csv and --matrix-market are for each, or nodes by name");
  if (options.request.noise.noisy() && !options.certificate.empty())
    throw Error(Errc::conditions, "--certificate", "proves losses without noise on messages");
  if (options.request.uneven() && !options.certificate.empty())
    throw Error(Errc::conditions, "--certificate", "proves losses of one --sigma and --sensitivity of all nodes");
  const ReportFolder report_folder(options.report);
  const Stopwatch watch;
  std::vector<AuditOutcome> outcomes;
  outcomes.push_back(run_audit(options.request, options.common,
                               {.matrix = options.outputs.wants_matrix(), .views = !options.report.empty()}));
  const auto& outcome = outcomes.front();
  if (options.common.wants_table()) print(outcome, options);
  if (options.common.wants_json() || !options.report.empty()) {
    auto result = audit_gossip_json(outcome, options.common);
    result["timing"] = timing_json(options.common.origin());
    const auto page = options.report.empty() ? std::string() : audit_page(outcome, result, options.common);
    write_json(options.common, result);
    if (!options.report.empty()) write_file(report_page(options.report), page);
  }
  write_outputs(options.outputs, outcomes, watch.seconds());
  if (!options.certificate.empty()) {
    auto proved = prove_audit(outcome);
    write_certificate(options.certificate, std::move(proved.certificates), std::move(proved.missing));
  }
  return exit_code(outcome.verdict);
}

int run_protocol(const AuditGossipOptions& options) {
  return audit_protocol({.protocol = options.protocol,
                         .observers = options.request.observers,
                         .target = options.request.target,
                         .promise = options.request.promise,
                         .contributions = options.contributions,
                         .junit = options.outputs.junit,
                         .rows = options.all ? std::numeric_limits<std::size_t>::max() : options.top},
                        options.common);
}

/// Adds --schedule, which stands for --graph, --weights and --steps.
void add_schedule(CLI::App& command, AuditGossipOptions& options) {
  auto* schedule =
      reads(command
                .add_option("--schedule", options.schedule,
                            "who talked to whom: CSV step,u,v[,weight]; instead of --graph, --weights, --steps")
                ->check(existing_file())
                ->type_name("FILE"));
  for (const auto* name : {"--graph", "--steps"}) command.get_option(name)->required(false)->excludes(schedule);
  command.get_option("--weights")->excludes(schedule);
  command.get_option("--component")->excludes(schedule);
}

/// Adds --protocol, which stands for the network, its noise and what is seen and known.
void add_protocol(CLI::App& command, AuditGossipOptions& options) {
  auto* protocol =
      reads(command
                .add_option(
                    "--protocol", options.protocol,
                    "a linear protocol of your own (docs/linear.md), instead of a graph; with --json and --junit only")
                ->check(existing_file())
                ->type_name("FILE"),
            json_and_named_files);
  for (const auto* name :
       {"--graph", "--weights", "--component", "--steps", "--schedule", "--sigma", "--sensitivity", "--trust",
        "--sarif", "--csv", "--matrix-market", "--certificate", "--report", "--sort", "--message-noise", "--precision"})
    protocol->excludes(command.get_option(name));
  add_contributions(command, options.contributions)->needs(protocol);
}

/// Takes over --schedule, or requires what it stands for. @throws CLI::RequiredError.
void complete(AuditGossipOptions& options) {
  if (!options.protocol.empty()) return;
  auto& request = options.request;
  if (!options.schedule.empty()) {
    request.graph = {.spec = std::string(schedule_prefix) + options.schedule, .weights = "scheduled"};
    request.steps = schedule_steps;
  }
  if (request.graph.spec.empty()) throw CLI::RequiredError("--graph");
  if (request.steps.empty()) throw CLI::RequiredError("--steps");
}

}  // namespace

void add_audit_gossip(CLI::App& audit, Action& action) {
  auto* command = audit.add_subcommand("gossip", "private averaging with one initial Gaussian noise: a whole network");
  auto options = std::make_shared<AuditGossipOptions>();
  auto& request = options->request;
  add_common(*command, options->common);
  add_graph_options(*command, request.graph);
  take_weights_file(*command);
  add_nodes(*command, "--observer", request.observers,
            "each: every node alone; nodes by label, which collude; coalitions:K: the worst K nodes")
      ->required()
      ->type_name("each|V[,V...]|coalitions:K");
  command->add_option("--target", request.target, "node whose loss is promised about, or all")
      ->type_name("U|all")
      ->capture_default_str();
  add_steps_or_forever(*command, request.steps);
  add_schedule(*command, *options);
  command
      ->add_option(
          "--promise", request.promise,
          "what is promised about every pair: 'renyi(2) <= 0.1', 'epsilon(1e-5) <= 1.5', 'mu <= 0.4', "
          "'attack_tpr(0.01) <= 0.05', 'exact <= 0.5' in units of the local loss, '... <= published', or a formula "
          "of each pair such as 'exact <= 2^(1-distance)' (docs/audit.md)")
      ->required()
      ->type_name("PROMISE");
  add_scale(*command, "--sigma", "standard deviation of the noise", request.sigma);
  add_scale(*command, "--sensitivity", "largest change of a private value", request.sensitivity);
  command->add_option("--trust", request.trust, "whether observers know the noise they injected themselves (default)")
      ->check(CLI::IsMember({"all-noise", "own-noise-known"}));
  add_message_noise(*command, request.noise);
  add_report_outputs(*command, options->outputs);
  add_matrix_outputs(*command, options->outputs);
  add_certificate(*command, options->certificate);
  add_report(*command, options->report);
  command->add_option("--sort", options->sort, "order of the table: loss, published or node")
      ->check(CLI::IsMember({"loss", "published", "node"}))
      ->capture_default_str();
  add_protocol(*command, *options);
  auto* top =
      command->add_option("--top", options->top, "rows of the table")->check(natural_number())->capture_default_str();
  command->add_flag("--all", options->all, "all rows")->excludes(top);
  command->footer(exit_codes("the promise holds", "the promise is refuted",
                             "the promise is inconclusive, or the run was cut short"));
  command->callback([options, &action] {
    complete(*options);
    action = [options] { return options->protocol.empty() ? run(*options) : run_protocol(*options); };
  });
}

}  // namespace hearsay::cli
