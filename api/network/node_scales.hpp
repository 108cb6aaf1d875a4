// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/audit/network_views.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::api {

/// A standard deviation of noise, or a largest change: a number for all nodes, or a file or a list of a value for each.
struct Scale {
  double number = 1.0;
  std::string file = {};            ///< empty: the number or the values
  std::vector<double> values = {};  ///< by node; empty: the number or the file

  [[nodiscard]] bool by_node() const { return !file.empty() || !values.empty(); }
  /// "2", "of FILE", or "by node".
  [[nodiscard]] std::string words() const;
};

/// The number, the file's name, or the values.
[[nodiscard]] nlohmann::ordered_json to_json(const Scale& scale);

/// What `sigma` and `sensitivity` say node by node; nothing if both are numbers.
/// @throws as graph::read_node_values; Error(Errc::shape) for values of another number of nodes, Error(Errc::domain)
/// for one that no file may hold.
[[nodiscard]] std::optional<audit::NodeScales> read_scales(const Scale& sigma, const Scale& sensitivity,
                                                           const graph::Graph& graph);

}  // namespace hearsay::api
