// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/node_scales.hpp"

#include <fmt/format.h>

#include <vector>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/io/node_values.hpp>

namespace hearsay::api {

std::string Scale::words() const { return file.empty() ? fmt::format("{}", number) : "of " + file; }

nlohmann::ordered_json to_json(const Scale& scale) {
  if (scale.file.empty()) return scale.number;
  return scale.file;
}

std::optional<audit::NodeScales> read_scales(const Scale& sigma, const Scale& sensitivity, const graph::Graph& graph) {
  if (sigma.file.empty() && sensitivity.file.empty()) return std::nullopt;
  const auto read = [&graph](const Scale& scale, graph::Zeros zeros) {
    std::vector<exact::Rational> exact;
    for (const double value : scale.file.empty() ? std::vector<double>(graph.nodes(), scale.number)
                                                 : graph::read_node_values(scale.file, graph, zeros))
      exact.push_back(exact::fraction_of(value));
    return exact;
  };
  return audit::NodeScales{.sigma = read(sigma, graph::Zeros::refused),
                           .sensitivity = read(sensitivity, graph::Zeros::allowed)};
}

}  // namespace hearsay::api
