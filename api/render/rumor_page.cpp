// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/rumor_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/graph/layout.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/audit_rumor_words.hpp"
#include "api/render/page_assets.hpp"
#include "api/render/page_template.hpp"
#include "api/render/reading.hpp"
#include "api/render/rumor_words.hpp"

namespace hearsay::api {

namespace {

using accounting::Ends;
using report::xml_escape;

constexpr graph::Node most_drawn = 5000;
constexpr double picture_size = 1000.0, picture_margin = 30.0;

/// Classes of color of the style sheet, and the delta from which each is used; the first is for 0.
constexpr double color_steps[] = {0.0, 0.05, 0.1, 0.2, 0.4, 0.7, 0.9};

std::size_t color_of(double delta) {
  std::size_t color = 0;
  for (std::size_t q = 1; q < std::size(color_steps); ++q) {
    if (delta >= color_steps[q]) color = q;
  }
  return color;
}

/// What the picture and the table show of a source: its delta within its component; of pairs, the largest of its own.
std::map<graph::Node, Ends> shown_deltas(const RumorOnGraphAnswer& answer) {
  std::map<graph::Node, Ends> shown;
  if (answer.survey) {
    for (const auto& node : answer.survey->nodes) shown[answer.part.nodes[node.source]] = node.delta_within;
    return shown;
  }
  for (const auto& pair : answer.pairs) {
    auto& ends = shown[answer.part.nodes[pair.source]];
    if (pair.delta.upper >= ends.upper) ends = pair.delta;
  }
  return shown;
}

/// Places between the margins of the picture, by node.
std::vector<graph::Point> places(const RumorOnGraphAnswer& answer, random::Seed seed) {
  const auto& known = answer.question.network.made.loaded.positions;
  auto points = known.empty() ? graph::spring_layout(answer.graph(), seed) : known;
  double left = points.front().x, right = left, low = points.front().y, high = low;
  for (const auto& [x, y] : points) {
    left = std::min(left, x), right = std::max(right, x);
    low = std::min(low, y), high = std::max(high, y);
  }
  const double width = std::max({right - left, high - low, 1e-9});
  const double scale = (picture_size - 2.0 * picture_margin) / width;
  for (auto& [x, y] : points)
    x = picture_margin + (x - left) * scale, y = picture_size - picture_margin - (y - low) * scale;
  return points;
}

std::string node_shape(const RumorOnGraphAnswer& answer, graph::Node v, const graph::Point& at, double radius,
                       const std::map<graph::Node, Ends>& deltas) {
  const auto label = xml_escape(answer.graph().label(v));
  if (answer.part.number[v] == answer.part.size()) {
    return fmt::format(
        R"(<rect class="node observer" x="{:.1f}" y="{:.1f}" width="{:.1f}" height="{:.1f}"><title>{}: curious</title></rect>)"
        "\n",
        at.x - radius, at.y - radius, 2.0 * radius, 2.0 * radius, label);
  }
  const auto found = deltas.find(v);
  const auto color = found == deltas.end() ? "unknown" : fmt::format("q{}", color_of(found->second.upper));
  const auto says =
      found == deltas.end() ? std::string("not compared") : "delta " + report::probability_text(found->second.upper, 4);
  return fmt::format(R"(<circle class="node {}" cx="{:.1f}" cy="{:.1f}" r="{:.1f}"><title>{}: {}</title></circle>)"
                     "\n",
                     color, at.x, at.y, radius, label, says);
}

std::string picture(const RumorOnGraphAnswer& answer, const Origin& origin) {
  const auto& graph = answer.graph();
  const auto points = places(answer, random::Seed{origin.seed});
  const auto deltas = shown_deltas(answer);
  const double radius = std::clamp(150.0 / std::sqrt(static_cast<double>(graph.nodes())), 2.5, 14.0);
  std::string lines;
  for (const auto& [u, v] : graph.edge_list())
    lines += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", points[u].x, points[u].y, points[v].x, points[v].y);
  auto shapes = fmt::format("<path class=\"edge\" d=\"{}\"/>\n", lines);
  for (graph::Node v = 0; v < graph.nodes(); ++v) shapes += node_shape(answer, v, points[v], radius, deltas);
  return shapes;
}

std::string legend() {
  std::string keys;
  const auto key = [&](std::string_view color, const std::string& words) {
    keys += fmt::format(
        R"(<span class="key-line"><svg width="14" height="14"><circle class="key {}" cx="7" cy="7" r="6"/></svg> {}</span>)",
        color, words);
  };
  for (std::size_t q = 0; q < std::size(color_steps); ++q)
    key(fmt::format("q{}", q), fmt::format("delta {} {}", q == 0 ? "from" : "&ge;", color_steps[q]));
  key("unknown", "not compared");
  keys +=
      R"(<span class="key-line"><svg width="14" height="14"><rect class="key observer" width="14" height="14"/></svg> curious</span>)";
  return keys;
}

std::string table_row(const std::vector<std::string>& cells, std::string_view tag) {
  std::string row = "<tr>";
  for (const auto& cell : cells) row += fmt::format("<{}>{}</{}>", tag, xml_escape(cell), tag);
  return row + "</tr>\n";
}

std::string upper_text(const Ends& ends) { return report::number_text_above(ends.upper, 5); }

/// Head and rows of the table: sources of a survey, or pairs.
std::pair<std::string, std::string> table_parts(const RumorOnGraphAnswer& answer) {
  const auto label = [&](linalg::Index v) { return answer.graph().label(answer.part.nodes[v]); };
  std::string rows;
  if (!answer.survey) {
    for (const auto& pair : answer.pairs) {
      rows += table_row({label(pair.source), label(pair.against), upper_text(pair.delta), upper_text(pair.pure_epsilon),
                         upper_text(pair.own)},
                        "td");
    }
    return {table_row({"source", "against", "delta", "epsilon at delta 0", "first sender"}, "th"), rows};
  }
  for (const auto& node : nodes_by_loss(answer)) {
    rows += table_row(
        {label(node.source), fmt::format("{}", answer.part.curious_neighbors[node.source]), upper_text(node.own),
         upper_text(node.delta), label(node.against), upper_text(node.delta_within), upper_text(node.delta_mean)},
        "td");
  }
  return {table_row({"source", "curious neighbors", "first sender", "worst delta", "against", "worst in its component",
                     "mean delta"},
                    "th"),
          rows};
}

/// JSON within an element of HTML.
std::string embedded_result(const nlohmann::ordered_json& result) {
  std::string text;
  for (const char c : json_text(result, -1)) text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

struct RumorPageHead {
  std::string command, title, badge;
  std::vector<std::string> words;
};

std::string filled_page(const RumorOnGraphAnswer& answer, const RumorPageHead& head,
                        const nlohmann::ordered_json& result, const Origin& origin) {
  require_rumor_page(answer.graph());
  std::string words;
  for (const auto& sentence : head.words) words += "<p>" + xml_escape(sentence) + "</p>";
  const auto [columns, rows] = table_parts(answer);
  return filled(
      page_rumor(),
      {{"title", xml_escape(head.title)},
       {"style", page_css()},
       {"command", head.command},
       {"badge", head.badge},
       {"words", words},
       {"worst", xml_escape("Worst: " + worst_words(answer))},
       {"picture", picture(answer, origin)},
       {"caption", answer.survey ? "Colors: the largest delta of the node as a source, against the sources of "
                                   "its component of honest nodes; upper ends of brackets."
                                 : "Colors: the largest delta of the node as a source, of the pairs that "
                                   "were compared; upper ends of brackets."},
       {"legend", legend()},
       {"head", columns},
       {"rows", rows},
       {"command_line", xml_escape(origin.command_line)},
       {"data", embedded_result(result)}});
}

std::vector<std::string> common_words(const RumorOnGraphAnswer& answer) {
  return {fmt::format("{}; muting 0; {}.", curious_words(answer), compared_words(answer)), columns_words(answer),
          reading_without_weights(answer.question.network).line()};
}

}  // namespace

void require_rumor_page(const graph::Graph& graph) {
  if (graph.nodes() > most_drawn)
    throw Error(Errc::too_large, "`report`",
                fmt::format("{} nodes; a page draws at most {}", graph.nodes(), most_drawn));
}

std::string rumor_page(const RumorOnGraphAnswer& answer, const nlohmann::ordered_json& result, const Origin& origin) {
  return filled_page(
      answer,
      {.command = "account rumor",
       .title = fmt::format("How well {} hides the source of a rumor", answer.question.network.source.spec),
       .badge = "",
       .words = common_words(answer)},
      result, origin);
}

std::string rumor_page(const AuditRumorAnswer& answer, const nlohmann::ordered_json& result, const Origin& origin) {
  auto words = common_words(answer.found);
  words.insert(words.begin(), verdict_words(answer) + ".");
  return filled_page(answer.found,
                     {.command = "audit rumor",
                      .title = fmt::format("{} on {}", answer.promise.text, answer.found.question.network.source.spec),
                      .badge = fmt::format("<span class=\"badge {}\">{}</span> ", to_string(answer.verdict),
                                           to_string(answer.verdict)),
                      .words = std::move(words)},
                     result, origin);
}

}  // namespace hearsay::api
