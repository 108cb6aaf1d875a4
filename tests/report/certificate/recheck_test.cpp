// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/certificate/recheck.hpp>

namespace hearsay::report {
namespace {

CertificateFile file(const std::string& claim, const std::string& text) {
  return {.name = claim + ".json", .text = text, .claim = claim, .verdict = "refutes"};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size())) ++found;
  return found;
}

const CertificateFolder proofs{
    .files = {file("paper.short", R"({"relation": "<="})"), file("paper.long", std::string(64'001, ' '))},
    .uncertified = {},
    .parameters = {}};

TEST(Recheck, HasAButtonForAShortCertificateAndALinkToALongOne) {
  const Recheck recheck(proofs);
  EXPECT_NE(recheck.button("paper.short", false).find("data-check=\"paper.short\""), std::string::npos);
  EXPECT_NE(recheck.button("paper.short", false).find("re-check in your browser</button>"), std::string::npos);
  EXPECT_NE(recheck.button("paper.long", true).find("href=\"certificates/paper.long.json\""), std::string::npos);
  EXPECT_EQ(recheck.button("paper", true), "");
  EXPECT_FALSE(is_linked(proofs.files[0]));
  EXPECT_TRUE(is_linked(proofs.files[1]));
}

TEST(Recheck, EmbedsTheShortOnesAndTheCheckerSoThatNoTextEndsEarly) {
  const auto script = Recheck(proofs).script();
  EXPECT_NE(script.find(R"(data-certificate="paper.short">{"relation": "\u003c="}</script>)"), std::string::npos);
  EXPECT_EQ(script.find("paper.long"), std::string::npos);
  EXPECT_EQ(count(script, "<script"), 4u);  // the table, a certificate, the checker, the program
  EXPECT_EQ(count(script, "</script>"), 4u);
  EXPECT_EQ(script.find("<!--"), std::string::npos);
}

TEST(Recheck, IsNothingWithoutCertificates) {
  const CertificateFolder none;
  EXPECT_EQ(Recheck(none).panel() + Recheck(none).style() + Recheck(none).script(), "");
}

TEST(ResultProofs, HaveAButtonForEachAndThePlaceForFilesWithoutAnyToo) {
  const ResultProofs two({{.words = "first", .text = "{}"}, {.words = "second", .text = R"({"a": "<"})"}},
                         {"the rest"});
  EXPECT_EQ(count(two.panel(), "data-check="), 2u);
  EXPECT_NE(two.panel().find("Not proved here: the rest."), std::string::npos);
  EXPECT_NE(two.script().find(R"(data-certificate="proof 2">{"a": "\u003c"}</script>)"), std::string::npos);
  const ResultProofs none;
  EXPECT_EQ(count(none.panel(), "data-check="), 0u);
  EXPECT_NE(none.panel().find("id=\"check-all\" hidden"), std::string::npos);
  EXPECT_NE(none.panel().find("id=\"files\""), std::string::npos);
  EXPECT_NE(none.script().find("id=\"checker\""), std::string::npos);
}

}  // namespace
}  // namespace hearsay::report
