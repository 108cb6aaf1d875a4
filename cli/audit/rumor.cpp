// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/audit_rumor.hpp"
#include "api/render/rumor_page.hpp"
#include "cli/account/rumor_on_graph.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/report_folder.hpp"

namespace hearsay::cli {

namespace {

struct AuditRumorOptions {
  Common common;
  RumorSources sources;
  std::string promise, junit;
};

int audit_rumor(const AuditRumorOptions& options) {
  const Stopwatch watch;
  const auto& common = options.common;
  const auto& report = options.sources.report;
  static_cast<void>(rumor_promise(options.promise));  // before a large file is read
  auto network = rumor_network(common, options.sources);
  if (!report.empty()) require_rumor_page(network.graph());
  auto curious = curious_of(network.graph(), options.sources);
  auto sources = sources_of(network.graph(), options.sources);
  const ReportFolder report_folder(report);
  catch_interrupts();
  const auto answer = api::audit_rumor({.network = std::move(network),
                                        .curious = std::move(curious),
                                        .sources = std::move(sources),
                                        .promise = options.promise},
                                       common.execution());
  if (common.wants_table()) put_text(text(answer));
  if (common.wants_json() || !report.empty()) {
    const auto result = to_json(answer, common.origin());
    write_json(common, result);
    if (!report.empty()) write_report_page(report, rumor_page(answer, result, common.origin()));
  }
  if (!options.junit.empty()) write_file(options.junit, junit(answer, watch.seconds()));
  return exit_code(answer.verdict);
}

void add_options(CLI::App& command, AuditRumorOptions& options) {
  add_common(command, options.common);
  reads(command.add_option("--graph", options.sources.graph, "any graph, connected or not")
            ->required()
            ->type_name("SPEC"),
        graph_file);
  auto* set = add_nodes(command, "--curious-set", options.sources.curious_set, "curious nodes, by label");
  set->type_name("V,...");
  command.add_option("--curious", options.sources.curious, "number of curious nodes, drawn at random")
      ->type_name("F")
      ->excludes(set);
  command
      .add_option("--promise", options.promise,
                  "what is promised of every honest node as the source: 'delta(EPSILON) <= D' or 'epsilon(DELTA) <= E'")
      ->required()
      ->type_name("PROMISE");
  add_rumor_sources(command, options.sources);
  writes(
      command
          .add_option("--junit", options.junit, "write JUnit XML, with a failure or an error if the exit code is not 0")
          ->check(writable_file()));
}

}  // namespace

void add_audit_rumor(CLI::App& audit, Action& action) {
  auto* command = audit.add_subcommand(
      "rumor", "check a promise on the source of a rumor (muting 0, any graph) on a whole network");
  auto options = std::make_shared<AuditRumorOptions>();
  add_options(*command, *options);
  command->footer(exit_codes("the promise holds", "the promise is refuted",
                             "the promise is inconclusive, or the run was cut short"));
  command->callback([options, &action] { action = [options] { return audit_rumor(*options); }; });
}

}  // namespace hearsay::cli
