// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include <hearsay/core/error.hpp>
#include "api/promise.hpp"
#include "api/render/provenance.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/audit/certificate.hpp"
#include "cli/audit/file.hpp"
#include "cli/audit/outputs.hpp"
#include "cli/audit/page.hpp"
#include "cli/audit/request.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/output.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AuditOptions {
  Common common;
  std::string file, report, certificate;
  AuditOutputs outputs;
};

void print(const AuditOutcome& outcome) {
  print_wrapped("{}: {}", outcome.request.name, reading(outcome.request.graph, outcome.network.made).line());
  print_wrapped("  {}", verdict_text(outcome));
  print_wrapped("  worst: {}", worst_words(outcome));
}

nlohmann::ordered_json to_json(const AuditOptions& options, const std::vector<AuditOutcome>& outcomes,
                               Verdict verdict) {
  auto result = envelope("audit", {{"file", options.file}}, options.common.origin());
  result["verdict"] = to_string(verdict);
  auto& list = result["audits"] = nlohmann::ordered_json::array();
  for (const auto& outcome : outcomes) {
    nlohmann::ordered_json entry = {{"name", outcome.request.name}, {"parameters", parameters_json(outcome)}};
    entry.update(to_json(outcome));
    entry["provenance"] =
        provenance_json(outcome.request.graph, outcome.graph(), adversary_words(outcome), command_line());
    list.push_back(std::move(entry));
  }
  return result;
}

/// What `body` says of a request; what it refuses is named by the file and the audit.
template <class Body>
auto of_audit(const AuditOptions& options, const AuditRequest& request, const Body& body) {
  try {
    return body();
  } catch (const Error& error) {
    const std::string_view what = error.what();
    throw Error(error.code(), options.file, fmt::format("{}: {}", request.name, what.substr(what.find(' ') + 1)));
  }
}

/// The file of --certificate: proofs of all verdicts, each with the name of its audit, in one bundle. Each audit may
/// take as much of the checker's work as the others leave it.
void prove(const AuditOptions& options, const std::vector<AuditOutcome>& outcomes) {
  Proved all;
  double left = report::limits::work;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto& name = outcomes[i].request.name;
    auto proved = prove_audit(outcomes[i], {.work = left / static_cast<double>(outcomes.size() - i)});
    for (auto& certificate : proved.certificates) {
      left -= report::checker_work(certificate);
      certificate.note = certificate.note.empty() ? name : fmt::format("{}; {}", name, certificate.note);
      all.certificates.push_back(std::move(certificate));
    }
    for (const auto& line : proved.missing) all.missing.push_back(fmt::format("{}: {}", name, line));
  }
  write_certificate(options.certificate, std::move(all.certificates), std::move(all.missing));
}

/// The pages of --report, kept until all audits are done.
struct Pages {
  std::vector<ListedAudit> listed;
  std::vector<std::string> texts;

  void add(AuditOutcome& outcome, const Common& common) {
    listed.push_back({.page = fmt::format("audit-{}.html", listed.size() + 1),
                      .name = outcome.request.name,
                      .verdict = std::string(to_string(outcome.verdict)),
                      .words = fmt::format("{}. {}", verdict_words(outcome), worst_words(outcome))});
    texts.push_back(audit_page(outcome, audit_gossip_json(outcome, common), common));
    outcome.views.reset();
  }

  void write(const AuditOptions& options, Verdict verdict) const {
    for (std::size_t i = 0; i < texts.size(); ++i) write_file(options.report + "/" + listed[i].page, texts[i]);
    write_file(report_page(options.report), audits_page(options.file, std::string(to_string(verdict)), listed));
  }
};

int run(const AuditOptions& options) {
  const Stopwatch watch;
  const auto requests = read_audits(options.file);
  for (const auto& request : requests) of_audit(options, request, [&] { require_valid(request); });
  const ReportFolder report_folder(options.report);
  const bool wants_pages = !options.report.empty();
  Pages pages;
  std::vector<AuditOutcome> outcomes;
  auto verdict = Verdict::holds;
  for (const auto& request : requests) {
    if (interrupted()) break;
    outcomes.push_back(of_audit(
        options, request, [&] { return run_audit(request, options.common, {.matrix = false, .views = wants_pages}); }));
    if (wants_pages) pages.add(outcomes.back(), options.common);
    verdict = merge(verdict, outcomes.back().verdict);
  }
  const bool partial = outcomes.size() < requests.size();
  if (partial) verdict = merge(verdict, Verdict::inconclusive);
  if (options.common.wants_table()) {
    for (const auto& outcome : outcomes) print(outcome);
    print_wrapped("\n{} of {} audits: {}", outcomes.size(), requests.size(), verdict_word(verdict));
  }
  if (options.common.wants_json()) {
    auto result = to_json(options, outcomes, verdict);
    if (partial) result["partial"] = {{"audits", outcomes.size()}};
    result["timing"] = timing_json(options.common.origin());
    write_json(options.common, result);
  }
  if (wants_pages) pages.write(options, verdict);
  write_outputs(options.outputs, outcomes, watch.seconds());
  if (!options.certificate.empty()) prove(options, outcomes);
  return exit_code(verdict);
}

}  // namespace

void add_audit(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("audit", "a network against a promise: `audit gossip`, or a file of audits");
  command->require_subcommand(0, 1);
  auto options = std::make_shared<AuditOptions>();
  add_common(*command, options->common);
  reads(command->add_option("file", options->file, "audits as JSON: schemas/audit.schema.json, docs/audit.md")
            ->check(existing_file())
            ->type_name("FILE"),
        json_and_named_files);
  add_report_outputs(*command, options->outputs);
  add_certificate(*command, options->certificate);
  writes(command
             ->add_option("--report", options->report,
                          "write DIR/index.html, which lists the audits, and a page for each; they can be filed")
             ->type_name("DIR"),
         files_below(".html"));
  command->footer(
      exit_codes("all promises hold", "a promise is refuted", "a promise is inconclusive, or the run was cut short"));
  add_audit_gossip(*command, action);
  command->callback([options, command, &action] {
    if (!command->get_subcommands().empty()) {
      if (!options->file.empty()) throw CLI::ValidationError("FILE", "a file and `gossip` exclude each other");
      for (const auto* option : command->get_options()) {
        if (option->count() > 0) throw CLI::ValidationError(option->get_name(), "stands after `gossip`, not before it");
      }
      return;
    }
    if (options->file.empty()) throw CLI::RequiredError("a FILE of audits, or `audit gossip`");
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
