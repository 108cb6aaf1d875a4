// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/figure_spec.hpp"

#include <gtest/gtest.h>

#include "tests/error_message.hpp"

namespace hearsay::empirical {
namespace {

using Json = nlohmann::ordered_json;

Json example() {
  return Json::parse(R"({
    "source": "test", "title": "Growth", "measurement": "growth of constant streams",
    "scales": {"small": {"graphs": ["petersen"], "rounds": 20}},
    "picture": {"title": "all", "columns": 2, "each": {"column": "graph"}, "panels": [
      {"title": "{graph}", "x": {"label": "T/n", "range": [0, null]}, "y": {"label": "loss", "log": true},
       "legend": "top left", "lines": [{"y": 1, "label": "local DP"}],
       "curves": [{"each": "observers", "x": "rounds_over_n", "y": "constant", "style": "points", "label": "{observers}"},
                  {"where": {"observers": "one observer"}, "x": "rounds", "y": "predicted", "style": "lines", "color": "#000000"}]}]}
  })");
}

std::string complaint(const char* place, const Json& value) {
  auto json = example();
  json[Json::json_pointer(place)] = value;
  return tests::message_of([&] { (void)figure_spec(json, "spec.json"); });
}

std::string without(const char* parent, const char* key) {
  auto json = example();
  json[Json::json_pointer(parent)].erase(key);
  return tests::message_of([&] { (void)figure_spec(json, "spec.json"); });
}

TEST(FigureSpec, ReadsPanelsAxesAndCurves) {
  const auto json = example();
  const auto spec = figure_spec(json, "spec.json");
  EXPECT_EQ(spec.measurement, &growth_of_streams());
  ASSERT_TRUE(spec.picture);
  EXPECT_EQ(spec.picture->columns, 2);
  EXPECT_EQ(spec.picture->each_table, "growth");  // its only table
  const auto& plot = std::get<Plot>(spec.picture->panels.at(0));
  EXPECT_EQ(plot.x.from, 0.0);
  EXPECT_FALSE(plot.x.to);
  EXPECT_TRUE(plot.y.log);
  EXPECT_EQ(plot.lines.at(0).label, "local DP");
  ASSERT_EQ(plot.curves.size(), 2u);
  EXPECT_EQ(plot.curves[0].each, "observers");
  EXPECT_EQ(std::get<std::string>(plot.curves[1].where.at("observers")), "one observer");
  EXPECT_EQ(plot.curves[1].color, "#000000");
}

TEST(FigureSpec, NamesFileAndKeyOfWhatIsUnknown) {
  EXPECT_EQ(complaint("/color", 1),
            "HS-105 spec.json: 'color' is not a key; known: source, title, caption, note, claims, measurement, "
            "scales, picture, "
            "tables");
  EXPECT_EQ(complaint("/measurement", "growth of constant stream").substr(0, 83),
            "HS-105 spec.json: measurement: 'growth of constant stream' is not a measurement; kn");
  EXPECT_EQ(complaint("/scales/small/round", 3),
            "HS-105 spec.json: 'scales.small.round' is not a key; known: graphs, rounds; did you mean 'rounds'?");
  EXPECT_EQ(
      complaint("/picture/panels/0/curves/0/x", "round"),
      "HS-105 spec.json: picture.panels[0].curves[0].x: 'round' is not a column of 'growth'; known: graph, observers, "
      "rounds, constant, predicted, rounds_over_n; did you mean 'rounds'?");
  EXPECT_EQ(
      complaint("/picture/panels/0/curves/0/table", "losses"),
      "HS-105 spec.json: picture.panels[0].curves[0].table: 'losses' is not a table of 'growth of constant streams'; "
      "known: growth");
  EXPECT_EQ(complaint("/picture/panels/0/curves/1/where/who", "x").substr(0, 68),
            "HS-105 spec.json: 'picture.panels[0].curves[1].where.who' is not a k");
  EXPECT_EQ(complaint("/picture/panels/0/curves/0/style", "dots").substr(0, 78),
            "HS-105 spec.json: picture.panels[0].curves[0].style: 'dots' is not a style; kn");
  EXPECT_EQ(complaint("/picture/panels/0/y/logarithmic", true).substr(0, 69),
            "HS-105 spec.json: 'picture.panels[0].y.logarithmic' is not a key; kno");
  EXPECT_EQ(complaint("/picture/panels/0/legend", "somewhere").substr(0, 77),
            "HS-105 spec.json: picture.panels[0].legend: 'somewhere' is not a place of a l");
  EXPECT_EQ(complaint("/picture/panels/0/type", "pie").substr(0, 65),
            "HS-105 spec.json: picture.panels[0].type: 'pie' is not a type of ");
  EXPECT_EQ(complaint("/picture/each/column", "graphs").substr(0, 66),
            "HS-105 spec.json: picture.each.column: 'graphs' is not a column of");
}

TEST(FigureSpec, NamesFileAndKeyOfWhatIsMissingOrOfAnotherType) {
  EXPECT_EQ(without("", "measurement"), "HS-103 spec.json: measurement is missing");
  EXPECT_EQ(without("/scales/small", "rounds"), "HS-103 spec.json: scales.small.rounds is missing");
  EXPECT_EQ(without("/picture/panels/0/curves/0", "y"), "HS-103 spec.json: picture.panels[0].curves[0].y is missing");
  EXPECT_EQ(without("/picture", "panels"), "HS-103 spec.json: picture.panels is missing");
  EXPECT_EQ(complaint("/picture/panels/0", 3), "HS-103 spec.json: picture.panels[0] is not an object");
  EXPECT_EQ(complaint("/picture/panels/0/y/range", {0, 1, 2}),
            "HS-103 spec.json: picture.panels[0].y.range: must be two numbers, or null for an open end");
  EXPECT_EQ(complaint("/picture/panels/0/curves/0/style", "errorbars"),
            "HS-103 spec.json: picture.panels[0].curves[0].style: 'errorbars' needs columns low and high, or spread");
  EXPECT_EQ(
      complaint("/picture/panels/0/curves/0/color", "blue"),
      "HS-103 spec.json: picture.panels[0].curves[0].color: 'blue' must be a number of the palette or a color like "
      "#1b6ca8");
  EXPECT_EQ(complaint("/picture/panels/0/lines/0/x", 3),
            "HS-103 spec.json: picture.panels[0].lines[0].x: must have a value of either x or y");
  EXPECT_EQ(complaint("/picture/columns", "two").substr(0, 36), "HS-103 spec.json: picture.columns: [");
}

TEST(FigureSpec, GraphPanelsNeedCoordinates) {
  const auto json = Json::parse(R"({
    "source": "test", "title": "Drawing", "measurement": "gossip losses on drawn graphs",
    "scales": {"small": {"graphs": []}},
    "picture": {"panels": [{"type": "graph", "nodes": "nodes", "edges": "edges", "value": "exact", "star": "observer"}]}
  })");
  const auto spec = figure_spec(json, "spec.json");
  EXPECT_EQ(std::get<GraphPlot>(spec.picture->panels.at(0)).value, "exact");
  auto wrong = json;
  wrong["picture"]["panels"][0]["edges"] = "nodes";
  EXPECT_EQ(tests::message_of([&] { (void)figure_spec(wrong, "spec.json"); }).substr(0, 75),
            "HS-105 spec.json: picture.panels[0].edges: 'x1' is not a column of 'nodes';");
}

}  // namespace
}  // namespace hearsay::empirical
