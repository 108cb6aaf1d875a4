// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include <hearsay/core/version.hpp>
#include <hearsay/report/junit.hpp>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

TEST(JUnit, MatchesTheApprovedFile) {
  JUnit sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  const std::string current = fmt::format("\"version\" value=\"{}\"", version), any = "\"version\" value=\"any\"";
  auto text = sink.text();
  ASSERT_NE(text.find(current), std::string::npos) << text;
  expect_approved("three_rows.junit.xml", text.replace(text.find(current), current.size(), any));
}

TEST(JUnit, IsRedForWhatIsBrokenOrInconclusive) {
  std::vector<run::Row> rows = {
      {.claim = &holding_claim, .finding = {.verdict = Verdict::broken, .note = "threw <x>"}},
      {.claim = &holding_claim, .finding = {.verdict = Verdict::inconclusive, .note = "coverage"}}};
  JUnit sink;
  Sink* sinks[] = {&sink};
  feed(info, rows, sinks);
  EXPECT_NE(sink.text().find("failures=\"0\" errors=\"2\" skipped=\"0\""), std::string::npos) << sink.text();
  EXPECT_NE(sink.text().find("threw &lt;x&gt;"), std::string::npos);
  EXPECT_NE(sink.text().find("expected not refuted, found inconclusive\">coverage</error>"), std::string::npos);
}

/// The number after `attribute="` in the testsuite element.
int attribute_count(const std::string& text, const std::string& attribute) {
  const auto found = text.find(attribute + "=\"");
  return found == std::string::npos ? -1 : std::atoi(text.c_str() + found + attribute.size() + 2);
}

TEST(JUnit, IsRedExactlyIfTheExitCodeIsNotZero) {
  for (const auto expected : {Verdict::holds, Verdict::refuted, Verdict::inconclusive, Verdict::broken}) {
    auto claim = holding_claim;
    claim.expected = expected;
    for (const auto found : {Verdict::holds, Verdict::refuted, Verdict::inconclusive, Verdict::broken}) {
      const std::vector<run::Row> rows = {{.claim = &claim, .finding = {.verdict = found}}};
      JUnit sink;
      Sink* sinks[] = {&sink};
      feed(info, rows, sinks);
      EXPECT_EQ(attribute_count(sink.text(), "tests"), 1);
      EXPECT_EQ(attribute_count(sink.text(), "failures") + attribute_count(sink.text(), "errors") > 0,
                run::exit_code(rows) != 0)
          << to_string(expected) << " " << to_string(found);
    }
  }
}

TEST(JUnit, HasATestCaseForTheBaselineAndOneForARunThatWasCutShort) {
  const std::vector<run::Row> rows = {{.claim = &holding_claim, .finding = {.verdict = Verdict::holds}}};
  auto other = info;
  const auto text = [&] {
    JUnit sink;
    Sink* sinks[] = {&sink};
    feed(other, rows, sinks);
    return sink.text();
  };
  EXPECT_EQ(text().find("baseline"), std::string::npos);
  other.changes.emplace();
  EXPECT_NE(text().find("<testcase classname=\"baseline\" name=\"unchanged\" time=\"0.000\"/>"), std::string::npos)
      << text();
  EXPECT_EQ(attribute_count(text(), "failures"), 0);
  other.changes = {"a.b: tightness 1 -> 2", "c.d: gone (was <holds>)"};
  EXPECT_NE(text().find("<failure message=\"2 changes since the baseline\">a.b: tightness 1 -&gt; 2\nc.d: gone (was "
                        "&lt;holds&gt;)</failure>"),
            std::string::npos)
      << text();
  EXPECT_EQ(attribute_count(text(), "failures"), 1);
  EXPECT_EQ(attribute_count(text(), "tests"), 2);
  other.cut_short = true;
  EXPECT_EQ(attribute_count(text(), "errors"), 1);
  EXPECT_NE(text().find("<testcase classname=\"run\" name=\"complete\""), std::string::npos);
}

}  // namespace
}  // namespace hearsay::report
