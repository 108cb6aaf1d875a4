// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/derivation/derivation.hpp>

#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/core/json_text.hpp>
#include "tests/error_message.hpp"

namespace hearsay::report {
namespace {

nlohmann::ordered_json path_of_three() {
  return parse_json<nlohmann::ordered_json>(R"({"format": "hearsay-certificate/1", "kind": "view",
    "claim": "muffliato.thm1", "quantity": "loss", "verdict": "refutes",
    "instance": {"nodes": 3, "weights": "metropolis", "edges": [[0,1],[1,2]], "steps": 2, "observers": [0],
                 "own_noise": false, "target": 2},
    "proves": {"lower": "1/2", "upper": "1/2"},
    "evidence": {"combinations": [{"target": 2, "terms": [[0,1,"-1/2"],[1,1,"3/2"]]}]}})",
                                            "test");
}

/// The rows of the table whose first column has this title.
std::vector<std::vector<std::string>> rows_of(const Derivation& derivation, const std::string& title) {
  for (const auto& block : derivation.blocks) {
    const auto* table = std::get_if<NumberTable>(&block);
    if (table != nullptr && table->columns.front().title == title) return table->rows;
  }
  return {};
}

// By hand: the messages are (0, 1, 0) and (1/3, 1/3, 1/3); -1/2 and 3/2 of them leave (1/2, 0, 1/2).
TEST(Derivation, OfThePathOfThree) {
  const auto derivation = derive(path_of_three());
  EXPECT_EQ(derivation.claim, "muffliato.thm1");
  const std::vector<std::vector<std::string>> messages = {{"y1: step 0, from 1", "0", "1", "0", "1", "0"},
                                                          {"y2: step 1, from 1", "1/3", "1/3", "1/3", "1/3", "1/3"},
                                                          {"sum", "", "", "", "", "1/3"}};
  EXPECT_EQ(rows_of(derivation, "message"), messages);
  const std::vector<std::vector<std::string>> parts = {
      {"-1/2 y1", "0", "-1/2", "0"}, {"3/2 y2", "1/2", "1/2", "1/2"}, {"sum g", "1/2", "0", "1/2"}};
  EXPECT_EQ(rows_of(derivation, "part"), parts);
  const auto& last = std::get<Inequality>(derivation.blocks.back());
  EXPECT_EQ(last.left + last.relation + last.right, "1/2>1/3");
}

TEST(Derivation, RefusesEvidenceThatShowsLess) {
  auto certificate = path_of_three();
  certificate["evidence"]["combinations"][0]["terms"][0][2] = "-1/4";
  EXPECT_EQ(tests::message_of([&] { (void)derive(certificate); }),
            "HS-203 derivation: the evidence does not show what the certificate says");
  certificate = path_of_three();
  certificate["evidence"]["combinations"][0]["terms"][0][1] = 2;
  EXPECT_EQ(tests::message_of([&] { (void)derive(certificate); }),
            "HS-203 derivation: the combination has a message that the observers do not receive");
}

TEST(Derivation, RefusesWhatRefutesNoClaim) {
  auto certificate = path_of_three();
  certificate["claim"] = nullptr;
  EXPECT_EQ(tests::message_of([&] { (void)derive(certificate); }),
            "HS-101 derivation: the certificate refutes no claim of the table");
  certificate = path_of_three();
  certificate["kind"] = "bundle";
  EXPECT_EQ(tests::message_of([&] { (void)derive(certificate); }),
            "HS-101 derivation: no derivation of this kind of certificate");
  certificate = path_of_three();
  certificate["proves"]["lower"] = "1/3";
  certificate["proves"].erase("upper");
  EXPECT_EQ(tests::message_of([&] { (void)derive(certificate); }),
            "HS-203 derivation: the certificate's ends do not contradict the statement's bound");
}

TEST(Derivation, PrintsAsTextHtmlAndLatex) {
  const Derivation derivation{
      .claim = "a_b.c",
      .blocks = {
          Sentence{"50 % <x>"},
          NumberTable{
              .caption = "", .columns = {{"part", true}, {"x_1"}}, .rows = {{"a", "1/2"}, {"sum", "1/2"}}, .totals = 1},
          Formula{"y", {{"=", "1/2 + 1/2"}, {"=", "1"}}}, Inequality{"1/2", ">", "1/3", "it fails"}}};
  EXPECT_EQ(text(derivation).plain().string(),
            "a_b.c\n\n50 % <x>\n\npart  x_1\na     1/2\nsum   1/2\n\n  y = 1/2 + 1/2 = 1\n  1/2 > 1/3, so it fails.\n");
  EXPECT_EQ(html(derivation),
            "<p>50 % &lt;x&gt;</p>\n<div class=\"scroll\"><table class=\"steps\"><thead><tr><th>part</th><th "
            "class=\"number\">x_1</th></tr></thead><tbody>\n<tr><td>a</td><td class=\"number\">1/2</td></tr>\n<tr "
            "class=\"total\"><td>sum</td><td class=\"number\">1/2</td></tr>\n</tbody></table></div>\n<p "
            "class=\"formula\">y<br>&nbsp;= 1/2 + 1/2<br>&nbsp;= 1</p>\n<p class=\"formula\"><strong>1/2 &gt; "
            "1/3</strong></p>\n<p>So it fails.</p>\n");
  const auto document = latex(derivation);
  EXPECT_NE(document.find("\\section*{a\\_b.c}\n\n50 \\% $<$x$>$\n\n"), std::string::npos) << document;
  EXPECT_NE(document.find("a & $\\tfrac{1}{2}$ \\\\\n\\hline\nsum & $\\tfrac{1}{2}$ \\\\\n"), std::string::npos)
      << document;
}

}  // namespace
}  // namespace hearsay::report
