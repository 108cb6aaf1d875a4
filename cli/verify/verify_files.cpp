// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/verify/verify_files.hpp"

#include <fmt/format.h>

#include <vector>

#include <hearsay/report/certificate/recheck.hpp>
#include "cli/common/report_folder.hpp"
#include "cli/verify/certificate_folder.hpp"

namespace hearsay::cli {

namespace {

/// The files of --report.
std::vector<FileSet> page_files(const std::string& folder) {
  return {{.path = report_page(folder)}, {.path = fmt::format("{}/{}", folder, report::linked_folder), .below = true}};
}

/// Writes index.html into the folder and, first, the certificates that it links to.
void write_page(const std::string& folder, const VerifyAnswer& answer) {
  for (const auto& file : answer.certificates.files) {
    if (!report::is_linked(file)) continue;
    make_folder(fmt::format("{}/{}", folder, report::linked_folder));
    write_file(fmt::format("{}/{}/{}", folder, report::linked_folder, file.name), file.text);
  }
  write_file(folder + "/index.html", page(answer));
}

/// Writes the folder of --certificates, and lists on stderr the results without a certificate.
void write_certificates(const std::string& folder, const VerifyAnswer& answer) {
  if (answer.info.cut_short) {
    say("interrupted: no certificates are written");
    return;
  }
  for (const auto& sentence : uncertified(answer)) say(sentence);
  write_folder(folder, answer.certificates);
}

/// What a reader may do with the text of an answer.
report::TerminalText next_steps(const VerifyFiles& files, const VerifyAnswer& answer) {
  if (!is_overview(answer)) return {};
  const auto next = report::terminal_text(
      "Next: `hearsay explain ID` shows one claim in full; `--all` lists every row{}. Exit code: 0 if every verdict is "
      "the expected one, 1 if one differs, 3 if the run is incomplete.",
      files.report.empty() ? "; `--report DIR` writes a page" : "");
  return report::terminal_text("\n{}\n", next.wrapped());
}

}  // namespace

void add_verify_files(CLI::App& command, VerifyFiles& files) {
  writes(command.add_option("--junit", files.junit, "also write JUnit XML for CI")
             ->check(writable_file())
             ->type_name("FILE"));
  writes(command.add_option("--markdown", files.markdown, "also write the verdict table as Markdown")
             ->check(writable_file())
             ->type_name("FILE"));
  writes(command
             .add_option("--report", files.report,
                         "also write DIR/index.html, a page with the verdicts and their certificates")
             ->type_name("DIR"),
         page_files);
  writes(command
             .add_option("--certificates", files.certificates,
                         "also write certificates to DIR (see --certify), which must be absent or empty; "
                         "check_certificates.py checks them without hearsay")
             ->type_name("DIR"),
         files_below(""));
}

void write_verification(const Common& common, const VerifyFiles& files, const VerifyAnswer& answer) {
  if (!files.certificates.empty()) write_certificates(files.certificates, answer);
  if (common.wants_table()) put_text(text(answer) + next_steps(files, answer));
  if (common.wants_json()) write_json(common, to_json(answer, common.origin()));
  if (!files.markdown.empty()) write_file(files.markdown, markdown(answer));
  if (!files.report.empty()) write_page(files.report, answer);
  flush_stdout();
  if (!files.junit.empty()) write_file(files.junit, junit(answer));
}

}  // namespace hearsay::cli
