// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "empirical/figures/figure.hpp"
#include "empirical/figures/muffliato_figures.hpp"
#include "empirical/figures/rumor_figures.hpp"
#include "tests/source_dir.hpp"

namespace hearsay::empirical {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

Json read(const fs::path& path) {
  std::ifstream in(path);
  return Json::parse(in);
}

TEST(Figures, HaveASpecificationAndExpectationsForBothScales) {
  const fs::path experiments = tests::source_dir() / "experiments";
  std::set<std::string> known;
  for (const auto& figure : figures()) {
    known.emplace(figure.id);
    const auto spec = read(experiments / figure.id / "spec.json"),
               expected = read(experiments / figure.id / "expected.json");
    for (const auto* field : {"source", "title"}) EXPECT_FALSE(spec.value(field, "").empty()) << figure.id;
    EXPECT_FALSE(expected.value("source", "").empty()) << figure.id;
    for (const auto* scale : {"small", "paper"}) {
      EXPECT_TRUE(spec["scales"].contains(scale)) << figure.id;
      EXPECT_FALSE(expected.value(scale, Json::object()).empty()) << figure.id << " has nothing to be compared with";
    }
  }
  for (const auto& paper : fs::directory_iterator(experiments)) {
    for (const auto& folder : fs::directory_iterator(paper))
      EXPECT_TRUE(known.contains(fs::relative(folder, experiments).string())) << folder;
  }
}

TEST(Figures, CsvQuotesTextAndKeepsNineDigits) {
  Csv csv("name,n,x");
  csv.row("a b", 3, 1.0 / 3.0);
  csv.gap();
  csv.row(std::string("c"), 4u, 0.5);
  EXPECT_EQ(csv.text(), "name,n,x\n\"a b\",3,0.333333333\n\n\"c\",4,0.5\n");
}

TEST(Figures, ScriptsNamePanelsAxesAndCurves) {
  const std::vector<Panel> panels(
      3, Panel{.title = "left",
               .x = "time (s)",
               .y = "loss",
               .setup = "set logscale y\n",
               .curves = {{"'a.csv' using 1:2", "with lines", "one"}, {"2", "with dots", ""}}});
  const auto script = gnuplot_script("a.svg", "all", 2, panels);
  for (const std::string part : {"set output 'a.svg'", "set multiplot layout 2,2 title 'all'", "set title 'left'",
                                 "set xlabel 'time (s)'", "set ylabel 'loss'", "set logscale y\n",
                                 "plot 'a.csv' using 1:2 with lines title 'one', \\\n  2 with dots notitle\n"}) {
    EXPECT_NE(script.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(rows_where("a.csv", 2, "x", "3:4:5"), "'a.csv' using (strcol(2) eq 'x' ? $3 : 1/0):4:5");
}

TEST(Figures, HypercubeLosesTheClosedForm) {
  const auto data = muffliato_figure_3({.parameters = {{"dimensions", {4, 5}}}, .jobs = 1});
  EXPECT_NEAR(data.summary.at("own noise known, distance 2, n = 16"), 2.0 / 3.0, 1e-9);  // m / C(m, 2)
  EXPECT_NEAR(data.summary.at("own noise known, distance 2, n = 32"), 0.5, 1e-9);
  EXPECT_LE(data.summary.at("largest spread of the exact loss at one distance"), 1e-9);
}

TEST(Figures, UtilityOnTheRingFallsLikeOneOverN) {
  const auto data = muffliato_table_1(
      {.parameters = {
           {"graphs",
            {{{"name", "ring"}, {"specs", {"ring:101", "ring:401"}}, {"logs", {1, 1}}, {"printed", {"-1", "-1"}}}}}}});
  EXPECT_NEAR(data.summary.at("exponent of n, Algorithm 1, ring"), -1.0024, 1e-3);  // closed-form gaps
  EXPECT_NEAR(data.summary.at("exponent of n, Algorithm 2, ring"), -0.0002, 1e-3);
  EXPECT_TRUE(data.pictures.empty());
  EXPECT_NE(data.table.find("ring"), std::string::npos);
}

TEST(Figures, DrawingsShowEveryNodeAndNoMoreThanFourThousandEdges) {
  const Json ego = {{"communities", 3}, {"smallest", 40}, {"largest", 60}, {"inside", 1.0}, {"across", 0.9}};
  const auto data = muffliato_figure_1b({.parameters = {{"network", "414"}, {"generated", ego}}, .jobs = 1});
  const auto lines = [&](const std::string& file) { return std::ranges::count(data.csv.at(file), '\n'); };
  const auto nodes = lines("figure_1b.csv") - 1, edges = (lines("figure_1b_edges_generated-1.csv") - 1) / 3;
  EXPECT_GE(nodes, 120);
  EXPECT_LE(nodes, 180);
  EXPECT_LE(edges, 4000);
  EXPECT_GE(edges, 2000);
  EXPECT_NE(data.note.find("Generated graphs"), std::string::npos);
}

TEST(Figures, SmallOnesAreMadeWithEveryNumberTheyPromise) {
  const auto data = rumor_figure_3a({.parameters = {{"nodes", 300},
                                                    {"curious", 30},
                                                    {"runs", 200},
                                                    {"confidence", 0.9999},
                                                    {"suspects", {10, 0}},
                                                    {"muting", {0.0, 1.0}}}});
  EXPECT_EQ(data.summary.at("share of intervals that contain the computed value"), 1.0);
  EXPECT_NEAR(data.summary.at("exact precision, 10 suspects, muting 0"), 0.1 + 0.9 / 10, 1e-12);
  EXPECT_EQ(data.csv.at("figure_3a.csv").substr(0, 8), "suspects");
  EXPECT_NE(data.gnuplot.find("figure_3a.svg"), std::string::npos);
}

// Too many nodes to keep every count apart: only a muting of 0 and all honest nodes as suspects are computed exactly.
TEST(RumorFigure, SaysWhereTheChainIsAnApproximation) {
  const auto data = rumor_figure_3a(
      {.parameters = {{"nodes", 1200}, {"curious", 120}, {"runs", 10}, {"suspects", {10, 0}}, {"muting", {0.0, 1.0}}}});
  for (const char* key : {"exact precision, 10 suspects, muting 0", "mean-field precision, 10 suspects, muting 1",
                          "exact precision, all suspects, muting 1"}) {
    EXPECT_TRUE(data.summary.contains(key)) << key;
  }
  const auto& csv = data.csv.at("figure_3a.csv");
  EXPECT_EQ(csv.find("mean-field"), csv.rfind("mean-field"));
  EXPECT_NE(csv.find("mean-field"), std::string::npos);
  EXPECT_NE(data.gnuplot.find("'10 suspects: mean-field'"), std::string::npos);
  EXPECT_NE(data.gnuplot.find("'all honest suspects: exact'"), std::string::npos);
  const auto small = rumor_figure_3a(
      {.parameters = {{"nodes", 100}, {"curious", 10}, {"runs", 10}, {"suspects", {10, 0}}, {"muting", {0.0, 1.0}}}});
  EXPECT_TRUE(small.summary.contains("exact precision, 10 suspects, muting 1"));
  EXPECT_EQ(small.csv.at("figure_3a.csv").find("mean-field"), std::string::npos);
}

}  // namespace
}  // namespace hearsay::empirical
