// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/node_scales.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/node_values.hpp>

namespace hearsay::api {

namespace {

/// By node.
std::vector<double> values_of(std::string_view name, const Scale& scale, const graph::Graph& graph,
                              graph::Zeros zeros) {
  if (!scale.file.empty()) return graph::read_node_values(scale.file, graph, zeros);
  if (scale.values.empty()) return std::vector<double>(graph.nodes(), scale.number);
  if (scale.values.size() != graph.nodes())
    throw Error(Errc::shape, name, fmt::format("{} values for {} nodes", scale.values.size(), graph.nodes()));
  for (graph::Node u = 0; u < graph.nodes(); ++u) {
    const auto where = fmt::format("{} of node '{}'", name, graph.label(u));
    if (zeros == graph::Zeros::allowed) {
      require_non_negative(where, "value", scale.values[u]);
    } else {
      require_positive(where, "value", scale.values[u]);
    }
  }
  return scale.values;
}

}  // namespace

std::string Scale::words() const {
  if (!values.empty()) return "by node";
  return file.empty() ? fmt::format("{}", number) : "of " + file;
}

nlohmann::ordered_json to_json(const Scale& scale) {
  if (!scale.values.empty()) return scale.values;
  if (scale.file.empty()) return scale.number;
  return scale.file;
}

std::optional<audit::NodeScales> read_scales(const Scale& sigma, const Scale& sensitivity, const graph::Graph& graph) {
  if (!sigma.by_node() && !sensitivity.by_node()) return std::nullopt;
  const auto read = [&graph](std::string_view name, const Scale& scale, graph::Zeros zeros) {
    std::vector<exact::Rational> exact;
    for (const double value : values_of(name, scale, graph, zeros)) exact.push_back(exact::fraction_of(value));
    return exact;
  };
  return audit::NodeScales{.sigma = read("`sigma`", sigma, graph::Zeros::refused),
                           .sensitivity = read("`sensitivity`", sensitivity, graph::Zeros::allowed)};
}

}  // namespace hearsay::api
