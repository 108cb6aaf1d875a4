// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/figure_page.hpp>

namespace hearsay::report {
namespace {

nlohmann::ordered_json manifest() {
  return nlohmann::ordered_json::parse(
      R"json({"version": "1", "seed": 7, "scale": "small", "complete": true, "figures": [
    {"figure": "paper/figure_1", "title": "A < B & C", "caption": "A stays below", "source": "key2020", "claims": ["walk.thm3.final"], "parameters": {"nodes": 5}, "note": "Generated data", "table": "", "files": ["paper/figure_1/a.csv"],
     "pictures": ["paper/figure_1/a.svg"], "expected_source": "by hand",
     "expected": [{"name": "ratio", "value": 0.5, "lowest": 0.4, "highest": 0.6, "seeds": 20, "as_expected": true}, {"name": "rate", "value": 2, "lowest": 0, "highest": 1, "seeds": 0, "as_expected": false}]},
    {"figure": "paper/table_1", "title": "T", "caption": "", "source": "key2020", "claims": ["walk.thm3.final", "muffliato.thm1"], "parameters": {}, "note": "", "table": "x  y\n1  2\n", "files": [], "pictures": [], "expected_source": "", "expected": []}]})json");
}

bool has(const std::string& page, const std::string& text) { return page.find(text) != std::string::npos; }

TEST(FigurePage, ShowsPicturesAndTablesWithTheirCaptions) {
  const auto page = figure_page(manifest());
  EXPECT_TRUE(has(page, "<img src=\"paper/figure_1/a.svg\" alt=\"A &lt; B &amp; C\">"));
  EXPECT_TRUE(has(page, "<figcaption><b>A stays below.</b> A &lt; B &amp; C. Generated data.</figcaption>"));
  EXPECT_TRUE(has(page, "<pre>x  y\n1  2\n</pre>"));
  EXPECT_TRUE(has(page, "<code>{&quot;nodes&quot;:5}</code>"));
}

TEST(FigurePage, CountsWhatIsOutside) {
  const auto page = figure_page(manifest());
  EXPECT_TRUE(has(page, "2 numbers compared with their expected ranges: <b class=\"missed\">1 outside</b>"));
  EXPECT_TRUE(
      has(page,
          "<td>rate</td><td class=\"number\">2</td><td class=\"number\">0 .. 1</td><td class=\"missed\">outside</td>"
          "<td>reference</td>"));
  EXPECT_TRUE(has(page, "<td class=\"met\">as expected</td><td>spread over 20 seeds</td>"));
}

TEST(FigurePage, ListsItsContents) {
  const auto page = figure_page(manifest());
  EXPECT_TRUE(has(page, "<li><a href=\"#paper/figure_1\">paper/figure_1</a>: A &lt; B &amp; C</li>"));
  EXPECT_TRUE(has(page, "<figure id=\"paper/figure_1\">"));
}

TEST(FigurePage, FiguresAndClaimsLinkToEachOther) {
  const auto page = figure_page(manifest());
  EXPECT_TRUE(has(page, "<a href=\"#muffliato.thm1\"><code>muffliato.thm1</code></a>"));
  EXPECT_TRUE(has(page, "<li id=\"walk.thm3.final\"><code>walk.thm3.final</code>, not refuted (theorem): "));
  EXPECT_TRUE(has(page,
                  "Shown in <a href=\"#paper/figure_1\">paper/figure_1</a>, <a "
                  "href=\"#paper/table_1\">paper/table_1</a>.</li>"));
  EXPECT_FALSE(has(page, "muffliato.thm12"));
}

TEST(FigurePage, SaysWhenTheRunWasCutShort) {
  auto partial = manifest();
  EXPECT_FALSE(has(figure_page(partial), "cut short"));
  partial["complete"] = false;
  EXPECT_TRUE(has(figure_page(partial), "The run was cut short"));
}

TEST(FigurePage, NeedsNoNetwork) { EXPECT_FALSE(has(figure_page(manifest()), "http")); }

}  // namespace
}  // namespace hearsay::report
