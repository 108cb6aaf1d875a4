// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include <hearsay/audit/network_views.hpp>
#include <hearsay/graph/graph.hpp>

namespace hearsay::api {

/// A standard deviation of noise, or a largest change: a number for all nodes, or a file of a value for each.
struct Scale {
  double number = 1.0;
  std::string file;  ///< empty: the number

  /// "2", or "of FILE".
  [[nodiscard]] std::string words() const;
};

/// The number, or the file's name.
[[nodiscard]] nlohmann::ordered_json to_json(const Scale& scale);

/// What `sigma` and `sensitivity` say node by node; nothing if both are numbers. @throws as graph::read_node_values.
[[nodiscard]] std::optional<audit::NodeScales> read_scales(const Scale& sigma, const Scale& sensitivity,
                                                           const graph::Graph& graph);

}  // namespace hearsay::api
