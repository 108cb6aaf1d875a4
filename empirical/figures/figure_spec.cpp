// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/figure_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/nearest.hpp>
#include "empirical/figures/json_object.hpp"

namespace hearsay::empirical {

namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

const Names axis_keys = {"label", "log", "powers", "tight", "range", "ticks"};
const Names styles = {"lines", "points", "linespoints", "errorbars", "errorlines", "band", "steps", "boxes"};

Names table_names(const Measurement& measurement) {
  Names names;
  for (const auto& [name, columns] : measurement.tables) names.push_back(name);
  return names;
}

/// The table that `key` names; the measurement's only one, if it is not said.
std::string table_of(const JsonObject& from, const std::string& key, const Measurement& measurement) {
  if (!from.has(key) && measurement.tables.size() == 1) return measurement.tables.begin()->first;
  return from.one_of(key, from.get<std::string>(key), fmt::format("table of '{}'", measurement.name),
                     table_names(measurement));
}

/// The column of `table` that `key` names; "" if it is not said.
std::string column_of(const JsonObject& from, const std::string& key, const std::string& table,
                      const Measurement& measurement) {
  const auto name = from.get_or<std::string>(key, "");
  return name.empty() ? name
                      : from.one_of(key, name, fmt::format("column of '{}'", table), measurement.tables.at(table));
}

std::string required_column(const JsonObject& from, const std::string& key, const std::string& table,
                            const Measurement& measurement) {
  (void)from.json(key);
  return column_of(from, key, table, measurement);
}

Axis axis(const JsonObject& from) {
  Axis result{.label = from.get_or<std::string>("label", ""),
              .log = from.get_or("log", false),
              .powers = from.get_or("powers", false),
              .tight = from.get_or("tight", false)};
  if (from.has("ticks")) result.ticks = from.get<double>("ticks");
  if (!from.has("range")) return result;
  const auto range = from.get<std::vector<Json>>("range");
  if (range.size() != 2 ||
      !std::ranges::all_of(range, [](const Json& end) { return end.is_number() || end.is_null(); }))
    throw Error(Errc::syntax, from.file(),
                fmt::format("{}: must be two numbers, or null for an open end", from.place("range")));
  if (range[0].is_number()) result.from = range[0].get<double>();
  if (range[1].is_number()) result.to = range[1].get<double>();
  return result;
}

/// A number or a text, as a cell has it. @throws Error(Errc::syntax) for anything else.
Cell cell(const Json& value, const JsonObject& from, const std::string& key) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number()) return value.get<double>();
  throw Error(Errc::syntax, from.file(), fmt::format("{}: must be a number or a text", from.place(key)));
}

Where where(const JsonObject& from, const std::string& table, const Measurement& measurement) {
  Where result;
  const auto conditions = from.object("where", measurement.tables.at(table));
  if (!from.has("where")) return result;
  for (const auto& [column, value] : from.json("where").items()) result[column] = cell(value, conditions, column);
  return result;
}

void read_color(const JsonObject& from, Curve& curve) {
  if (!from.has("color")) return;
  if (from.json("color").is_number_unsigned()) {
    curve.first_color = from.get<std::size_t>("color");
    return;
  }
  curve.color = from.get<std::string>("color");
  if (curve.color.size() != 7 || curve.color[0] != '#' ||
      curve.color.find_first_not_of("0123456789abcdef", 1) != std::string::npos)
    throw Error(Errc::syntax, from.file(),
                fmt::format("{}: '{}' must be a number of the palette or a color like #1b6ca8", from.place("color"),
                            curve.color));
}

/// Error bars and bands need both ends, or what they reach to either side.
void require_ends(const JsonObject& from, const Curve& curve) {
  const bool needs = curve.style.starts_with("error") || curve.style == "band";
  if (needs && curve.spread.empty() && (curve.low.empty() || curve.high.empty()))
    throw Error(Errc::syntax, from.file(),
                fmt::format("{}: '{}' needs columns low and high, or spread", from.place("style"), curve.style));
}

Curve curve(const JsonObject& from, std::size_t number, const Measurement& measurement) {
  Curve result{.table = table_of(from, "table", measurement), .x = {}, .y = {}, .style = {}};
  const auto column = [&](const std::string& key) { return column_of(from, key, result.table, measurement); };
  result.where = where(from, result.table, measurement);
  result.each = column("each");
  result.group = column("group");
  result.x = required_column(from, "x", result.table, measurement);
  result.y = required_column(from, "y", result.table, measurement);
  result.low = column("low");
  result.high = column("high");
  result.spread = column("spread");
  result.style = from.one_of("style", from.get<std::string>("style"), "style", styles);
  result.label = from.get_or<std::string>("label", "");
  result.first_color = result.each.empty() ? number : 0;
  result.width = from.get_or("width", result.width);
  result.size = from.get_or("size", result.size);
  result.bar = from.get_or("bar", result.bar);
  result.dash = from.get_or("dash", result.dash);
  read_color(from, result);
  require_ends(from, result);
  return result;
}

Line line(const JsonObject& from) {
  const bool vertical = from.has("x");
  if (vertical == from.has("y"))
    throw Error(Errc::syntax, from.file(), fmt::format("{}: must have a value of either x or y", from.place("x")));
  return {.axis = vertical ? Line::Axis::x : Line::Axis::y,
          .at = from.get<double>(vertical ? "x" : "y"),
          .label = from.get_or<std::string>("label", "")};
}

std::string legend(const JsonObject& from) {
  static const Names words = {"none",  "top",    "bottom",  "left",   "right",      "center",   "above",
                              "below", "inside", "outside", "opaque", "horizontal", "vertical", "maxrows"};
  const auto text = from.get_or<std::string>("legend", "top right");
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (word.find_first_not_of("0123456789") == std::string::npos) continue;
    (void)from.one_of("legend", word, "place of a legend", words);
  }
  return text;
}

Plot plot(const JsonObject& from, const Measurement& measurement) {
  Plot result{.title = from.get_or<std::string>("title", ""),
              .x = axis(from.object("x", axis_keys)),
              .y = axis(from.object("y", axis_keys)),
              .legend = legend(from)};
  for (const auto& entry : from.objects("lines", {"x", "y", "label"})) result.lines.push_back(line(entry));
  for (const auto& entry : from.objects("curves", {"table", "where", "each", "group", "x", "y", "low", "high", "spread",
                                                   "style", "label", "color", "width", "size", "bar", "dash"}))
    result.curves.push_back(curve(entry, result.curves.size(), measurement));
  if (result.curves.empty()) throw Error(Errc::syntax, from.file(), fmt::format("{} is missing", from.place("curves")));
  return result;
}

GraphPlot graph_plot(const JsonObject& from, const Measurement& measurement) {
  GraphPlot result{.title = from.get_or<std::string>("title", ""),
                   .nodes = table_of(from, "nodes", measurement),
                   .edges = table_of(from, "edges", measurement),
                   .value = {},
                   .star = {},
                   .color = axis(from.object("color", axis_keys))};
  result.value = required_column(from, "value", result.nodes, measurement);
  result.star = column_of(from, "star", result.nodes, measurement);
  const auto require_columns = [&](const std::string& key, const std::string& table, const Names& needed) {
    for (const auto& column : needed)
      (void)from.one_of(key, column, fmt::format("column of '{}'", table), measurement.tables.at(table));
  };
  require_columns("nodes", result.nodes, {"x", "y"});
  require_columns("edges", result.edges, {"x1", "y1", "x2", "y2"});
  return result;
}

Panel panel(const Json& json, const std::string& file, const std::string& place, const Measurement& measurement) {
  const auto type = json.is_object() ? json.value("type", Json("plot")) : Json("plot");
  if (type == "graph")
    return graph_plot({json, file, place, {"type", "title", "nodes", "edges", "value", "star", "color"}}, measurement);
  const JsonObject from(json, file, place, {"type", "title", "x", "y", "legend", "lines", "curves"});
  (void)from.one_of("type", from.get_or<std::string>("type", "plot"), "type of a panel", {"plot", "graph"});
  return plot(from, measurement);
}

Picture picture(const JsonObject& from, const Measurement& measurement) {
  Picture result{.title = from.get_or<std::string>("title", ""),
                 .columns = from.get_or("columns", 1),
                 .height = from.get_or("height", 360)};
  for (const auto& [key, value] : {std::pair{"columns", result.columns}, {"height", result.height}}) {
    if (value < 1) throw Error(Errc::syntax, from.file(), fmt::format("{}: must be at least 1", from.place(key)));
  }
  if (from.has("each")) {
    const auto each = from.object("each", {"table", "column"});
    result.each_table = table_of(each, "table", measurement);
    result.each = required_column(each, "column", result.each_table, measurement);
  }
  const auto& panels = from.json("panels");
  if (!panels.is_array() || panels.empty())
    throw Error(Errc::syntax, from.file(), fmt::format("{} must be a list of panels", from.place("panels")));
  for (const auto& entry : panels)
    result.panels.push_back(
        panel(entry, from.file(), fmt::format("{}[{}]", from.place("panels"), result.panels.size()), measurement));
  return result;
}

TextTableSpec text_table(const JsonObject& from, const Measurement& measurement) {
  TextTableSpec result{.table = table_of(from, "table", measurement), .note = from.get_or<std::string>("note", "")};
  for (const auto& entry : from.objects("columns", {"title", "show", "left"}))
    result.columns.push_back({.title = entry.get<std::string>("title"),
                              .show = entry.get<std::string>("show"),
                              .left = entry.get_or("left", false)});
  if (result.columns.empty())
    throw Error(Errc::syntax, from.file(), fmt::format("{} is missing", from.place("columns")));
  return result;
}

const Measurement& measurement_of(const JsonObject& from) {
  Names names;
  for (const auto* one : measurements()) names.push_back(one->name);
  const auto name = from.one_of("measurement", from.get<std::string>("measurement"), "measurement", names);
  return **std::ranges::find_if(measurements(), [&](const Measurement* one) { return one->name == name; });
}

Names claims_of(const JsonObject& from) {
  const auto ids = from.get_or<Names>("claims", {});
  for (const auto& id : ids) {
    if (claims::find(id) == nullptr)
      throw Error(Errc::unknown, from.file(),
                  fmt::format("claims: '{}' is not a claim{}", id, did_you_mean(claims::nearest_claim(id))));
  }
  return ids;
}

void read_scales(const JsonObject& from, FigureSpec& spec) {
  auto known = spec.measurement->parameters;
  known.insert(known.end(), spec.measurement->options.begin(), spec.measurement->options.end());
  if (!from.json("scales").is_object()) throw Error(Errc::syntax, from.file(), "scales is not an object");
  for (const auto& [scale, parameters] : from.json("scales").items()) {
    const JsonObject checked(parameters, from.file(), "scales." + scale, known);
    for (const auto& name : spec.measurement->parameters) (void)checked.json(name);
    spec.scales[scale] = parameters;
  }
}

}  // namespace

FigureSpec figure_spec(const Json& json, const std::string& file) {
  const JsonObject from(json, file, "",
                        {"source", "title", "caption", "note", "claims", "measurement", "scales", "picture", "tables"});
  FigureSpec spec{.file = file,
                  .source = from.get<std::string>("source"),
                  .title = from.get<std::string>("title"),
                  .caption = from.get_or<std::string>("caption", ""),
                  .note = from.get_or<std::string>("note", ""),
                  .claims = claims_of(from),
                  .measurement = &measurement_of(from)};
  read_scales(from, spec);
  if (from.has("picture"))
    spec.picture = picture(from.object("picture", {"title", "columns", "height", "each", "panels"}), *spec.measurement);
  for (const auto& entry : from.objects("tables", {"table", "columns", "note"}))
    spec.text.push_back(text_table(entry, *spec.measurement));
  return spec;
}

}  // namespace hearsay::empirical
