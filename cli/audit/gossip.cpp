// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include <hearsay/core/error.hpp>
#include "api/audit_network.hpp"
#include "api/audit_proofs.hpp"
#include "api/audit_protocol.hpp"
#include "api/render/audit_page.hpp"
#include "cli/audit/gossip_options.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

/// Refuses --certificate for losses that have no certificate.
void require_provable(const AuditGossipOptions& options) {
  if (options.certificate.empty()) return;
  if (options.request.noise.noisy())
    throw Error(Errc::conditions, "--certificate", "proves losses without noise on messages");
  if (options.request.uneven())
    throw Error(Errc::conditions, "--certificate",
                "proves losses with one --sigma and one --sensitivity for all nodes");
}

int run_network(const AuditGossipOptions& options) {
  const auto& common = options.common;
  const bool wants_page = !options.report.empty();
  const AuditKeeps keeps{.matrix = options.outputs.wants_matrix(), .views = wants_page};
  require_valid(options.request, keeps);
  require_provable(options);
  const ReportFolder report_folder(options.report);
  auto question = question_of(options.request, common.seeded());
  catch_interrupts();
  std::vector<AuditAnswer> answers;
  answers.push_back(audit_network(std::move(question), common.execution(), keeps));
  const auto& answer = answers.front();
  if (common.wants_table()) put_text(text(answer, rows_of(options)));
  write_outputs(options.outputs, answers, common.origin());
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  if (common.wants_json() || wants_page) {
    auto result = to_json(answer, common.origin());
    const auto page =
        wants_page ? audit_page(answer, result, common.execution(), [&] { return common.origin(); }) : std::string();
    write_json(common, result);
    if (wants_page) write_report_page(options.report, page);
  }
  return exit_code(answer.verdict);
}

int run_protocol(const AuditGossipOptions& options) {
  const Stopwatch watch;
  auto question = question_of(ProtocolAuditRequest{.protocol = options.protocol,
                                                   .observers = options.request.observers,
                                                   .target = options.request.target,
                                                   .promise = options.request.promise,
                                                   .contributions = options.contributions});
  end_at_interrupts();
  const auto answer = audit_protocol(std::move(question), options.common.execution());
  if (options.common.wants_table()) put_text(text(answer, rows_of(options)));
  if (options.common.wants_json()) write_json(options.common, to_json(answer, options.common.origin()));
  if (!options.outputs.junit.empty()) write_file(options.outputs.junit, junit(answer, watch.seconds()));
  return exit_code(answer.result.verdict());
}

}  // namespace

void add_audit_gossip(CLI::App& audit, Action& action) {
  auto* command = audit.add_subcommand(
      "gossip", "check a promise on private averaging (Gaussian noise once per node) on a whole network");
  auto options = std::make_shared<AuditGossipOptions>();
  add_audit_gossip_options(*command, *options);
  command->footer(exit_codes("the promise holds", "the promise is refuted",
                             "the promise is inconclusive, or the run was cut short"));
  command->callback([options, &action] {
    complete(*options);
    action = [options] { return options->protocol.empty() ? run_network(*options) : run_protocol(*options); };
  });
}

}  // namespace hearsay::cli
