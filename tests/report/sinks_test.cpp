#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <hearsay/report/json.hpp>
#include <hearsay/report/junit.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/table.hpp>

#include "tests/source_dir.hpp"

namespace hearsay::report {
namespace {

constexpr claims::Claim refuted_claim = {
    .id = "paper.bound", .source = "key2020, Theorem 1", .statement = "Loss <= \"bound\" & more.", .conditions = "n >= 2",
    .adversary = "one node", .domain = "small graphs", .evidence = claims::Evidence::property, .expected = Verdict::refuted,
    .repaired_by = "paper.bound.repaired", .witness = "path of 3 nodes", .controls = "", .note = ""};
constexpr claims::Claim holding_claim = {
    .id = "paper.bound.repaired", .source = "hearsay", .statement = "Loss = projector.", .conditions = "n >= 2",
    .adversary = "one node", .domain = "small graphs", .evidence = claims::Evidence::exact, .expected = Verdict::holds,
    .repaired_by = "", .witness = "", .controls = "", .note = ""};
constexpr claims::Claim surprising_claim = {
    .id = "paper.rate", .source = "key2020, Theorem 2", .statement = "Rate 1/n.", .conditions = "m = 1",
    .adversary = "one node", .domain = "rings", .evidence = claims::Evidence::statistical, .expected = Verdict::holds,
    .repaired_by = "", .witness = "", .controls = "", .note = ""};

std::vector<run::Row> three_rows() {
  run::Finding refuted{.verdict = Verdict::refuted, .instances = 12, .tightness = -0.5};
  refuted.witness = run::Witness{.instance = {{"graph", "0-1 1-2"}, {"steps", 2}}, .claimed = "1/3", .actual = "1/2"};
  run::Finding surprise = refuted;
  surprise.witness->certificate = run::Certificate::statistical;
  surprise.confidence = 0.999;
  return {{.claim = &refuted_claim, .finding = refuted, .seconds = 0.25},
          {.claim = &holding_claim, .finding = {.verdict = Verdict::holds, .instances = 400, .tightness = 0.0}, .seconds = 0.5},
          {.claim = &surprising_claim, .finding = surprise, .seconds = 0.125, .error_level = 1e-6}};
}

const RunInfo info{.effort = run::Effort::quick, .seed = 7, .patterns = {"paper.*"}, .family_error = 1e-6, .jobs = 2, .seconds = 1.0};

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
  expect_approved("three_rows.junit.xml", sink.text());
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

TEST(JUnit, ReportsBrokenAsErrorAndInconclusiveAsSkipped) {
  std::vector<run::Row> rows = {{.claim = &holding_claim, .finding = {.verdict = Verdict::broken, .note = "threw <x>"}},
                                {.claim = &holding_claim, .finding = {.verdict = Verdict::inconclusive, .note = "coverage"}}};
  JUnit sink;
  Sink* sinks[] = {&sink};
  feed(info, rows, sinks);
  EXPECT_NE(sink.text().find("failures=\"0\" errors=\"1\" skipped=\"1\""), std::string::npos) << sink.text();
  EXPECT_NE(sink.text().find("threw &lt;x&gt;"), std::string::npos);
}

}  // namespace
}  // namespace hearsay::report
