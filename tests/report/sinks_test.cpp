// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <hearsay/core/version.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/junit.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/table.hpp>

#include "tests/source_dir.hpp"

namespace hearsay::report {
namespace {

constexpr claims::Claim refuted_claim = {.id = "paper.bound",
                                         .source = "key2020, Theorem 1",
                                         .paper_version = "VENUE 2020",
                                         .level = claims::Level::theorem,
                                         .quote = "Loss is at most <the bound>.",
                                         .quote_where = "Theorem 1",
                                         .reading = "Natural logarithm.",
                                         .statement = "Loss <= \"bound\" & more.",
                                         .conditions = "n >= 2",
                                         .adversary = "one node",
                                         .domain = "small graphs",
                                         .evidence = claims::Evidence::property,
                                         .expected = Verdict::refuted,
                                         .repaired_by = "paper.bound.repaired",
                                         .root = "paper.bound",
                                         .witness = "path of 3 nodes",
                                         .controls = "",
                                         .note = ""};
constexpr claims::Claim holding_claim = {.id = "paper.bound.repaired",
                                         .source = "hearsay",
                                         .level = claims::Level::ours,
                                         .statement = "Loss = projector.",
                                         .conditions = "n >= 2",
                                         .adversary = "one node",
                                         .domain = "small graphs",
                                         .evidence = claims::Evidence::exact,
                                         .expected = Verdict::holds,
                                         .repaired_by = "",
                                         .witness = "",
                                         .controls = "",
                                         .note = ""};
constexpr claims::Claim surprising_claim = {.id = "paper.rate",
                                            .source = "key2020, Theorem 2",
                                            .paper_version = "VENUE 2020",
                                            .level = claims::Level::misprint,
                                            .quote = "Rate 1/n.",
                                            .quote_where = "page 3",
                                            .statement = "Rate 1/n.",
                                            .conditions = "m = 1",
                                            .adversary = "one node",
                                            .domain = "rings",
                                            .evidence = claims::Evidence::statistical,
                                            .expected = Verdict::holds,
                                            .repaired_by = "",
                                            .witness = "",
                                            .controls = "",
                                            .note = ""};

std::vector<run::Row> three_rows() {
  run::Finding refuted{.verdict = Verdict::refuted, .instances = 12, .tightness = -0.5, .slack = 2.0 / 3.0};
  refuted.witness = run::Witness{.instance = {{"graph", "0-1 1-2"}, {"steps", 2}}, .claimed = "1/3", .actual = "1/2"};
  run::Finding surprise = refuted;
  surprise.witness->certificate = run::Certificate::statistical;
  surprise.confidence = 0.999;
  return {{.claim = &refuted_claim, .finding = refuted, .seconds = 0.25},
          {.claim = &holding_claim,
           .finding = {.verdict = Verdict::holds, .instances = 400, .tightness = 0.0, .slack = 1.0},
           .seconds = 0.5},
          {.claim = &surprising_claim, .finding = surprise, .seconds = 0.125, .error_level = 1e-6}};
}

const RunInfo info{
    .effort = run::Effort::quick, .seed = 7, .patterns = {"paper.*"}, .family_error = 1e-6, .jobs = 2, .seconds = 1.0};

/// Compares with tests/approved/NAME; writes NAME.received beside the test's working folder when they differ.
void expect_approved(const std::string& name, const std::string& text) {
  std::ifstream file(tests::source_dir() / "tests/approved" / name);
  std::stringstream approved;
  approved << file.rdbuf();
  if (text != approved.str()) std::ofstream(name + ".received") << text;
  EXPECT_EQ(text, approved.str()) << "differs from tests/approved/" << name;
}

TEST(Table, MatchesTheApprovedFile) {
  std::ostringstream out;
  Table sink(out);
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  expect_approved("three_rows.table.txt", out.str());
}

TEST(JUnit, MatchesTheApprovedFile) {
  JUnit sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  const std::string current = fmt::format("\"version\" value=\"{}\"", version), any = "\"version\" value=\"any\"";
  auto text = sink.text();
  ASSERT_NE(text.find(current), std::string::npos) << text;
  expect_approved("three_rows.junit.xml", text.replace(text.find(current), current.size(), any));
}

TEST(Markdown, MatchesTheApprovedFile) {
  Markdown sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  expect_approved("three_rows.md", sink.text());
}

TEST(Json, MatchesTheApprovedFileApartFromTheMachine) {
  Json sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  auto result = sink.result();
  ASSERT_TRUE(result.contains("machine"));
  result.erase("machine");
  result["version"] = "any";
  expect_approved("three_rows.json", result.dump(1) + "\n");
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
  EXPECT_NE(sink.text().find("expected holds, found inconclusive\">coverage</error>"), std::string::npos);
}

/// The number after `attribute="` in the testsuite element.
int count(const std::string& text, const std::string& attribute) {
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
      EXPECT_EQ(count(sink.text(), "tests"), 1);
      EXPECT_EQ(count(sink.text(), "failures") + count(sink.text(), "errors") > 0, run::exit_code(rows) != 0)
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
  EXPECT_EQ(count(text(), "failures"), 0);
  other.changes = {"a.b: tightness 1 -> 2", "c.d: gone (was <holds>)"};
  EXPECT_NE(text().find("<failure message=\"2 changes since the baseline\">a.b: tightness 1 -&gt; 2\nc.d: gone (was "
                        "&lt;holds&gt;)</failure>"),
            std::string::npos)
      << text();
  EXPECT_EQ(count(text(), "failures"), 1);
  EXPECT_EQ(count(text(), "tests"), 2);
  other.cut_short = true;
  EXPECT_EQ(count(text(), "errors"), 1);
  EXPECT_NE(text().find("<testcase classname=\"run\" name=\"complete\""), std::string::npos);
}

}  // namespace
}  // namespace hearsay::report
