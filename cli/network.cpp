// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/graph/schedule_file.hpp>
#include <hearsay/graph/weights_file.hpp>
#include <hearsay/linalg/fraction.hpp>
#include <hearsay/linalg/matrix_file.hpp>
#include "cli/command_files.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view numpy_ending = ".npy";

/// W as NumPy stores it. Row u is node u: of a graph made by a rule or read from a file, in its order.
graph::WeightedGraph read_numpy_weights(const std::string& path) {
  const auto matrix = linalg::read_matrix(path);
  if (matrix.rows.size() != matrix.columns || matrix.rows.empty())
    throw Error(Errc::shape, path, fmt::format("W is square, not {} x {}", matrix.rows.size(), matrix.columns));
  graph::require_graph_size(path, static_cast<double>(matrix.columns), 0.0);
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  std::vector<graph::Edge> edges;
  for (std::size_t u = 0; u < matrix.rows.size(); ++u) {
    for (const auto& [column, value] : matrix.rows[u]) {
      const auto node = static_cast<graph::Node>(u);
      entries.emplace_back(static_cast<std::int64_t>(u), column, linalg::to_double(value));
      if (column != node) edges.emplace_back(std::min(node, column), std::max(node, column));
    }
  }
  const auto n = static_cast<graph::Node>(matrix.columns);
  graph::GossipMatrix w(n, n);
  w.setFromTriplets(entries.begin(), entries.end());
  return {.graph = graph::Graph(n, edges), .w = w};
}

/// Whether the graph is the file that the weights are in.
bool same_file(const GraphOptions& options) {
  constexpr std::string_view prefix = "file:";
  if (!options.spec.starts_with(prefix)) return false;
  if (options.spec.substr(prefix.size()) == "-" && options.weights == "-") return true;
  std::error_code failed;
  return std::filesystem::equivalent(options.spec.substr(prefix.size()), options.weights, failed) && !failed;
}

/// W with the nodes in the order of `graph`, which has the same labels.
graph::GossipMatrix in_order_of(const graph::Graph& graph, const graph::WeightedGraph& weighted) {
  if (graph.nodes() != weighted.graph.nodes()) {
    throw Error(Errc::shape, "--weights",
                fmt::format("W is of {} nodes, and the graph of {}", weighted.graph.nodes(), graph.nodes()));
  }
  std::unordered_map<std::string, graph::Node> places;
  for (graph::Node v = 0; v < graph.nodes(); ++v) places.emplace(graph.label(v), v);
  std::vector<graph::Node> place;
  for (graph::Node v = 0; v < graph.nodes(); ++v) {
    const auto found = places.find(weighted.graph.label(v));
    if (found == places.end())
      throw Error(Errc::shape, "--weights", fmt::format("W's node '{}' is none of the graph", weighted.graph.label(v)));
    place.push_back(found->second);
  }
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  for (Eigen::Index u = 0; u < weighted.w.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(weighted.w, u); entry; ++entry) {
      const auto a = place[static_cast<std::size_t>(u)], b = place[static_cast<std::size_t>(entry.col())];
      if (a != b && !graph.adjacent(a, b))
        throw Error(Errc::shape, "--weights",
                    fmt::format("W connects '{}' and '{}', which the graph does not", graph.label(a), graph.label(b)));
      entries.emplace_back(a, b, entry.value());
    }
  }
  graph::GossipMatrix w(graph.nodes(), graph.nodes());
  w.setFromTriplets(entries.begin(), entries.end());
  return w;
}

}  // namespace

bool is_weights_rule(const std::string& weights) { return weights == "metropolis" || weights == "min-degree"; }

void take_weights_file(CLI::App& command) {
  reads(command.get_option("--weights")
            ->description(
                "gossip weights: metropolis, min-degree, or a file: Matrix Market or .npy (W itself), or an edge list "
                "of three columns, GraphML, GML or node-link JSON with weights (W of each edge, the rest of 1 on the "
                "diagonal)")
            ->type_name("metropolis|min-degree|FILE"),
        file_if_there);
}

Network load_schedule(const GraphOptions& options) {
  auto schedule = graph::read_schedule(options.spec.substr(schedule_prefix.size()));
  return {.made = {.loaded = {.graph = std::move(schedule.graph)}, .weights = {}},
          .w = {},
          .rounds = std::move(schedule.rounds)};
}

Network load_network(const GraphOptions& options, random::Seed seed) {
  std::error_code ignored;
  if (is_weights_rule(options.weights) ||
      (options.weights != "-" && !std::filesystem::exists(options.weights, ignored))) {
    auto made = load_any_graph(options, seed);
    auto w = graph::gossip_matrix(made.graph(), made.weights);
    return {.made = std::move(made), .w = w};
  }
  if (!options.component.empty())
    throw Error(Errc::conditions, "--component", "--weights FILE gives W for all nodes: leave one of them out");
  const bool numpy = options.weights.ends_with(numpy_ending);
  auto weighted = numpy ? read_numpy_weights(options.weights) : graph::read_weights(options.weights);
  if (same_file(options)) {
    return {.made = {.loaded = {.graph = std::move(weighted.graph)}, .weights = {}}, .w = weighted.w};
  }
  GossipGraph made{.loaded = graph::from_spec(options.spec, seed, "--graph"), .weights = {}};
  if (numpy && made.graph().labelled() && made.graph().nodes() == weighted.graph.nodes())
    weighted.graph = graph::Graph(weighted.graph.nodes(), weighted.graph.edge_list(), made.graph().labels());
  auto w = in_order_of(made.graph(), weighted);
  return {.made = std::move(made), .w = w};
}

}  // namespace hearsay::cli
