// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/stream_figures.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::empirical {

namespace {

using graph::Graph;
using graph::Node;

/// Ten points on the way to T, T included.
std::vector<int> marks(int rounds) {
  std::vector<int> list;
  for (int i = 1; i <= 10; ++i) list.push_back(std::max(1, rounds * i / 10));
  return list;
}

Node farthest(const Graph& graph, const std::vector<Node>& observers) {
  const auto distance = graph::distances(graph, observers);
  return static_cast<Node>(std::max_element(distance.begin(), distance.end()) - distance.begin());
}

const StreamPoint& point_of(const std::vector<StreamPoint>& points, const std::string& graph,
                            const std::string& observers, int rounds) {
  return *std::ranges::find_if(
      points, [&](const StreamPoint& p) { return p.graph == graph && p.observers == observers && p.rounds == rounds; });
}

/// What a round of the second half adds to 1^T M 1.
double late_growth(const std::vector<StreamPoint>& points, const std::string& graph, const std::string& observers) {
  const auto times = marks(points.back().rounds);
  const auto &middle = point_of(points, graph, observers, times[4]),
             &last = point_of(points, graph, observers, times[9]);
  return (last.constant - middle.constant) / (last.rounds - middle.rounds);
}

/// "erdos-renyi", "torus": a graph's family.
std::string family(const std::string& spec) { return spec.substr(0, spec.find(':')); }

std::string to_csv(const std::vector<StreamPoint>& points) {
  Csv csv("graph,observers,rounds,constant,absolute,predicted,rounds_over_n");
  for (const auto& p : points)
    csv.row(family(p.graph), p.observers, p.rounds, p.constant, p.absolute, p.predicted, p.over_n);
  return csv.text();
}

std::vector<std::string> specs_of(const FigureRequest& request) {
  return request.parameters.at("graphs").get<std::vector<std::string>>();
}

std::vector<StreamPoint> bounds_of(const FigureRequest& request) {
  auto points =
      stream_bounds(specs_of(request), request.seed, request.parameters.at("rounds").get<int>(), request.jobs);
  if (request.progress) request.progress(1, 1, "graphs");
  return points;
}

}  // namespace

std::vector<StreamPoint> stream_bounds(const std::vector<std::string>& specs, random::Seed seed, int rounds, int jobs) {
  std::vector<StreamPoint> points;
  for (const auto& spec : specs) {
    auto loaded = graph::from_spec(spec, seed);
    graph::keep_largest_component(loaded);
    const Graph& graph = loaded.graph;
    random::Stream pick(seed, random::Purpose::selection, 0);
    const auto observer = static_cast<Node>(pick.below(graph.nodes()));
    Node target = observer;
    while (target == observer || graph.adjacent(observer, target))
      target = static_cast<Node>(pick.below(graph.nodes()));
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    const auto times = marks(rounds);
    std::vector<StreamPoint> found(times.size());
    parallel_for(times.size(), jobs, [&](std::size_t i) {
      // M of t rounds is not a block of M of T rounds: later views sharpen earlier ones.
      const accounting::ContinualAccountant accountant(w, {{observer}, {}, 1, true}, times[i],
                                                       std::array<Node, 1>{target}, 1);
      const auto m = accountant.loss_matrix(target);
      const double over_n = times[i] / static_cast<double>(graph.nodes());
      found[i] = {spec, "one observer", times[i], m.sum(), m.cwiseAbs().sum(), over_n, over_n};
    });
    std::ranges::copy(found, std::back_inserter(points));
  }
  return points;
}

std::vector<StreamPoint> stream_growths(const std::vector<std::string>& specs, int rounds, int jobs) {
  std::vector<std::vector<StreamPoint>> found(specs.size() * 3);
  parallel_for(found.size(), jobs, [&](std::size_t i) {
    const auto& spec = specs[i / 3];
    const auto loaded = graph::from_spec(spec, {});
    const Graph& graph = loaded.graph;
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    std::vector<Node> closed{0};
    std::ranges::copy(graph.neighbours(0), std::back_inserter(closed));
    const Node target = farthest(graph, closed);
    const std::array<std::pair<std::string, accounting::ContinualView>, 3> views{
        {{"one observer", {{0}, {}, 1, true}},
         {"closed neighbourhood", {closed, {}, 1, true}},
         {"closed neighbourhood (own noise known)", {closed, closed, 1, true}}}};
    const auto& [name, view] = views[i % 3];
    const auto growth =
        accounting::ContinualAccountant(w, view, rounds, std::array<Node, 1>{target}, 1).constant_growth(target);
    const double rate = accounting::ContinualRate(w, view, 1).constant()(target);
    for (const int t : marks(rounds))
      found[i].push_back({spec, name, t, growth(t - 1), 0.0, rate * t, t / static_cast<double>(graph.nodes())});
  });
  std::vector<StreamPoint> points;
  for (const auto& part : found) std::ranges::copy(part, std::back_inserter(points));
  return points;
}

FigureData stream_figure_1(const FigureRequest& request) {
  const auto points = bounds_of(request);
  FigureData data;
  data.csv["figure_1.csv"] = to_csv(points);
  data.pictures = {"figure_1.svg"};
  std::vector<Panel> panels;
  for (const auto& spec : specs_of(request)) {
    const double growth = late_growth(points, spec, "one observer");
    const auto& last = point_of(points, spec, "one observer", points.back().rounds);
    data.summary[fmt::format("growth per round over 1/n, {}", family(spec))] = growth * last.rounds / last.over_n;
    panels.push_back(
        {.title = spec,
         .x = "rounds T",
         .y = "squared sensitivity",
         .setup = "set key top left\nset xrange [0:*]\nset yrange [0:*]\n",
         .curves = {{rows_where("figure_1.csv", 1, family(spec), "3:4"),
                     "with linespoints pt 7 ps 0.5 lw 2 lc rgb '" + colour(0) + "'", "exact, constant stream"},
                    {rows_where("figure_1.csv", 1, family(spec), "3:7"),
                     "with lines dt 2 lw 2 lc rgb '" + colour(1) + "'", "T/n (Theorem 13)"}}});
  }
  data.gnuplot =
      gnuplot_script("figure_1.svg", "What one random observer learns about a random node''s stream", 2, panels);
  return data;
}

FigureData stream_figure_2(const FigureRequest& request) {
  const auto points = bounds_of(request);
  FigureData data;
  data.csv["figure_2.csv"] = to_csv(points);
  data.pictures = {"figure_2.svg"};
  std::vector<Panel> panels;
  for (const auto& spec : specs_of(request)) {
    double largest = 0.0;
    for (const auto& p : points) {
      if (p.graph == spec) largest = std::max(largest, p.absolute / p.constant);
    }
    data.summary[fmt::format("largest upper over lower bound, {}", family(spec))] = largest;
    panels.push_back(
        {.title = spec,
         .x = "rounds T",
         .y = "squared sensitivity",
         .setup = "set key top left\nset xrange [0:*]\nset yrange [0:*]\n",
         .curves = {{rows_where("figure_2.csv", 1, family(spec), "3:5"), "with lines lw 7 lc rgb '#f2c4cb'",
                     "upper bound: sum of |M|"},
                    {rows_where("figure_2.csv", 1, family(spec), "3:4"),
                     "with linespoints pt 7 ps 0.5 lw 2 lc rgb '" + colour(0) + "'", "lower bound: constant stream"}}});
  }
  data.gnuplot =
      gnuplot_script("figure_2.svg", "Bounds on the worst stream, one random observer and target", 2, panels);
  return data;
}

FigureData stream_growth(const FigureRequest& request) {
  const auto points = stream_growths(specs_of(request), request.parameters.at("rounds").get<int>(), request.jobs);
  if (request.progress) request.progress(1, 1, "graphs");
  FigureData data;
  data.csv["growth.csv"] = to_csv(points);
  data.pictures = {"growth.svg"};
  std::vector<Panel> panels;
  for (const auto& spec : specs_of(request)) {
    Panel panel{
        .title = spec,
        .x = "rounds T over nodes n",
        .y = "squared sensitivity",
        .setup = "set key below vertical maxrows 4 font ',11'\nset bmargin 7\n",
        .curves = {{fmt::format("'growth.csv' using (strcol(1) eq '{}' && strcol(2) eq 'one observer' ? $7 : 1/0):7",
                                family(spec)),
                    "with lines dt 3 lw 2 lc rgb '#000000'", "T/n, published for all three"}}};
    std::size_t k = 0;
    for (const std::string name : {"one observer", "closed neighbourhood", "closed neighbourhood (own noise known)"}) {
      data.summary[fmt::format("growth per round, {}, {}", spec, name)] = late_growth(points, spec, name);
      const auto select =
          fmt::format("'growth.csv' using (strcol(1) eq '{}' && strcol(2) eq '{}' ? $7 : 1/0)", family(spec), name);
      panel.curves.push_back({select + ":4", fmt::format("with points pt 7 ps 0.5 lc rgb '{}'", colour(k)), name});
      panel.curves.push_back({select + ":6", fmt::format("with lines lw 2 lc rgb '{}'", colour(k)), ""});
      ++k;
    }
    panels.push_back(std::move(panel));
  }
  data.gnuplot = gnuplot_script(
      "growth.svg",
      "A constant stream by who observes it: exact (points), repaired rate (lines); target: the farthest node",
      static_cast<int>(std::min<std::size_t>(3, panels.size())), panels);
  return data;
}

}  // namespace hearsay::empirical
