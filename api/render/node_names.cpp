// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/node_names.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <hearsay/core/number.hpp>

namespace hearsay::api {

namespace {

/// `text` as the number whose decimal form it is, if every reader of JSON keeps its digits.
std::optional<std::int64_t> canonical_number(const std::string& text) {
  constexpr std::int64_t largest = std::int64_t{1} << 53;  // readers that have doubles only
  const auto value = parse_whole<std::int64_t>(text);
  return value && *value >= -largest && *value <= largest && std::to_string(*value) == text ? value : std::nullopt;
}

}  // namespace

nlohmann::ordered_json graph_parameters(const GraphSource& options, const GossipGraph& made,
                                        const std::vector<graph::Node>& observers) {
  nlohmann::ordered_json parameters = {{"graph", options.spec}, {"weights", options.weights}};
  if (!options.component.empty()) parameters["component"] = options.component;
  parameters["nodes"] = made.graph().nodes();
  parameters["edges"] = made.graph().edges();
  const NodeNames names(made.graph());
  for (const auto v : observers) parameters["observer"].push_back(names.json(v));
  return parameters;
}

NodeNames::NodeNames(const graph::Graph& graph)
    : graph_(graph), numbers_(std::ranges::all_of(graph.labels(), [](const std::string& label) {
        return canonical_number(label).has_value();
      })) {}

nlohmann::ordered_json NodeNames::json(graph::Node v) const {
  if (!numbers_) return graph_.label(v);
  return graph_.labelled() ? *canonical_number(graph_.label(v)) : std::int64_t{v};
}

}  // namespace hearsay::api
