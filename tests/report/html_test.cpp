// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/html.hpp>

namespace hearsay::report {
namespace {

constexpr claims::Claim claim = {.id = "paper.bound",
                                 .source = "key2020",
                                 .paper_version = "VENUE 2020",
                                 .level = claims::Level::step,
                                 .quote = "so that A < B",
                                 .quote_where = "page 2",
                                 .formula = "A <= B",
                                 .reading = "Strictly.",
                                 .statement = "A < B & \"C\".",
                                 .conditions = "n >= 2",
                                 .adversary = "one node",
                                 .domain = "small graphs",
                                 .evidence = claims::Evidence::property,
                                 .expected = Verdict::refuted,
                                 .repaired_by = "paper.repair",
                                 .root = "paper.first",
                                 .witness = "x",
                                 .realistic = "n = 2000: 3 > 2",
                                 .controls = "",
                                 .note = ""};

std::string page(Verdict verdict) {
  run::Finding finding{.verdict = verdict, .instances = 3};
  if (verdict == Verdict::refuted) {
    finding.witness = run::Witness{
        .instance = {{"graph", "0-1 1-2"}, {"observer", 0}, {"target", 2}}, .claimed = "1/3", .actual = "1/2"};
  }
  Html sink;
  Sink* sinks[] = {&sink};
  const run::Row rows[] = {{.claim = &claim, .finding = finding}};
  feed({}, rows, sinks);
  return sink.text();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

TEST(Html, ShowsStatementWitnessAndRepairEscaped) {
  const auto text = page(Verdict::refuted);
  EXPECT_NE(text.find("A &lt; B &amp; &quot;C&quot;."), std::string::npos);
  EXPECT_NE(text.find("claimed 1/3, actual 1/2"), std::string::npos);
  EXPECT_NE(text.find("paper.repair"), std::string::npos);
  EXPECT_EQ(text.find("href=\"#paper.repair\""), std::string::npos) << "a link to a claim that is not on the page";
  EXPECT_EQ(text.find("(expected"), std::string::npos);
}

TEST(Html, ShowsLevelQuoteFormulaReadingAndRoot) {
  const auto text = page(Verdict::refuted);
  for (const char* shown :
       {"<dd>step</dd>", "VENUE 2020", "so that A &lt; B", "(page 2)", "<dt>formula</dt><dd>A &lt;= B</dd>",
        "Strictly.", "n = 2000: 3 &gt; 2", "<dt>follows from</dt><dd>paper.first</dd>",
        "Published statements (papers and released code): 0 not refuted, 1 refuted."}) {
    EXPECT_NE(text.find(shown), std::string::npos) << shown;
  }
}

TEST(Html, LinksToARepairOnThePage) {
  auto repair = claim;
  repair.id = "paper.repair";
  repair.repaired_by = "";
  Html sink;
  Sink* sinks[] = {&sink};
  const run::Row rows[] = {{.claim = &claim, .finding = {}}, {.claim = &repair, .finding = {}}};
  feed({}, rows, sinks);
  EXPECT_EQ(count(sink.text(), "<dd><a href=\"#paper.repair\">"), 1u);
}

TEST(Html, MarksASurprise) {
  EXPECT_NE(page(Verdict::holds).find("not refuted (expected refuted)"), std::string::npos);
}

TEST(Html, NeedsNoNetwork) {
  const auto text = page(Verdict::refuted);
  EXPECT_EQ(text.find("http"), std::string::npos);
  EXPECT_EQ(text.find("src="), std::string::npos);
}

TEST(WitnessPicture, DrawsEveryNodeAndEdgeAndMarksObserverAndTarget) {
  const auto svg = witness_picture({{"graph", "0-1 1-2 2-3"}, {"observer", 0}, {"target", 3}});
  EXPECT_EQ(count(svg, "<circle"), 4u);
  EXPECT_EQ(count(svg, "<line"), 3u);
  EXPECT_EQ(count(svg, "#b3261e"), 1u);
  EXPECT_EQ(count(svg, "#1a56b0"), 1u);
}

TEST(WitnessPicture, IsEmptyWithoutAnEdgeList) {
  EXPECT_EQ(witness_picture({{"graph", "hypercube:12"}}), "");
  EXPECT_EQ(witness_picture({{"nodes", 3}}), "");
  EXPECT_EQ(witness_picture(nullptr), "");
}

}  // namespace
}  // namespace hearsay::report
