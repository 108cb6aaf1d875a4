#include "empirical/figures/stream_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include <hearsay/accounting/stream.hpp>
#include <hearsay/accounting/stream_rate.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/graph/spec.hpp>

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

}  // namespace

std::vector<StreamPoint> stream_figure_bounds(random::Seed seed, int rounds) {
  std::vector<StreamPoint> points;
  for (const std::string spec : {"erdos-renyi:n=100,p=0.1", "barabasi-albert:n=100,m=3,core=5"}) {
    auto loaded = graph::from_spec(spec, seed);
    graph::keep_largest_component(loaded);
    const Graph& graph = loaded.graph;
    random::Stream pick(seed, random::Purpose::selection, 0);
    const auto observer = static_cast<Node>(pick.below(graph.nodes()));
    Node target = observer;
    while (target == observer || graph.adjacent(observer, target)) target = static_cast<Node>(pick.below(graph.nodes()));
    const accounting::StreamAccountant accountant(gossip_matrix(graph, graph::Weights::metropolis), {{observer}, {}, 1, true}, rounds, std::array<Node, 1>{target}, 1);
    const auto growth = accountant.constant_growth(target);
    for (const int t : marks(rounds)) {
      // M of t rounds is not a block of M of T rounds: later views sharpen earlier ones.
      const accounting::StreamAccountant shorter(gossip_matrix(graph, graph::Weights::metropolis), {{observer}, {}, 1, true}, t, std::array<Node, 1>{target}, 1);
      const double over_n = t / static_cast<double>(graph.nodes());
      points.push_back({spec, "one observer", t, growth(t - 1), shorter.loss_matrix(target).cwiseAbs().sum(), over_n, over_n});
    }
  }
  return points;
}

std::vector<StreamPoint> stream_figure_growth(int rounds) {
  std::vector<StreamPoint> points;
  for (const std::string spec : {"petersen", "torus:10x10", "hypercube:6"}) {
    const auto loaded = graph::from_spec(spec, {});
    const Graph& graph = loaded.graph;
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    std::vector<Node> closed{0};
    std::ranges::copy(graph.neighbours(0), std::back_inserter(closed));
    const Node target = farthest(graph, closed);
    const std::array<std::pair<std::string, accounting::StreamView>, 3> views{{{"one observer", {{0}, {}, 1, true}},
                                                                               {"closed neighbourhood", {closed, {}, 1, true}},
                                                                               {"closed neighbourhood, own noise known", {closed, closed, 1, true}}}};
    for (const auto& [name, view] : views) {
      const auto growth = accounting::StreamAccountant(w, view, rounds, std::array<Node, 1>{target}, 1).constant_growth(target);
      const double rate = accounting::StreamRate(w, view, 1).constant()(target);
      for (const int t : marks(rounds)) points.push_back({spec, name, t, growth(t - 1), 0.0, rate * t, t / static_cast<double>(graph.nodes())});
    }
  }
  return points;
}

std::string to_csv(const std::vector<StreamPoint>& points) {
  std::string text = "graph,observers,rounds,constant,absolute,predicted,rounds_over_n\n";
  for (const auto& p : points) {
    text += fmt::format("\"{}\",\"{}\",{},{:.9g},{:.9g},{:.9g},{:.9g}\n", p.graph, p.observers, p.rounds, p.constant, p.absolute, p.predicted, p.over_n);
  }
  return text;
}

}  // namespace hearsay::empirical
