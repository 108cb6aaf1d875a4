// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/junit.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hearsay/core/version.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/search_verdict.hpp>

namespace hearsay::report {

void JUnit::begin(const RunInfo& info) { *this = JUnit{}, info_ = info; }

void JUnit::add(std::string_view group, std::string_view name, double seconds, const std::string& content) {
  ++tests_;
  cases_ += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml_escape(group), xml_escape(name),
                        seconds);
  cases_ += content.empty() ? "/>\n" : fmt::format(">\n    {}\n  </testcase>\n", content);
}

std::string JUnit::failure(std::string_view message, std::string_view detail) {
  ++failures_;
  return fmt::format("<failure message=\"{}\">{}</failure>", xml_escape(message), xml_escape(detail));
}

std::string JUnit::error(std::string_view message, std::string_view detail) {
  ++errors_;
  return fmt::format("<error message=\"{}\">{}</error>", xml_escape(message), xml_escape(detail));
}

void JUnit::row(const run::Row& row) {
  const auto& finding = row.finding;
  const auto command = command_of(info_, row);
  const std::string detail =
      finding.witness ? witness_line(*finding.witness) + (command.empty() ? "" : "\n" + command) : finding.note;
  const std::string message =
      fmt::format("expected {}, found {}", search_verdict(row.claim->expected), search_verdict(finding.verdict));
  std::string content;
  if (row.as_expected()) {
    if (finding.witness) content = fmt::format("<system-out>{}</system-out>", xml_escape(detail));
  } else if (finding.verdict == Verdict::broken || finding.verdict == Verdict::inconclusive) {
    content = error(message, detail);
  } else {
    content = failure(message, detail);
  }
  const auto dot = row.claim->id.find('.');
  add(row.claim->id.substr(0, dot), row.claim->id.substr(dot + 1), row.seconds, content);
}

void JUnit::end(const run::Summary&) {
  if (info_.changes) {
    const auto count = info_.changes->size();
    const std::string message = fmt::format("{} change{} since the baseline", count, count == 1 ? "" : "s");
    add("baseline", "unchanged", 0.0,
        count == 0 ? std::string() : failure(message, fmt::format("{}", fmt::join(*info_.changes, "\n"))));
  }
  if (info_.cut_short) add("run", "complete", 0.0, error("the run was cut short; the result is partial", ""));
  text_ = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"hearsay verify\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\">\n"
      "  <properties>\n"
      "    <property name=\"version\" value=\"{}\"/>\n"
      "    <property name=\"seed\" value=\"{}\"/>\n"
      "    <property name=\"effort\" value=\"{}\"/>\n"
      "  </properties>\n{}</testsuite>\n",
      tests_, failures_, errors_, info_.seconds, xml_escape(version), info_.seed, to_string(info_.effort), cases_);
}

}  // namespace hearsay::report
