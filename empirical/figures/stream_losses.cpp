// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/stream_losses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/measurement.hpp"

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

std::vector<std::string> specs_of(const MeasurementRequest& request) {
  return request.parameters.at("graphs").get<std::vector<std::string>>();
}

/// Lower and upper bound on the worst stream: a constant stream, and the sum of |M|.
Measured measure_bounds(const MeasurementRequest& request) {
  const auto points = stream_bounds(specs_of(request), request.parameters.at("rounds").get<int>(), request.execution);
  if (request.execution.progress) request.execution.progress(1, 1, "graphs");
  Measured found;
  auto table = bounds_on_streams().table("losses");
  for (const auto& p : points) {
    table.row(p.graph, p.rounds, p.constant, p.absolute, p.over_n);
    auto& largest = found.numbers[fmt::format("largest upper over lower bound, {}", family(p.graph))];
    largest = std::max(largest, p.absolute / p.constant);
  }
  for (const auto& spec : specs_of(request)) {
    const double growth = late_growth(points, spec, "one observer");
    const auto& last = point_of(points, spec, "one observer", points.back().rounds);
    found.numbers[fmt::format("growth per round over 1/n, {}", family(spec))] = growth * last.rounds / last.over_n;
  }
  found.tables.emplace("losses", std::move(table));
  return found;
}

/// What a closed neighborhood learns of the farthest node's constant stream, next to one observer.
Measured measure_growth(const MeasurementRequest& request) {
  const auto points = stream_growths(specs_of(request), request.parameters.at("rounds").get<int>(), request.execution);
  if (request.execution.progress) request.execution.progress(1, 1, "graphs");
  Measured found;
  auto table = growth_of_streams().table("growth");
  for (const auto& p : points) {
    table.row(p.graph, p.observers, p.rounds, p.constant, p.predicted, p.over_n);
    if (p.rounds == points.back().rounds)
      found.numbers[fmt::format("growth per round, {}, {}", p.graph, p.observers)] =
          late_growth(points, p.graph, p.observers);
  }
  found.tables.emplace("growth", std::move(table));
  return found;
}

}  // namespace

std::vector<StreamPoint> stream_bounds(const std::vector<std::string>& specs, int rounds, const Execution& execution) {
  std::vector<StreamPoint> points;
  for (const auto& spec : specs) {
    auto loaded = graph::from_spec(spec, execution.seed);
    graph::keep_largest_component(loaded);
    const Graph& graph = loaded.graph;
    random::Stream pick(execution.seed, random::Purpose::selection, 0);
    const auto observer = static_cast<Node>(pick.below(graph.nodes()));
    Node target = observer;
    while (target == observer) target = static_cast<Node>(pick.below(graph.nodes()));
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    const auto times = marks(rounds);
    std::vector<StreamPoint> found(times.size());
    parallel_for(times.size(), execution, [&](std::size_t i) {
      // M of t rounds is not a block of M of T rounds: later views sharpen earlier ones.
      const accounting::ContinualAccountant accountant(w, {{observer}, {}, 1, true}, times[i],
                                                       std::array<Node, 1>{target}, {.jobs = 1});
      const auto m = accountant.loss_matrix(target);
      const double over_n = times[i] / static_cast<double>(graph.nodes());
      found[i] = {spec, "one observer", times[i], m.sum(), m.cwiseAbs().sum(), over_n, over_n};
    });
    std::ranges::copy(found, std::back_inserter(points));
  }
  return points;
}

std::vector<StreamPoint> stream_growths(const std::vector<std::string>& specs, int rounds, const Execution& execution) {
  std::vector<std::vector<StreamPoint>> found(specs.size() * 3);
  parallel_for(found.size(), execution, [&](std::size_t i) {
    const auto& spec = specs[i / 3];
    const auto loaded = graph::from_spec(spec, {});
    const Graph& graph = loaded.graph;
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    std::vector<Node> closed{0};
    std::ranges::copy(graph.neighbors(0), std::back_inserter(closed));
    const Node target = farthest(graph, closed);
    const std::array<std::pair<std::string, accounting::ContinualView>, 3> views{
        {{"one observer", {{0}, {}, 1, true}},
         {"closed neighborhood", {closed, {}, 1, true}},
         {"closed neighborhood (own noise known)", {closed, closed, 1, true}}}};
    const auto& [name, view] = views[i % 3];
    const auto growth = accounting::ContinualAccountant(w, view, rounds, std::array<Node, 1>{target}, {.jobs = 1})
                            .constant_growth(target);
    const double rate = accounting::ContinualRate(w, view, {.jobs = 1}).constant()(target);
    for (const int t : marks(rounds))
      found[i].push_back({spec, name, t, growth(t - 1), 0.0, rate * t, t / static_cast<double>(graph.nodes())});
  });
  std::vector<StreamPoint> points;
  for (const auto& part : found) std::ranges::copy(part, std::back_inserter(points));
  return points;
}

const Measurement& bounds_on_streams() {
  static const Measurement it{.name = "bounds on streams",
                              .parameters = {"graphs", "rounds"},
                              .options = {},
                              .tables = {{"losses", {"graph", "rounds", "constant", "absolute", "rounds_over_n"}}},
                              .measure = measure_bounds};
  return it;
}

const Measurement& growth_of_streams() {
  static const Measurement it{
      .name = "growth of constant streams",
      .parameters = {"graphs", "rounds"},
      .options = {},
      .tables = {{"growth", {"graph", "observers", "rounds", "constant", "predicted", "rounds_over_n"}}},
      .measure = measure_growth};
  return it;
}

}  // namespace hearsay::empirical
