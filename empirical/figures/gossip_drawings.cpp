// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <numeric>
#include <optional>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/layout.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/gossip_directions.hpp"
#include "empirical/figures/gossip_setting.hpp"
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using accounting::GossipLosses;
using graph::Node;

/// A graph with what one node, drawn at random, learns about all the others.
struct Drawing {
  std::string name;
  GossipSetting setting;
  std::vector<graph::Point> places;
  Node observer = 0;
  GossipLosses losses = {};
  std::optional<accounting::Exposed> exposed = {};
};

constexpr std::size_t most_edges = 4000;  ///< drawn of one graph
constexpr double most_operations = 1e11;  ///< a minute or two: who loses everything is counted exactly

Drawing draw(std::string name, GossipSetting setting, const MeasurementRequest& request) {
  Drawing drawing{.name = std::move(name), .setting = std::move(setting), .places = {}};
  drawing.places = drawing.setting.positions.empty()
                       ? graph::spring_layout(drawing.setting.graph, request.execution.seed)
                       : drawing.setting.positions;
  random::Stream pick(request.execution.seed, random::Purpose::selection, 0);
  drawing.observer = static_cast<Node>(pick.below(drawing.setting.graph.nodes()));
  auto account = account_towards(drawing.setting, drawing.observer, request.execution.seed, most_operations);
  drawing.losses = std::move(account.losses);
  drawing.exposed = account.exposed;
  return drawing;
}

/// `count` drawings, made in parallel.
std::vector<Drawing> draw_all(std::size_t count, const MeasurementRequest& request,
                              const std::function<Drawing(std::size_t)>& make) {
  std::vector<std::optional<Drawing>> made(count);
  parallel_for(count, request.execution, "graphs", [&](std::size_t i) { made[i] = make(i); });
  std::vector<Drawing> drawings;
  for (auto& drawing : made) drawings.push_back(std::move(*drawing));
  return drawings;
}

/// Edges as segments; of more than `most_edges`, evenly many are left out.
void add_edges(Table& table, const Drawing& drawing) {
  const auto edges = drawing.setting.graph.edge_list();
  const std::size_t stride = (edges.size() + most_edges - 1) / most_edges;
  for (std::size_t e = 0; e < edges.size(); e += std::max<std::size_t>(1, stride)) {
    const auto &a = drawing.places[edges[e].first], &b = drawing.places[edges[e].second];
    table.row(drawing.name, a.x, a.y, b.x, b.y);
  }
}

double euclidean(const Drawing& d, Node u) {
  return std::hypot(d.places[u].x - d.places[d.observer].x, d.places[u].y - d.places[d.observer].y);
}

void add_nodes(Table& table, const Drawing& d) {
  const auto hops = graph::distances(d.setting.graph, d.observer);
  for (Node u = 0; u < d.setting.graph.nodes(); ++u)
    table.row(d.name, u, d.places[u].x, d.places[u].y, euclidean(d, u), hops[u], d.losses.published[u],
              d.losses.exact[u], d.losses.exact_own_noise[u], d.losses.exact[u] / d.losses.published[u],
              u == d.observer ? 1 : 0);
}

/// Ranks from 0, ties sharing their mean.
Eigen::VectorXd ranks(const Eigen::VectorXd& values) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](auto a, auto b) { return values[a] < values[b]; });
  Eigen::VectorXd result(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i) result[order[i]] = static_cast<double>(first + end - 1) / 2.0;
    first = end;
  }
  return result;
}

/// Spearman's rank correlation.
double rank_correlation(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const Eigen::VectorXd x = ranks(a).array() - ranks(a).mean(), y = ranks(b).array() - ranks(b).mean();
  const double norm = x.norm() * y.norm();
  return norm > 0.0 ? x.dot(y) / norm : 0.0;
}

/// Over the targets of one drawing.
struct Totals {
  double targets = 0.0, above = 0.0, published = 0.0, exact = 0.0;
};

Totals add_numbers(std::map<std::string, double>& numbers, const Drawing& d) {
  const auto n = d.setting.graph.nodes();
  Totals totals{.targets = n - 1.0};
  Eigen::VectorXd distance(n - 1), published(n - 1), exact(n - 1);
  Eigen::Index i = 0;
  for (Node u = 0; u < n; ++u) {
    if (u == d.observer) continue;
    totals.above += above_published(d.losses, u) ? 1.0 : 0.0;
    totals.published += d.losses.published[u] / totals.targets;
    totals.exact += d.losses.exact[u] / totals.targets;
    distance[i] = euclidean(d, u);
    published[i] = d.losses.published[u];
    exact[i++] = d.losses.exact[u];
  }
  numbers["mean published loss, " + d.name] = totals.published;
  numbers["mean exact loss, " + d.name] = totals.exact;
  numbers["share of targets that lose more than published, " + d.name] = totals.above / totals.targets;
  if (d.exposed)
    numbers["share of targets that lose everything, " + d.name] =
        static_cast<double>(d.exposed->count) / totals.targets;
  numbers["rank correlation of distance and published loss, " + d.name] = rank_correlation(distance, published);
  numbers["rank correlation of distance and exact loss, " + d.name] = rank_correlation(distance, exact);
  return totals;
}

std::string note_of(const std::vector<Drawing>& drawings) {
  std::string note;
  std::size_t in_doubt = 0, proved = 0;
  for (const auto& d : drawings) {
    note += fmt::format("{}{}: {} nodes, {} edges, T = {}", note.empty() ? "" : "; ", d.name, d.setting.graph.nodes(),
                        d.setting.graph.edges(), d.setting.steps);
    in_doubt += doubtful(d.losses) ? 1 : 0;
    proved += d.exposed && d.exposed->proof.kind == accounting::Proof::Kind::proved ? 1 : 0;
  }
  return note + fmt::format("; the nodes without amplification are proved in {} of {} views", proved, drawings.size()) +
         doubt(in_doubt, drawings.size());
}

/// A stand-in for an ego network: communities of random sizes, joined sparsely; every pair of one community knows each
/// other with probability `inside`, every other pair with probability `across`. Drawn from Stream(seed, Purpose::graph,
/// number, 1).
graph::Graph generated_ego_network(const nlohmann::ordered_json& parameters, random::Seed seed, std::uint32_t number) {
  random::Stream draws(seed, random::Purpose::graph, number, 1);
  const auto communities = parameters.at("communities").get<std::uint32_t>();
  const auto smallest = parameters.at("smallest").get<std::uint32_t>(),
             largest = parameters.at("largest").get<std::uint32_t>();
  const auto inside = parameters.at("inside").get<double>(), across = parameters.at("across").get<double>();
  std::vector<std::uint32_t> community;
  for (std::uint32_t c = 0; c < communities; ++c)
    community.insert(community.end(), smallest + draws.below(largest - smallest + 1), c);
  std::vector<graph::Edge> edges;
  for (Node v = 1; v < community.size(); ++v) {
    for (Node u = 0; u < v; ++u) {
      if (draws.bernoulli(community[u] == community[v] ? inside : across)) edges.emplace_back(u, v);
    }
  }
  return {static_cast<Node>(community.size()), edges};
}

std::string origin(const MeasurementRequest& request) {
  return request.inputs.facebook.empty() ? "Generated graphs with communities in place of the ego networks (to draw "
                                           "the ego networks, give their folder as facebook)"
                                         : "Largest components of the ego networks";
}

/// The ego networks of the input, by number, or as many generated ones as the parameters say.
std::vector<Drawing> ego_networks(const MeasurementRequest& request) {
  const auto names = request.parameters.at("networks").get<std::vector<std::string>>();
  const auto first = request.parameters.value("first", 0u);
  return draw_all(names.size(), request, [&](std::size_t i) {
    const bool real = !request.inputs.facebook.empty();
    auto loaded =
        real ? graph::from_spec(
                   "file:" + (std::filesystem::path(request.inputs.facebook) / (names[i] + ".edges")).string(),
                   request.execution.seed)
             : graph::Loaded{.graph = generated_ego_network(request.parameters.at("generated"), request.execution.seed,
                                                            first + static_cast<std::uint32_t>(i))};
    return draw(real ? names[i] : fmt::format("generated-{}", first + i + 1), gossip_setting(std::move(loaded)),
                request);
  });
}

/// The graphs of entries {"name", "spec"}; a grid also says how many "columns" it has.
std::vector<Drawing> given_graphs(const MeasurementRequest& request) {
  const auto& entries = request.parameters.at("graphs");
  return draw_all(entries.size(), request, [&](std::size_t i) {
    const auto spec = entries[i].at("spec").get<std::string>();
    auto setting = gossip_setting(spec, request.execution.seed);
    if (spec.starts_with("grid:")) {
      const auto columns = entries[i].at("columns").get<Node>();
      for (Node v = 0; v < setting.graph.nodes(); ++v) {
        const Node row = v / columns;
        setting.positions.push_back({static_cast<double>(v % columns), static_cast<double>(row)});
      }
    }
    return draw(entries[i].at("name").get<std::string>(), std::move(setting), request);
  });
}

/// What one node, drawn at random, learns about every other, and where the nodes are drawn.
Measured measured_from(const std::vector<Drawing>& drawings) {
  Measured found{.note = note_of(drawings)};
  auto nodes = gossip_drawings().table("nodes"), edges = gossip_drawings().table("edges");
  Totals all;
  for (const auto& d : drawings) {
    add_nodes(nodes, d);
    add_edges(edges, d);
    const auto one = add_numbers(found.numbers, d);
    all.above += one.above;
    all.exact += one.exact * one.targets;
    all.targets += one.targets;
  }
  found.numbers["share of targets that lose more than published, all graphs"] = all.above / all.targets;
  found.numbers["mean exact loss, all graphs"] = all.exact / all.targets;
  found.tables.emplace("nodes", std::move(nodes));
  found.tables.emplace("edges", std::move(edges));
  return found;
}

Measured measure_graphs(const MeasurementRequest& request) { return measured_from(given_graphs(request)); }

/// The node with that label, or one drawn at random if the parameters name none for this network.
Node target_of(const Drawing& drawing, const nlohmann::ordered_json& targets, random::Seed seed) {
  const auto& graph = drawing.setting.graph;
  if (!targets.contains(drawing.name)) {
    random::Stream pick(seed, random::Purpose::selection, 1);
    return static_cast<Node>(pick.below(graph.nodes()));
  }
  const auto label = targets.at(drawing.name).get<std::string>();
  for (Node v = 0; v < graph.nodes(); ++v) {
    if (graph.label(v) == label) return v;
  }
  throw Error(Errc::unknown, drawing.name, fmt::format("there is no node {} in the largest component", label));
}

/// What every node learns about one: the direction of the released code, with the numbers that it draws.
/// @param targets  by network, labels.
void add_observers(Measured& found, const Drawing& d, const nlohmann::ordered_json& targets, double factor,
                   const MeasurementRequest& request) {
  const auto target = target_of(d, targets, request.execution.seed);
  const Eigen::VectorXd shares = released_losses(d.setting, target, request.execution),
                        exact = exact_losses_of(d.setting, target, request.execution);
  const auto hops = graph::distances(d.setting.graph, target);
  auto& table = found.tables.at("observers");
  const double others = d.setting.graph.nodes() - 1.0;
  double released = 0.0, everything = 0.0, more = 0.0;
  for (Node v = 0; v < d.setting.graph.nodes(); ++v) {
    const double share = std::min(1.0, shares[v]);
    table.row(d.name, v, d.places[v].x, d.places[v].y, hops[v], std::min(1.0, factor * shares[v]), share, exact[v],
              v == target ? 1 : 0);
    if (v == target) continue;
    released += share / others;
    everything += exact[v] > 1.0 - 1e-9 ? 1.0 / others : 0.0;
    more += exact[v] > share * (1.0 + 1e-6) ? 1.0 / others : 0.0;
  }
  found.numbers["mean released loss of the target, " + d.name] = released;
  found.numbers["mean exact loss of the target, " + d.name] = (exact.sum() - exact[target]) / others;
  found.numbers["share of observers that learn everything about the target, " + d.name] = everything;
  found.numbers["share of observers that learn more than the released code says, " + d.name] = more;
  found.note += fmt::format("; {}: target {} of degree {}", d.name, d.setting.graph.label(target),
                            d.setting.graph.degree(target));
}

Measured measure_networks(const MeasurementRequest& request) {
  const auto drawings = ego_networks(request);
  auto found = measured_from(drawings);
  found.note = origin(request) + ". " + found.note;
  found.tables.emplace("observers", gossip_networks().table("observers"));
  if (!request.parameters.contains("released_factor")) return found;
  const auto factor = request.parameters.at("released_factor").get<double>();
  const auto targets = request.parameters.value("targets", nlohmann::ordered_json::object());
  for (const auto& d : drawings) add_observers(found, d, targets, factor, request);
  return found;
}

Schema drawing_tables() {
  return {{"nodes",
           {"graph", "node", "x", "y", "distance", "hops", "published", "exact", "own_noise", "ratio", "observer"}},
          {"edges", {"graph", "x1", "y1", "x2", "y2"}}};
}

/// Drawn for a target, too, where the parameters say how the released code scales its losses.
Schema network_tables() {
  auto tables = drawing_tables();
  tables.emplace("observers",
                 std::vector<std::string>{"graph", "node", "x", "y", "hops", "plotted", "released", "exact", "target"});
  return tables;
}

}  // namespace

const Measurement& gossip_drawings() {
  static const Measurement it{.name = "gossip losses on drawn graphs",
                              .parameters = {"graphs"},
                              .options = {},
                              .tables = drawing_tables(),
                              .measure = measure_graphs};
  return it;
}

const Measurement& gossip_networks() {
  static const Measurement it{.name = "gossip losses on ego networks",
                              .parameters = {"networks", "generated"},
                              .options = {"first", "released_factor", "targets"},
                              .tables = network_tables(),
                              .measure = measure_networks,
                              .input = Measurement::Input::facebook};
  return it;
}

}  // namespace hearsay::empirical
