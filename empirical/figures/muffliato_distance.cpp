// SPDX-License-Identifier: GPL-3.0-or-later
#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <numeric>

#include <hearsay/graph/paths.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/gossip_setting.hpp"
#include "empirical/figures/muffliato_figures.hpp"

namespace hearsay::empirical {

namespace {

using accounting::GossipLosses;
using graph::Node;

/// Best, worst and average over pairs of nodes.
struct Range {
  double lowest = 1.0, sum = 0.0, highest = 0.0;
  void add(double loss) {
    lowest = std::min(lowest, loss);
    highest = std::max(highest, loss);
    sum += loss;
  }
};

/// All pairs (observer, target) at one distance.
struct Shell {
  std::size_t pairs = 0;
  Range published, exact, own_noise;
};

/// One family of graphs: several draws, several observers each.
struct Family {
  std::string name;
  std::vector<Shell> shells = {};  ///< by distance, from 0 (unused)
  std::size_t views = 0, doubtful = 0, targets = 0, above = 0;
  int steps = 0;           ///< of the last draw
  double own_noise = 0.0;  ///< sum over targets
};

void add_view(Family& family, const GossipSetting& setting, Node observer, const GossipLosses& losses) {
  const auto distance = graph::distances(setting.graph, observer);
  for (Node u = 0; u < setting.graph.nodes(); ++u) {
    if (u == observer) continue;
    if (distance[u] >= family.shells.size()) family.shells.resize(distance[u] + 1);
    auto& shell = family.shells[distance[u]];
    ++shell.pairs;
    shell.published.add(losses.published[u]);
    shell.exact.add(losses.exact[u]);
    shell.own_noise.add(losses.exact_own_noise[u]);
    ++family.targets;
    family.above += above_published(losses, u) ? 1 : 0;
    family.own_noise += losses.exact_own_noise[u];
  }
  ++family.views;
  family.doubtful += doubtful(losses) ? 1 : 0;
  family.steps = setting.steps;
}

/// A family from its entry {"name", "spec", "draws", "observers"} of the specification.
Family measure(const nlohmann::ordered_json& entry, const FigureRequest& request, const std::function<void()>& tick) {
  Family family{.name = entry.at("name").get<std::string>()};
  const auto draws = entry.value("draws", 1u), observers = entry.value("observers", 1u);
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    const auto setting = gossip_setting(entry.at("spec").get<std::string>(), request.seed, draw);
    random::Stream pick(request.seed, random::Purpose::selection, draw);
    std::vector<Node> chosen;
    while (chosen.size() < std::min(observers, setting.graph.nodes())) {
      const auto v = static_cast<Node>(pick.below(setting.graph.nodes()));
      if (std::ranges::find(chosen, v) == chosen.end()) chosen.push_back(v);
    }
    std::vector<GossipLosses> found(chosen.size());
    parallel_for(chosen.size(), request.jobs, [&](std::size_t i) {
      found[i] = account_towards(setting, chosen[i], request.seed).losses;
      tick();
    });
    for (std::size_t i = 0; i < chosen.size(); ++i) add_view(family, setting, chosen[i], found[i]);
  }
  return family;
}

std::vector<Family> measure_all(const FigureRequest& request) {
  const auto& entries = request.parameters.at("graphs");
  std::size_t total = 0, done = 0;
  for (const auto& entry : entries) total += entry.value("draws", 1u) * entry.value("observers", 1u);
  std::mutex one_at_a_time;
  const auto tick = [&] {
    const std::scoped_lock lock(one_at_a_time);
    ++done;
    if (request.progress) request.progress(done, total, "views");
  };
  std::vector<Family> families;
  for (const auto& entry : entries) families.push_back(measure(entry, request, tick));
  return families;
}

std::string to_csv(const std::vector<Family>& families) {
  Csv csv(
      "graph,distance,pairs,published_mean,published_lowest,published_highest,exact_mean,exact_lowest,exact_highest,"
      "own_noise_mean,own_noise_lowest,own_noise_highest");
  for (const auto& family : families) {
    for (std::size_t k = 1; k < family.shells.size(); ++k) {
      const auto& [pairs, published, exact, own] = family.shells[k];
      const auto count = static_cast<double>(pairs);
      csv.row(family.name, k, pairs, published.sum / count, published.lowest, published.highest, exact.sum / count,
              exact.lowest, exact.highest, own.sum / count, own.lowest, own.highest);
    }
  }
  return csv.text();
}

std::string note_of(const std::vector<Family>& families) {
  std::string note;
  std::size_t views = 0, doubtful = 0;
  for (const auto& family : families) {
    note += fmt::format("{}{} T = {}", note.empty() ? "Rounds: " : ", ", family.name, family.steps);
    views += family.views;
    doubtful += family.doubtful;
  }
  return note + doubt(doubtful, views);
}

/// Published and exact loss by distance, side by side.
std::string two_panels(const std::string& file, const std::string& picture, const std::string& title,
                       const std::vector<Family>& families, double lowest) {
  std::vector<Panel> panels;
  std::size_t farthest = 0;
  for (const auto& family : families) farthest = std::max(farthest, family.shells.size());
  for (const auto& [name, columns] :
       {std::pair{"published: Theorem 1", "4:5:6"}, std::pair{"exact, noise unknown to the observer", "7:8:9"}}) {
    Panel panel{.title = name,
                .x = "shortest path length",
                .y = "privacy loss (share of local DP)",
                .setup = fmt::format("set logscale y\nset format y '10^{{%L}}'\nset yrange [{}:2]\nset xrange "
                                     "[0.5:{}]\nset key bottom {}\nset bars 0.4\n",
                                     lowest, static_cast<double>(farthest) - 0.5, columns[0] == '4' ? "left" : "right"),
                .curves = {{"1", "with lines dt 2 lw 2 lc rgb '#000000'", "local DP"}}};
    for (std::size_t k = 0; k < families.size(); ++k) {
      panel.curves.push_back({rows_where(file, 1, families[k].name, std::string("2:") + columns),
                              fmt::format("with yerrorlines pt 7 ps 0.4 lw 1.5 lc rgb '{}'", colour(k)),
                              families[k].name});
    }
    panels.push_back(std::move(panel));
  }
  return gnuplot_script(picture, title, 2, panels);
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

}  // namespace

FigureData muffliato_figure_1a(const FigureRequest& request) {
  const auto families = measure_all(request);
  FigureData data;
  data.csv["figure_1a.csv"] = to_csv(families);
  data.pictures = {"figure_1a.svg"};
  data.note = note_of(families);
  for (const auto& family : families) {
    data.summary["share of targets that lose more than published, " + family.name] =
        static_cast<double>(family.above) / static_cast<double>(family.targets);
    data.summary["mean loss with own noise known, " + family.name] =
        family.own_noise / static_cast<double>(family.targets);
  }
  data.gnuplot = two_panels("figure_1a.csv", "figure_1a.svg", "Privacy loss by distance: mean, best and worst pair",
                            families, 1e-5);
  return data;
}

FigureData muffliato_figure_3(const FigureRequest& request) {
  auto wanted = request;
  auto& entries = wanted.parameters["graphs"] = nlohmann::ordered_json::array();
  for (const auto m : request.parameters.at("dimensions").get<std::vector<int>>())
    entries.push_back({{"name", fmt::format("n = {}", 1 << m)}, {"spec", fmt::format("hypercube:{}", m)}});
  const auto families = measure_all(wanted);
  FigureData data;
  data.csv["figure_3.csv"] = to_csv(families);
  data.pictures = {"figure_3.svg"};
  data.note = note_of(families);
  for (const auto& family : families) {
    const auto& second = family.shells[2];
    data.summary["own noise known, distance 2, " + family.name] =
        second.own_noise.sum / static_cast<double>(second.pairs);
    data.summary["published, distance 2, " + family.name] = second.published.sum / static_cast<double>(second.pairs);
    for (std::size_t k = 1; k < family.shells.size(); ++k) {
      auto& spread = data.summary["largest spread of the exact loss at one distance"];
      spread = std::max(spread, family.shells[k].exact.highest - family.shells[k].exact.lowest);
    }
  }
  data.gnuplot = two_panels("figure_3.csv", "figure_3.svg",
                            "Privacy loss on the exponential graph (hypercube) by number of nodes", families, 1e-4);
  return data;
}

FigureData muffliato_figure_4(const FigureRequest& request) {
  const auto setting = gossip_setting(request.parameters.at("graph").get<std::string>(), request.seed);
  random::Stream pick(request.seed, random::Purpose::selection, 0);
  const auto observer = static_cast<Node>(pick.below(setting.graph.nodes()));
  const auto losses = account_towards(setting, observer, request.seed).losses;
  if (request.progress) request.progress(1, 1, "views");
  FigureData data;
  Csv csv("node,euclidean_distance,hops,published,exact,own_noise");
  const auto hops = graph::distances(setting.graph, observer);
  const auto n = static_cast<Eigen::Index>(setting.graph.nodes());
  Eigen::VectorXd distance(n - 1), published(n - 1), exact(n - 1);
  Eigen::Index i = 0;
  for (Node u = 0; u < setting.graph.nodes(); ++u) {
    if (u == observer) continue;
    distance[i] = std::hypot(setting.positions[u].x - setting.positions[observer].x,
                             setting.positions[u].y - setting.positions[observer].y);
    published[i] = losses.published[u];
    exact[i] = losses.exact[u];
    csv.row(u, distance[i], hops[u], published[i], exact[i], losses.exact_own_noise[u]);
    ++i;
  }
  data.csv["figure_4.csv"] = csv.text();
  data.pictures = {"figure_4.svg"};
  data.note =
      fmt::format("{} nodes, {} edges, T = {}, observer {}", n, setting.graph.edges(), setting.steps, observer) +
      doubt(doubtful(losses) ? 1 : 0, 1);
  data.summary["rank correlation of distance and published loss"] = rank_correlation(distance, published);
  data.summary["rank correlation of distance and exact loss"] = rank_correlation(distance, exact);
  std::vector<Panel> panels;
  for (const auto& [name, column] :
       {std::pair{"published: Theorem 1", 4}, std::pair{"exact, noise unknown to the observer", 5}}) {
    panels.push_back({.title = name,
                      .x = "Euclidean distance from the observer (side of the square: 1)",
                      .y = "privacy loss (share of local DP)",
                      .setup = "set logscale y\nset format y '10^{%L}'\nset yrange [1e-4:2]\nset key bottom left\n",
                      .curves = {{"1", "with lines dt 2 lw 2 lc rgb '#000000'", "local DP"},
                                 {fmt::format("'figure_4.csv' using 2:{}", column),
                                  "with points pt 7 ps 0.3 lc rgb '" + colour(0) + "'", "one node each"}}});
  }
  data.gnuplot =
      gnuplot_script("figure_4.svg", "Privacy loss by Euclidean distance on a random geometric graph", 2, panels);
  return data;
}

}  // namespace hearsay::empirical
