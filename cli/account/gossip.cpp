// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/account_gossip.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountGossipOptions {
  Common common;
  GossipNames names;
  GossipTerms terms;
  std::string certificate, report;
};

int run(const AccountGossipOptions& options) {
  const auto& common = options.common;
  const auto execution = common.execution();
  const GossipExtras extras{.certificate = !options.certificate.empty(), .page = !options.report.empty()};
  auto question = load_gossip(options.terms, options.names, extras, execution);
  const ReportFolder report_folder(options.report);
  question.scales ? end_at_interrupts() : catch_interrupts();
  const auto answer = account_gossip(std::move(question), execution);
  if (common.wants_table()) put_text(text(answer));
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  if (common.wants_json() || extras.page) {  // a million targets take a while
    auto result = to_json(answer, common.origin());
    const auto page_file =
        extras.page ? page(answer, execution, result, [&] { return common.origin(); }) : std::string();
    write_json(common, result);
    if (extras.page) write_report_page(options.report, page_file);
  }
  const auto verdict = answer.verdict();
  return verdict ? exit_code(*verdict) : 0;
}

}  // namespace

void add_account_gossip(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand(
      "gossip", "private averaging, Gaussian noise once per node: loss of each node to an observer or a coalition");
  auto options = std::make_shared<AccountGossipOptions>();
  auto& terms = options->terms;
  add_common(*command, options->common);
  add_graph_options(*command, options->names.graph);
  take_weights_file(*command);
  add_observers(*command, options->names.observers);
  command->add_option("--target", options->names.target, "node whose loss is computed, by label, or all")
      ->type_name("U|all")
      ->capture_default_str();
  add_steps_or_forever(*command, terms.steps);
  add_gossip_schedule(*command, terms.schedule);
  command->add_option("--alpha", terms.alpha, "Renyi order, larger than 1")->capture_default_str();
  add_scale(*command, "--sigma", "standard deviation of the noise", terms.sigma);
  add_scale(*command, "--sensitivity", "largest change of a private value", terms.sensitivity);
  command->add_option("--delta", terms.delta, "also give the exact epsilon of (epsilon, delta)-DP at this delta");
  add_promise(*command, terms.claim, terms.alpha, terms.delta);
  add_message_noise(*command, terms.noise);
  add_certificate(*command, options->certificate);
  add_report(*command, options->report);
  command->footer(exit_codes("the losses are known, and the promise holds", "the promise is refuted",
                             "the promise is inconclusive: a loss is not known precisely enough"));
  command->callback([options, command, &action] {
    complete(*command, options->terms.schedule, options->names.graph, options->terms.steps);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
