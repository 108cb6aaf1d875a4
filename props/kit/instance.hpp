// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::props {

// Reads the instance of a witness back. @throws std::logic_error, or nlohmann's exceptions, if it is not written as the
// checks of props/ write it.

/// "0-1 1-2": the edges.
[[nodiscard]] std::vector<graph::Edge> edges_of(std::string_view text);
/// The key "graph": every node has an edge.
[[nodiscard]] graph::Graph graph_of(const nlohmann::ordered_json& instance);
/// The keys "nodes" and "rounds": a graph for each round, "1-2 | 0-1".
[[nodiscard]] std::vector<graph::Graph> rounds_of(const nlohmann::ordered_json& instance);
/// The key "observer" or "observers".
[[nodiscard]] std::vector<graph::Node> observers_of(const nlohmann::ordered_json& instance);
/// The key "weights"; Metropolis without it.
[[nodiscard]] graph::Weights weights_of(const nlohmann::ordered_json& instance);
/// A number as the instance shows it: a fraction as text, or the decimal fraction that a double is printed as.
[[nodiscard]] exact::Rational fraction_at(const nlohmann::ordered_json& instance, const std::string& key);
/// The fraction that a text ends with: "P = 19/28".
[[nodiscard]] exact::Rational fraction_at_end(const std::string& text);

}  // namespace hearsay::props
