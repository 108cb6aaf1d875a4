// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/figure.hpp"

#include <gtest/gtest.h>

#include "tests/error_message.hpp"

namespace hearsay::empirical {
namespace {

using Json = nlohmann::ordered_json;

/// Two graphs, two observers, three rounds.
Measured measured() {
  Measured found;
  auto table = growth_of_streams().table("growth");
  for (const std::string graph : {"petersen", "ring:9"}) {
    for (const std::string who : {"one", "two"}) {
      for (int t = 1; t <= 3; ++t) table.row(graph, who, t, 0.5 * t, t - 1.0, t / 10.0);
    }
  }
  found.tables.emplace("growth", std::move(table));
  return found;
}

FigureSpec spec_of(const std::string& drawn) {
  return figure_spec(Json::parse(R"({"source": "test", "title": "Growth", "measurement": "growth of constant streams",
                                     "scales": {"small": {"graphs": [], "rounds": 3}}, )" +
                                 drawn + "}"),
                     "spec.json");
}

std::string script(const std::string& panel, const std::string& picture = "") {
  return make_figure(spec_of(R"("picture": {"title": "all of {rounds}", )" + picture + R"("panels": [)" + panel + "]}"),
                     measured(), {{"rounds", 3}}, "growth")
      .gnuplot;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Figure, CurvesAreSelectedLabelledAndColored) {
  const auto text = script(R"({"title": "it's", "x": {"label": "T"}, "y": {"label": "loss"}, "legend": "top left",
    "curves": [{"where": {"graph": "ring:9"}, "each": "observers", "x": "rounds", "y": "constant", "style": "lines", "label": "{observers} on {graph}"}]})");
  EXPECT_TRUE(has(text, "set output 'growth.svg'"));
  EXPECT_TRUE(has(text, "set multiplot layout 1,1 title 'all of 3'"));
  EXPECT_TRUE(has(text, "set title 'it''s'\nset xlabel 'T'"));
  EXPECT_TRUE(has(text, "set ylabel 'loss'"));
  EXPECT_TRUE(has(text, "set key top left\n"));
  EXPECT_TRUE(has(text, "$data1 << EOD\n1 0.5\n2 1\n3 1.5\nEOD\n"));
  EXPECT_FALSE(has(text, "$data2 <<")) << "equal data are written once";
  EXPECT_TRUE(has(text,
                  "plot $data1 using 1:2 with lines lw 2 dt 1 lc rgb '#1b6ca8' title 'one on ring:9', \\\n"
                  "  $data1 using 1:2 with lines lw 2 dt 1 lc rgb '#d1495b' title 'two on ring:9'\n"));
}

TEST(Figure, EachValueOfAColumnHasItsPanel) {
  const auto text = script(R"({"title": "{graph}", "curves": [{"x": "rounds", "y": "constant", "style": "points"}]})",
                           R"("columns": 2, "each": {"column": "graph"}, )");
  EXPECT_TRUE(has(text, "set multiplot layout 1,2 title"));
  EXPECT_LT(text.find("set title 'petersen'"), text.find("set title 'ring:9'"));
}

TEST(Figure, LogarithmsLeaveOutWhatIsNotPositiveAndGroupsLiftThePen) {
  const auto text =
      script(R"({"y": {"log": true, "powers": true, "range": [1e-3, null]}, "lines": [{"y": 1, "label": "local DP"}],
    "curves": [{"where": {"graph": "ring:9"}, "group": "observers", "x": "rounds", "y": "predicted", "style": "steps", "label": "local DP"}]})");
  EXPECT_TRUE(has(text, "$data1 << EOD\n2 1\n3 2\n\n2 1\n3 2\nEOD\n"));
  EXPECT_TRUE(has(text, "set logscale y\nset format y '10^{%L}'\nset yrange [0.001:*]\n"));
  EXPECT_TRUE(has(text,
                  "plot 1 with lines dt 2 lw 2 lc rgb '#000000' title 'local DP', \\\n"
                  "  $data1 using 1:2 with steps lw 2 dt 1 lc rgb '#1b6ca8' notitle\n"))
      << "a label is shown once";
}

TEST(Figure, BarsReachToEitherSideOrToTheColumnsNamed) {
  const std::string curve =
      R"({"curves": [{"where": {"graph": "ring:9", "observers": "one"}, "x": "rounds", "y": "constant", )";
  EXPECT_TRUE(has(script(curve + R"("spread": "rounds_over_n", "style": "errorlines"}]})"), "\n1 0.5 0.4 0.6\n"));
  EXPECT_TRUE(has(script(curve + R"("low": "predicted", "high": "rounds", "style": "band"}]})"), "\n3 1.5 2 3\n"));
}

TEST(Figure, NamesWhatCannotBeDrawn) {
  const auto complaint = [](const std::string& panel) { return tests::message_of([&] { (void)script(panel); }); };
  EXPECT_EQ(
      complaint(R"({"curves": [{"where": {"observers": "on"}, "x": "rounds", "y": "constant", "style": "lines"}]})"),
      "HS-105 spec.json, table 'growth': no row has observers \"on\"; there are \"one\", \"two\"");
  EXPECT_EQ(complaint(R"({"curves": [{"x": "graph", "y": "constant", "style": "lines"}]})"),
            "HS-103 spec.json: column 'graph' holds text and cannot be drawn");
  EXPECT_EQ(complaint(R"({"title": "{graph}", "curves": [{"x": "rounds", "y": "constant", "style": "lines"}]})"),
            "HS-103 spec.json: '{graph}': argument not found; known names: rounds");
  EXPECT_EQ(
      complaint(
          R"({"title": "0", "y": {"log": true}, "curves": [{"where": {"rounds": 1}, "x": "rounds", "y": "predicted", "style": "lines"}]})"),
      "HS-203 spec.json: the panel '0' has nothing to draw");
}

TEST(Figure, TablesShowTemplatesOverEveryRow) {
  const auto figure =
      make_figure(spec_of(R"("tables": [{"columns": [{"title": "graph of {rounds}", "show": "{graph}", "left": true},
                                         {"title": "loss", "show": "{constant:.2f} +- {rounds_over_n:.1f}"}], "note": "T = {rounds}"}])"),
                  measured(), {{"rounds", 3}}, "growth");
  EXPECT_TRUE(figure.picture.empty());
  EXPECT_TRUE(has(figure.table, "petersen    0.50 +- 0.1\n")) << figure.table;
  EXPECT_TRUE(has(figure.table, "graph of"));
  EXPECT_TRUE(has(figure.table, "\nT = 3\n"));
  EXPECT_EQ(figure.csv.at("growth.csv").substr(0, 16), "graph,observers,");
}

TEST(Figure, GraphsAreColoredWithinTheirScaleAndShowOneStar) {
  Measured found;
  auto nodes = gossip_drawings().table("nodes"), edges = gossip_drawings().table("edges");
  nodes.row("g", 0, 0.0, 0.0, 0.0, 0, 1e-9, 1e-9, 0.0, 1.0, 0);
  nodes.row("g", 1, 1.0, 0.0, 1.0, 1, 0.5, 0.5, 0.0, 1.0, 1);
  edges.row("g", 0.0, 0.0, 1.0, 0.5);
  found.tables.emplace("nodes", nodes);
  found.tables.emplace("edges", edges);
  const auto spec =
      figure_spec(Json::parse(R"({"source": "", "title": "", "measurement": "gossip losses on drawn graphs",
    "scales": {"small": {"graphs": []}}, "picture": {"panels": [{"type": "graph", "nodes": "nodes", "edges": "edges",
    "value": "exact", "star": "observer", "color": {"label": "loss", "log": true, "range": [0.01, 1]}}]}})"),
                  "spec.json");
  const auto text = make_figure(spec, found, Json::object(), "g").gnuplot;
  EXPECT_TRUE(has(text, "$data1 << EOD\n0 0 1 0.5\nEOD\n"));
  EXPECT_TRUE(has(text, "$data2 << EOD\n0 0 0.01\nEOD\n"));
  EXPECT_TRUE(has(text, "$data3 << EOD\n1 0\nEOD\n"));
  EXPECT_TRUE(has(text, "set logscale cb\n"));
}

}  // namespace
}  // namespace hearsay::empirical
