// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include <hearsay/core/error.hpp>
#include "api/audit_file.hpp"
#include "api/render/audit_json.hpp"
#include "api/render/audit_page.hpp"
#include "cli/audit/outputs.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AuditOptions {
  Common common;
  std::string file, report, certificate, init;
  AuditOutputs outputs;
};

int run(const AuditOptions& options) {
  const bool wants_pages = !options.report.empty();
  const AuditKeeps keeps{.views = wants_pages};
  auto question = audit_file_question(options.file, keeps);
  const ReportFolder report_folder(options.report);
  catch_interrupts();
  std::vector<std::string> pages;
  const auto add_page = [&](AuditAnswer& answer) {
    if (wants_pages) {
      auto result = audit_result(answer, options.common.origin());
      pages.push_back(audit_page(answer, result, options.common.execution(), [&] { return options.common.origin(); }));
    }
    answer.views.reset();
  };
  const auto answer = audit_file(std::move(question), options.common.execution(), keeps, add_page);
  if (options.common.wants_table()) put_text(text(answer));
  for (std::size_t i = 0; i < pages.size(); ++i)
    write_file(fmt::format("{}/{}", options.report, audit_page_name(i)), pages[i]);
  if (wants_pages) write_report_page(options.report, audits_page(answer));
  write_outputs(options.outputs, answer.audits, options.common.origin());
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  if (options.common.wants_json()) write_json(options.common, to_json(answer, options.common.origin()));
  return exit_code(answer.verdict);
}

/// Refuses to replace a file, which may be somebody's audits.
int write_example(const std::string& path) {
  std::error_code ignored;
  if (path != "-" && std::filesystem::exists(path, ignored))
    throw Error(Errc::file, "--init", fmt::format("{} exists, and is not replaced", path));
  write_file(path, audit_file_example());
  return 0;
}

}  // namespace

void add_audit(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand(
      "audit", "check promises: one network (`audit gossip`, `rumor` or `walk`), or several audits from a file");
  command->require_subcommand(0, 1);
  auto options = std::make_shared<AuditOptions>();
  add_common(*command, options->common);
  reads(command->add_option("file", options->file, "audits as JSON (schemas/audit.schema.json, docs/audit.md)")
            ->check(existing_file())
            ->type_name("FILE"),
        json_and_named_files);
  auto* init = writes(
      command->add_option("--init", options->init, "write an example file of audits with comments, and run nothing")
          ->check(writable_file())
          ->type_name("FILE"));
  command->get_option("file")->excludes(init);
  add_report_outputs(*command, options->outputs);
  add_certificate(*command, options->certificate);
  writes(command
             ->add_option("--report", options->report,
                          "write DIR/index.html, which lists the audits, and one page for each")
             ->type_name("DIR"),
         files_below(".html"));
  command->footer(
      exit_codes("all promises hold", "a promise is refuted", "a promise is inconclusive, or the run was cut short"));
  add_audit_gossip(*command, action);
  add_audit_rumor(*command, action);
  add_audit_walk(*command, action);
  command->callback([options, command, &action] {
    if (!command->get_subcommands().empty()) {
      if (!options->file.empty()) throw CLI::ValidationError("FILE", "a file and a sub-command exclude each other");
      for (const auto* option : command->get_options()) {
        if (option->count() > 0)
          throw CLI::ValidationError(option->get_name(),
                                     fmt::format("must follow `{}`", command->get_subcommands().front()->get_name()));
      }
      return;
    }
    if (!options->init.empty()) {
      action = [options] { return write_example(options->init); };
      return;
    }
    if (options->file.empty()) throw CLI::RequiredError("a FILE of audits, or `audit gossip`, `rumor` or `walk`");
    remember_options(*command->get_subcommand("gossip"));  // what a file of audits says is named as these
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
