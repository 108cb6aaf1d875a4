// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include <hearsay/core/error.hpp>
#include <hearsay/report/baseline.hpp>
#include <hearsay/report/certificate/recheck.hpp>
#include <hearsay/report/html.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/junit.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/table.hpp>
#include "api/render/result.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/common/verb.hpp"
#include "cli/verify/certificates.hpp"
#include "cli/verify/checks.hpp"
#include "cli/verify/claim_files.hpp"

namespace hearsay::cli {

namespace {

struct VerifyOptions {
  Common common;
  std::vector<std::string> patterns;
  std::string effort = "standard";
  std::string junit, markdown, report, baseline, certificates, own_claims;
  std::string certify = "refuted";
  double tolerance = 1e-6;
};

run::Effort parse_effort(std::string_view name) {
  return name == "quick" ? run::Effort::quick : name == "standard" ? run::Effort::standard : run::Effort::exhaustive;
}

nlohmann::ordered_json json_of(const report::RunInfo& info, const std::vector<run::Row>& rows) {
  report::Json json;
  report::Sink* sinks[] = {&json};
  report::feed(info, rows, sinks);
  return json.result();
}

/// The files of --report.
std::vector<FileSet> page_files(const std::string& folder) {
  return {{.path = report_page(folder)}, {.path = fmt::format("{}/{}", folder, report::linked_folder), .below = true}};
}

/// Writes index.html into the folder and, first, the certificates that it links to.
void write_page(const std::string& folder, const report::Html& html, const report::CertificateFolder& proofs) {
  for (const auto& file : proofs.files) {
    if (!report::is_linked(file)) continue;
    make_folder(fmt::format("{}/{}", folder, report::linked_folder));
    write_file(fmt::format("{}/{}/{}", folder, report::linked_folder, file.name), file.text);
  }
  write_file(folder + "/index.html", html.text());
}

/// Writes what was asked for: table, JSON, Markdown, page, and JUnit, which is last so that it is not there if
/// something else was lost.
void tell(const VerifyOptions& options, const report::RunInfo& info, const std::vector<run::Row>& rows,
          const nlohmann::ordered_json& result, const report::CertificateFolder& proofs) {
  report::Table table(colored());
  report::JUnit junit;
  report::Markdown markdown;
  report::Html html(proofs);
  std::vector<report::Sink*> sinks = {&table, &junit, &markdown, &html};
  report::feed(info, rows, sinks);
  if (options.common.wants_table()) put_text(table.text());
  write_json(options.common, result);
  if (!options.markdown.empty()) write_file(options.markdown, markdown.text());
  if (!options.report.empty()) write_page(options.report, html, proofs);
  flush_stdout();
  if (!options.junit.empty()) write_file(options.junit, junit.text());
}

/// The certificates for --certificates and --report; none of a run that was cut short.
report::CertificateFolder proofs_of(const VerifyOptions& options, const std::vector<run::Row>& rows,
                                    const report::RunInfo& info) {
  if (info.cut_short || (options.certificates.empty() && options.report.empty())) return {};
  auto folder =
      certificates_of(rows, options.certify == "all" ? Certify::all : Certify::refuted, options.common.execution());
  folder.parameters = {{"effort", to_string(info.effort)},
                       {"seed", std::to_string(info.seed)},
                       {"claims", info.patterns},
                       {"certify", options.certify}};
  return folder;
}

/// Writes the folder of --certificates, and tells `info` which refuted claim got which file.
void write_certificates(const VerifyOptions& options, const std::vector<run::Row>& rows,
                        const report::CertificateFolder& folder, report::RunInfo& info) {
  if (info.cut_short) {
    say("interrupted: no certificates are written");
    return;
  }
  std::size_t unsupported = 0;
  for (const auto& row : rows) {
    const auto why = folder.uncertified.find(std::string(row.claim->id));
    if (why == folder.uncertified.end()) continue;
    if (row.finding.verdict == Verdict::refuted) {
      say(fmt::format("no certificate of {}: {}", why->first, why->second));
    } else {
      ++unsupported;
    }
  }
  if (unsupported > 0)
    say(fmt::format("{} claims that hold have no certificate: manifest.json lists them", unsupported));
  for (const auto& file : folder.files) {
    if (file.verdict == "refutes") info.certificates.emplace(file.claim.value(), file.name);
  }
  write_folder(options.certificates, folder);
}

int verify(const VerifyOptions& options) {
  if (options.certify != "refuted" && options.certificates.empty() && options.report.empty())
    throw Error(Errc::conditions, "--certify", "needs --certificates DIR or --report DIR");
  if (!options.certificates.empty()) require_free_folder(options.certificates);
  const auto effort = parse_effort(options.effort);
  const auto own =
      options.own_claims.empty() ? std::vector<std::unique_ptr<FileClaim>>() : read_claims(options.own_claims);
  const auto claims = select_claims(options.patterns, own);
  report::RunInfo info{
      .effort = effort, .seed = options.common.seed, .patterns = options.patterns, .jobs = options.common.jobs};
  nlohmann::ordered_json baseline;
  if (!options.baseline.empty()) {
    baseline = report::read_result(options.baseline, "`hearsay verify --json FILE`");
    report::require_comparable(baseline, info, "--baseline");
  }
  catch_interrupts();
  const ReportFolder report_folder(options.report);
  auto registry = all_checks();
  register_claims(own, registry);
  const Stopwatch watch;
  const run::Plan plan{.effort = effort, .execution = options.common.execution()};
  const auto rows = run::verify(claims, registry, plan);
  info.family_error = plan.family_error;
  info.seconds = watch.seconds();
  info.cut_short = interrupted();
  const auto proofs = proofs_of(options, rows, info);
  if (!options.certificates.empty()) write_certificates(options, rows, proofs, info);
  const auto result = json_of(info, rows);
  if (!options.baseline.empty() && !info.cut_short) info.changes = report::compare(baseline, result, options.tolerance);
  tell(options, info, rows, result, proofs);
  if (info.cut_short) say("interrupted: the result is partial; claims that were not checked are inconclusive");
  if (say_broken_claims(own, rows)) return 2;
  if (!info.changes) return info.cut_short && run::exit_code(rows) != 1 ? 3 : run::exit_code(rows);
  for (const auto& change : *info.changes) say(fmt::format("changed since the baseline: {}", change));
  return info.changes->empty() ? run::exit_code(rows) : 1;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("verify", "check claims and compare each verdict with the expected one");
  auto options = std::make_shared<VerifyOptions>();
  add_common(*command, options->common);
  command->add_option("GLOB", options->patterns, "claim ids or globs, e.g. 'muffliato.*' (default: all)");
  command->add_option("--effort", options->effort, "quick (10 s), standard (60 s) or exhaustive (a night)")
      ->check(CLI::IsMember({"quick", "standard", "exhaustive"}))
      ->type_name("EFFORT")
      ->capture_default_str();
  reads(command
            ->add_option("--claims", options->own_claims,
                         "check the claim files of DIR, too, as `hearsay refute --save` writes them")
            ->type_name("DIR"),
        files_below(".json"));
  writes(command->add_option("--junit", options->junit, "also write JUnit XML for CI")
             ->check(writable_file())
             ->type_name("FILE"));
  writes(command->add_option("--markdown", options->markdown, "also write the verdict table as Markdown")
             ->check(writable_file())
             ->type_name("FILE"));
  writes(command->add_option("--report", options->report, "also write DIR/index.html, a page an auditor can file")
             ->type_name("DIR"),
         page_files);
  writes(command
             ->add_option("--certificates", options->certificates,
                          "also write to DIR, absent or empty, a certificate of every refutation, which "
                          "check_certificates.py accepts without hearsay")
             ->type_name("DIR"),
         files_below(""));
  command
      ->add_option("--certify", options->certify,
                   "refuted: certificates of refutations; all: also of the claims that hold and that a certificate can "
                   "support, on small graphs or at an instance")
      ->check(CLI::IsMember({"refuted", "all"}))
      ->type_name("WHICH")
      ->capture_default_str();
  reads(command
            ->add_option("--baseline", options->baseline,
                         "compare with a stored --json result; exit 1 if a verdict or a tightness changed")
            ->type_name("FILE"));
  command->add_option("--tolerance", options->tolerance, "relative change of tightness that the baseline allows")
      ->check(finite_non_negative())
      ->capture_default_str();
  command->footer(exit_codes("every verdict is the expected one, and nothing changed since the baseline",
                             "a verdict differs from the expected one, or something changed since the baseline",
                             "a check is inconclusive or broke, or the run was cut short; a difference is worse (1)"));
  command->callback([options, &action] { action = [options] { return verify(*options); }; });
}

}  // namespace hearsay::cli
