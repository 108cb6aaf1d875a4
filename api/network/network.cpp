// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/network/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <unordered_map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/matrix_file.hpp>
#include <hearsay/graph/io/schedule_file.hpp>
#include <hearsay/graph/io/weights_file.hpp>

namespace hearsay::api {

namespace {

constexpr std::string_view numpy_ending = ".npy";

/// W as NumPy stores it. Row u is node u: of a graph made by a rule or read from a file, in its order.
graph::WeightedGraph read_numpy_weights(const std::string& path) {
  const auto matrix = graph::read_matrix(path);
  if (matrix.rows.size() != matrix.columns || matrix.rows.empty())
    throw Error(Errc::shape, path, fmt::format("W must be square, not {} x {}", matrix.rows.size(), matrix.columns));
  graph::require_graph_size(path, static_cast<double>(matrix.columns), 0.0);
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  std::vector<graph::Edge> edges;
  for (std::size_t u = 0; u < matrix.rows.size(); ++u) {
    for (const auto& [column, value] : matrix.rows[u]) {
      const auto node = static_cast<graph::Node>(u);
      entries.emplace_back(static_cast<std::int64_t>(u), column, exact::to_double(value));
      if (column != node) edges.emplace_back(std::min(node, column), std::max(node, column));
    }
  }
  const auto n = static_cast<graph::Node>(matrix.columns);
  graph::GossipMatrix w(n, n);
  w.setFromTriplets(entries.begin(), entries.end());
  graph::Graph graph(n, edges);
  auto reading = graph::reading_of("NumPy", graph);
  return {.graph = std::move(graph), .w = w, .reading = std::move(reading)};
}

/// Whether the graph is the file that the weights are in.
bool same_file(const GraphSource& options) {
  constexpr std::string_view prefix = "file:";
  if (!options.spec.starts_with(prefix)) return false;
  if (options.spec.substr(prefix.size()) == "-" && options.weights == "-") return true;
  std::error_code failed;
  return std::filesystem::equivalent(options.spec.substr(prefix.size()), options.weights, failed) && !failed;
}

/// W with the nodes in the order of `graph`, which has the same labels.
graph::GossipMatrix in_order_of(const graph::Graph& graph, const graph::WeightedGraph& weighted) {
  if (graph.nodes() != weighted.graph.nodes()) {
    throw Error(Errc::shape, "`weights`",
                fmt::format("W has {} nodes, and the graph has {}", weighted.graph.nodes(), graph.nodes()));
  }
  std::unordered_map<std::string, graph::Node> places;
  for (graph::Node v = 0; v < graph.nodes(); ++v) places.emplace(graph.label(v), v);
  std::vector<graph::Node> place;
  for (graph::Node v = 0; v < graph.nodes(); ++v) {
    const auto found = places.find(weighted.graph.label(v));
    if (found == places.end())
      throw Error(Errc::shape, "`weights`",
                  fmt::format("node '{}' of the weight file is not in the graph", weighted.graph.label(v)));
    place.push_back(found->second);
  }
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  for (Eigen::Index u = 0; u < weighted.w.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(weighted.w, u); entry; ++entry) {
      const auto a = place[static_cast<std::size_t>(u)], b = place[static_cast<std::size_t>(entry.col())];
      if (a != b && !graph.adjacent(a, b))
        throw Error(Errc::shape, "`weights`",
                    fmt::format("the weight file connects '{}' and '{}', but the graph does not", graph.label(a),
                                graph.label(b)));
      entries.emplace_back(a, b, entry.value());
    }
  }
  graph::GossipMatrix w(graph.nodes(), graph.nodes());
  w.setFromTriplets(entries.begin(), entries.end());
  return w;
}

/// Refuses what is neither a rule nor a file.
void require_weights_file(const std::string& weights) {
  std::error_code ignored;
  if (weights == "-" || std::filesystem::exists(weights, ignored)) return;
  constexpr std::string_view prefix = "file:";  // as --graph has it
  const auto path = weights.starts_with(prefix) ? weights.substr(prefix.size()) : std::string();
  const auto rule =
      !path.empty() && std::filesystem::exists(path, ignored) ? path : nearest(weights, {"metropolis", "min-degree"});
  throw Error(Errc::file, "`weights`",
              fmt::format("'{}' is not metropolis or min-degree, and there is no such file{}", weights,
                          did_you_mean(rule.empty() ? nearest_file(weights) : rule)));
}

/// A graph and the W that a file of this format gives.
Network with_weights(graph::Loaded loaded, graph::GossipMatrix w, const std::string& format) {
  const bool symmetric = (graph::GossipMatrix(w.transpose()) - w).norm() == 0.0;
  const ReadWeights read{.format = format, .symmetric = symmetric, .sums = graph::weight_sums(w)};
  return {.made = {.loaded = std::move(loaded), .weights = {}, .read_weights = read}, .w = std::move(w)};
}

Network load(const GraphSource& options, random::Seed seed) {
  if (is_weights_rule(options.weights)) {
    auto made = load_any_graph(options, seed);
    auto w = graph::gossip_matrix(made.graph(), made.weights);
    return {.made = std::move(made), .w = w};
  }
  require_weights_file(options.weights);
  if (!options.component.empty())
    throw Error(Errc::conditions, "`component`", "excludes a `weights` file, which gives W for all nodes");
  const bool numpy = options.weights.ends_with(numpy_ending);
  auto weighted = numpy ? read_numpy_weights(options.weights) : graph::read_weights(options.weights);
  auto notes = graph::notes_of(weighted.reading, options.weights);
  const auto format = weighted.reading.format;
  if (same_file(options)) {
    return with_weights({.graph = std::move(weighted.graph),
                         .notes = std::move(notes),
                         .positions = {},
                         .reading = std::move(weighted.reading)},
                        std::move(weighted.w), format);
  }
  auto loaded = graph::from_spec(options.spec, seed, "`graph`");
  std::ranges::move(notes, std::back_inserter(loaded.notes));
  if (numpy && loaded.graph.labelled() && loaded.graph.nodes() == weighted.graph.nodes())
    weighted.graph = graph::Graph(weighted.graph.nodes(), weighted.graph.edge_list(), loaded.graph.labels());
  auto w = in_order_of(loaded.graph, weighted);
  return with_weights(std::move(loaded), std::move(w), format);
}

}  // namespace

bool is_weights_rule(const std::string& weights) { return weights == "metropolis" || weights == "min-degree"; }

Network network_of(graph::Graph graph, graph::GossipMatrix w, GraphSource source) {
  auto reading = graph::reading_of("memory", graph);
  return {.made = {.loaded = {.graph = std::move(graph), .notes = {}, .positions = {}, .reading = std::move(reading)},
                   .weights = {}},
          .w = std::move(w),
          .source = std::move(source)};
}

Network load_schedule(const GraphSource& options) {
  auto schedule = graph::read_schedule(options.spec.substr(schedule_prefix.size()));
  return {.made = {.loaded = {.graph = std::move(schedule.graph),
                              .notes = {},
                              .positions = {},
                              .reading = std::move(schedule.reading)},
                   .weights = {}},
          .w = {},
          .rounds = std::move(schedule.rounds),
          .source = options};
}

Network load_network(const GraphSource& options, random::Seed seed) {
  auto network = load(options, seed);
  network.source = options;
  return network;
}

}  // namespace hearsay::api
