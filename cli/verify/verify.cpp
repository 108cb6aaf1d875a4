// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include <hearsay/core/error.hpp>
#include <hearsay/report/baseline.hpp>
#include "api/effort.hpp"
#include "api/verify.hpp"
#include "checks/checks.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/report_folder.hpp"
#include "cli/verify/certificate_folder.hpp"
#include "cli/verify/verify_files.hpp"

namespace hearsay::cli {

namespace {

struct VerifyOptions {
  Common common;
  VerifyQuestion question;
  VerifyFiles files;
  std::string effort = "standard", baseline, own_claims, certify = "refuted";
};

/// @throws Error for options that do not go together, claim files or a baseline that cannot be read.
VerifyQuestion question_of(const VerifyOptions& options, const Checks& checks) {
  if (options.certify != "refuted" && !options.files.want_certificates())
    throw Error(Errc::conditions, "--certify", "needs --certificates DIR or --report DIR");
  if (!options.files.certificates.empty()) require_free_folder(options.files.certificates);
  auto question = options.question;
  question.effort = effort_named(options.effort);
  if (!options.own_claims.empty()) question.own = read_claims(options.own_claims, checks.bounds);
  if (options.files.want_certificates()) question.certify = options.certify == "all" ? Certify::all : Certify::refuted;
  question.filed = !options.files.certificates.empty();
  if (!options.baseline.empty())
    question.baseline = report::read_result(options.baseline, "`hearsay verify --json FILE`");
  return question;
}

int run(const VerifyOptions& options) {
  const auto checks = checks::all_checks();
  const auto question = question_of(options, checks);
  catch_interrupts();
  const ReportFolder report_folder(options.files.report);
  const auto answer = verify(question, checks, options.common.execution());
  write_verification(options.common, options.files, answer);
  const auto& info = answer.info;
  if (info.cut_short) say("interrupted: the result is partial; unchecked claims are inconclusive");
  const auto broken = broken_claims(question.own, answer.rows);
  for (const auto& line : broken) say(line);
  if (!broken.empty()) return 2;
  const int code = run::exit_code(answer.rows);
  if (!info.changes) return info.cut_short && code != 1 ? 3 : code;
  for (const auto& change : *info.changes) say(fmt::format("changed since the baseline: {}", change));
  return info.changes->empty() ? code : 1;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("verify", "check claims, and compare each verdict with the expected verdict");
  auto options = std::make_shared<VerifyOptions>();
  add_common(*command, options->common);
  auto& question = options->question;
  command->add_option("GLOB", question.patterns, "claim ids or globs, e.g. 'muffliato.*' (default: all)");
  command
      ->add_option("--effort", options->effort,
                   "number of instances of each claim. On two cores all claims take about 10 s (quick), 60 s "
                   "(standard) or a night "
                   "(exhaustive)")
      ->check(CLI::IsMember({"quick", "standard", "exhaustive"}))
      ->type_name("EFFORT")
      ->capture_default_str();
  reads(command
            ->add_option("--claims", options->own_claims,
                         "also check the claim files in DIR, as written by `hearsay refute --save`")
            ->type_name("DIR"),
        files_below(".json"));
  add_verify_files(*command, options->files);
  command->add_flag("--all", question.every_row,
                    fmt::format("list every row; by default more than {} rows are summed up by family", most_listed));
  command
      ->add_option("--certify", options->certify,
                   "claims that get a certificate. refuted: refuted claims; all: also claims that hold, if a "
                   "certificate can support them on small graphs or at an instance")
      ->check(CLI::IsMember({"refuted", "all"}))
      ->type_name("WHICH")
      ->capture_default_str();
  reads(command
            ->add_option("--baseline", options->baseline,
                         "compare with the --json result in FILE; exit code 1 if a verdict or a tightness changed")
            ->type_name("FILE"));
  command->add_option("--tolerance", question.tolerance, "relative change of tightness that --baseline allows")
      ->check(finite_non_negative())
      ->capture_default_str();
  command->footer(exit_codes("every verdict is the expected one, and nothing changed since the baseline",
                             "a verdict differs from the expected one, or something changed since the baseline",
                             "no verdict differs, but one is inconclusive or broken, or the run was cut short"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
