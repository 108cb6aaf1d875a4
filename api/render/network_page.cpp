// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/network_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/gossip/combination.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/graph/communities.hpp>
#include <hearsay/graph/layout.hpp>
#include <hearsay/report/markup.hpp>
#include "api/render/page_assets.hpp"
#include "api/render/page_template.hpp"

namespace hearsay::api {

namespace {

using Json = nlohmann::ordered_json;

constexpr graph::Node most_drawn = 5000;           ///< nodes; of larger graphs the communities are drawn
constexpr std::size_t most_listed_edges = 300000;  ///< for distances, where communities are drawn

/// Places in a square of 1000, rounded: what a picture can show.
Json places(const std::vector<graph::Point>& points) {
  double left = INFINITY, right = -INFINITY, bottom = INFINITY, top = -INFINITY;
  for (const auto& [x, y] : points) {
    left = std::min(left, x), right = std::max(right, x);
    bottom = std::min(bottom, y), top = std::max(top, y);
  }
  const double size = std::max({right - left, top - bottom, 1e-9});
  const auto shown = [](double x) { return std::round(10000.0 * x) / 10.0; };
  auto xs = Json::array(), ys = Json::array();
  for (const auto& [x, y] : points) {
    xs.push_back(shown((x - (left + right) / 2.0) / size + 0.5));
    ys.push_back(shown((y - (bottom + top) / 2.0) / size + 0.5));
  }
  return {{"x", std::move(xs)}, {"y", std::move(ys)}};
}

Json flat(const std::vector<graph::Edge>& edges) {
  auto ends = Json::array();
  for (const auto& [u, v] : edges) {
    ends.push_back(u);
    ends.push_back(v);
  }
  return ends;
}

Json graph_json(const graph::Graph& graph, const std::vector<graph::Point>& positions, random::Seed seed) {
  auto labels = Json::array();
  for (graph::Node v = 0; v < graph.nodes(); ++v) labels.push_back(graph.label(v));
  const auto found = graph::communities(graph, seed);
  Json json = {{"labels", std::move(labels)}, {"edge_count", graph.edges()}, {"community", found.of}};
  const bool drawn = graph.nodes() <= most_drawn;
  if (drawn || graph.edges() <= most_listed_edges) json["edges"] = flat(graph.edge_list());
  if (drawn) {
    json["places"] = places(positions.empty() ? graph::spring_layout(graph, seed) : positions);
    return json;
  }
  const auto groups = graph::quotient(graph, found);
  json["communities"] = {{"sizes", found.sizes}, {"edges", flat(groups.edge_list())}};
  if (groups.nodes() <= most_drawn) json["communities"]["places"] = places(graph::spring_layout(groups, seed));
  return json;
}

Json combination_json(const NetworkPage& page, const PageNetwork& network) {
  const auto& worst = page.worst;
  if (worst.share.in_doubt() || worst.share.upper <= 0.0 || network.graph.nodes() > most_drawn ||
      network.scales != nullptr || network.tau > 0.0)
    return nullptr;
  const accounting::CombinationQuestion question{
      .observers = worst.observers, .target = worst.target, .own_noise = page.own_noise, .share = worst.share.safe()};
  const int steps = network.steps.value_or(static_cast<int>(network.graph.nodes()));
  const auto found = network.rounds.empty() ? accounting::revealing_combination(network.w, steps, question)
                                            : accounting::revealing_combination(network.rounds, question);
  if (!found) return nullptr;
  auto messages = Json::array(), sum = Json::array();
  for (std::size_t i = 0; i < found->messages.size(); ++i) {
    const auto& [round, sender] = found->messages[i];
    messages.push_back({{"step", round + 1}, {"sender", sender}, {"factor", found->factors[i]}});
  }
  for (Eigen::Index u = 0; u < found->sum.size(); ++u) {
    if (std::abs(found->sum(u)) > 1e-12) sum.push_back({{"node", u}, {"factor", found->sum(u)}});
  }
  return {{"messages", std::move(messages)}, {"sum", std::move(sum)}, {"share", found->share}};
}

Json worst_json(const PagePair& worst) {
  Json json = {{"observers", worst.observers}, {"target", worst.target}, {"share", worst.share.safe()}};
  if (worst.share.in_doubt()) json["least"] = {{"share", worst.share.lower}};
  return json;
}

/// JSON within an element of HTML.
std::string embedded(const Json& data) {
  std::string text;
  for (const char c : json_text(data, -1)) {
    if (c == '<') {
      text += "\\u003c";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

Json page_data(const NetworkPage& page, const PageNetwork& network, const Execution& execution) {
  return {{"result", page.result},
          {"summary", page.summary},
          {"scale", page.scale},
          {"own_noise", page.own_noise},
          {"graph", graph_json(network.graph, page.positions, execution.seed)},
          {"worst", worst_json(page.worst)},
          {"combination", combination_json(page, network)},
          {"nodes", page.nodes},
          {"focus", page.focus.observers},
          {"views", page_views(network, page.focus, execution)}};
}

Json timed(Json data, Json& result, const std::function<Origin()>& origin) {
  if (result.contains("timing")) data["result"]["timing"] = result["timing"] = timing_json(origin());
  return data;
}

std::string page_text(const Json& data, const report::ResultProofs& proofs) {
  const auto& summary = data.at("summary");
  std::string words;
  for (const auto& sentence : summary.at("words"))
    words += "<p>" + report::xml_escape(sentence.get<std::string>()) + "</p>";
  return filled(page_html(), {{"title", report::xml_escape(summary.at("title").get<std::string>())},
                              {"words", words},
                              {"style", page_css() + report::ResultProofs::style()},
                              {"recheck", proofs.panel()},
                              {"recheck_script", proofs.script()},
                              {"library", page_d3()},
                              {"script", page_js()},
                              {"data", embedded(data)}});
}

}  // namespace hearsay::api
