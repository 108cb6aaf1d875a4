// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

#include <hearsay/core/number.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/spec.hpp>

namespace hearsay::props {

using graph::Edge;
using graph::Graph;
using graph::Node;
using nlohmann::ordered_json;

std::vector<Edge> edges_of(std::string_view text) {
  std::vector<Edge> edges;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) {
    const auto mark = std::min(word.find('-'), word.size());
    const auto u = parse_whole<Node>(word.substr(0, mark)),
               v = parse_whole<Node>(word.substr(std::min(mark + 1, word.size())));
    if (!u || !v) throw std::logic_error(fmt::format("'{}' is not an edge of a witness", word));
    edges.emplace_back(*u, *v);
  }
  return edges;
}

Graph graph_of(const ordered_json& instance) {
  const auto edges = edges_of(instance.at("graph").get<std::string>());
  Node last = 0;
  for (const auto& [u, v] : edges) last = std::max({last, u, v});
  return {last + 1, edges};
}

std::vector<Graph> rounds_of(const ordered_json& instance) {
  const auto nodes = instance.at("nodes").get<Node>();
  std::vector<Graph> rounds;
  std::istringstream parts(instance.at("rounds").get<std::string>());
  for (std::string part; std::getline(parts, part, '|');) rounds.emplace_back(nodes, edges_of(part));
  return rounds;
}

std::vector<Node> observers_of(const ordered_json& instance) {
  if (instance.contains("observer")) return {instance.at("observer").get<Node>()};
  return instance.at("observers").get<std::vector<Node>>();
}

graph::Weights weights_of(const ordered_json& instance) {
  return instance.contains("weights") ? graph::weights_from_name(instance.at("weights").get<std::string>())
                                      : graph::Weights::metropolis;
}

exact::Rational fraction_at(const ordered_json& instance, const std::string& key) {
  const auto& value = instance.at(key);
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (value.is_number_float()) {
    std::array<char, 512> digits{};
    const auto end =
        std::to_chars(digits.data(), digits.data() + digits.size(), value.get<double>(), std::chars_format::fixed).ptr;
    text.assign(digits.data(), end);
  }
  const auto fraction = exact::parse_fraction(text);
  if (!fraction) throw std::logic_error(fmt::format("{} of a witness is not a number: {}", key, text));
  return *fraction;
}

exact::Rational fraction_at_end(const std::string& text) {
  const auto value = exact::parse_fraction(std::string_view(text).substr(text.rfind(' ') + 1));
  if (!value) throw std::logic_error("there is no fraction at the end of: " + text);
  return *value;
}

}  // namespace hearsay::props
