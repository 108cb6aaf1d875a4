#include <hearsay/report/junit.hpp>

#include <fmt/format.h>

namespace hearsay::report {

void JUnit::begin(const RunInfo& info) { *this = JUnit{}, info_ = info; }

void JUnit::row(const run::Row& row) {
  ++tests_;
  const auto& finding = row.finding;
  const auto dot = row.claim->id.find('.');
  cases_ += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\"", xml_escape(row.claim->id.substr(0, dot)),
                        xml_escape(row.claim->id.substr(dot + 1)), row.seconds);
  const std::string detail = xml_escape(finding.witness ? witness_line(*finding.witness) : finding.note);
  const auto close = [&](std::string_view element) {
    cases_ += fmt::format(">\n    <{} message=\"expected {}, found {}\">{}</{}>\n  </testcase>\n", element,
                          to_string(row.claim->expected), to_string(finding.verdict), detail, element);
  };
  if (row.as_expected()) {
    cases_ += "/>\n";
  } else if (finding.verdict == Verdict::broken) {
    ++errors_;
    close("error");
  } else if (finding.verdict == Verdict::inconclusive) {
    ++skipped_;
    cases_ += fmt::format(">\n    <skipped message=\"inconclusive: {}\"/>\n  </testcase>\n", detail);
  } else {
    ++failures_;
    close("failure");
  }
}

void JUnit::end(const run::Summary&) {
  text_ = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"hearsay verify\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n",
      tests_, failures_, errors_, skipped_, info_.seconds, cases_);
}

std::string xml_escape(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? '?' : c;
    }
  }
  return safe;
}

}  // namespace hearsay::report
