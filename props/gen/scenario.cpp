// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/gen/scenario.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <ostream>
#include <set>
#include <tuple>

#include "props/gen/graphs.hpp"

namespace hearsay::props::gen {

using graph::Edge;
using graph::Graph;
using graph::Node;

bool Scenario::observes(Node v) const { return std::ranges::binary_search(observers, v); }

std::vector<Node> distances(const Graph& graph, const std::vector<Node>& observers) {
  std::vector<Node> distance(graph.nodes(), std::numeric_limits<Node>::max());
  std::vector<Node> queue = observers;
  for (const Node o : observers) distance[o] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Node w : graph.neighbors(queue[head])) {
      if (distance[w] == std::numeric_limits<Node>::max()) {
        distance[w] = distance[queue[head]] + 1;
        queue.push_back(w);
      }
    }
  }
  return distance;
}

namespace {

/// `scenario` carried along `place` into `graph`, unless that deletes its target, all its observers, or merges target
/// and observer.
std::optional<Scenario> carried(const Scenario& scenario, const Smaller& smaller) {
  Scenario next = scenario;
  next.graph = smaller.graph;
  std::set<Node> observers;
  for (const Node o : scenario.observers) {
    if (smaller.place[o]) observers.insert(*smaller.place[o]);
  }
  const auto target = smaller.place[scenario.target];
  if (!target || observers.empty() || observers.contains(*target)) return std::nullopt;
  next.observers.assign(observers.begin(), observers.end());
  next.target = *target;
  return next;
}

/// `graph`, with a leaf on a node that is no observer unless some node is out of the observers' sight already.
Graph with_hidden_node(const Graph& graph, const std::vector<Node>& observers) {
  const auto distance = distances(graph, observers);
  const auto farthest = std::ranges::max_element(distance);
  if (*farthest >= 2) return graph;
  auto edges = graph.edge_list();
  edges.emplace_back(static_cast<Node>(farthest - distance.begin()), graph.nodes());
  return Graph(graph.nodes() + 1, edges);
}

auto name_order(const Scenario& s) { return std::tuple(s.observers, s.graph.edge_list(), s.target); }

}  // namespace

Scenario renamed(const Scenario& scenario) {
  const Node n = scenario.graph.nodes();
  constexpr Node unnamed = std::numeric_limits<Node>::max();
  std::vector<Node> name(n, unnamed), queue;
  auto meet = [&](Node v) {
    if (name[v] != unnamed) return;
    name[v] = static_cast<Node>(queue.size());
    queue.push_back(v);
  };
  for (const Node o : scenario.observers) meet(o);
  for (std::size_t head = 0; head < queue.size(); ++head) {
    for (const Node w : scenario.graph.neighbors(queue[head])) meet(w);
  }
  std::vector<Edge> edges;
  for (const auto& [a, b] : scenario.graph.edge_list()) edges.emplace_back(name[a], name[b]);
  Scenario next = scenario;
  next.graph = Graph(n, edges);
  std::iota(next.observers.begin(), next.observers.end(), Node{0});
  next.target = name[scenario.target];
  return next;
}

std::vector<Scenario> smaller_scenarios(const Scenario& scenario) {
  std::vector<Scenario> fewer_nodes, fewer_nodes_and_steps, fewer_edges, all;
  for (const auto& smaller : smaller_graphs(scenario.graph)) {
    auto next = carried(scenario, smaller);
    if (!next) continue;
    const bool fewer = smaller.graph.nodes() < scenario.graph.nodes();
    (fewer ? fewer_nodes : fewer_edges).push_back(*next);
    if (fewer && scenario.steps > 1) {  // a shorter path may need a shorter run: along a path the two go together
      --next->steps;
      fewer_nodes_and_steps.push_back(std::move(*next));
    }
  }
  std::ranges::move(fewer_nodes, std::back_inserter(all));
  std::ranges::move(fewer_nodes_and_steps, std::back_inserter(all));
  if (scenario.observers.size() > 1) {
    for (std::size_t i = 0; i < scenario.observers.size(); ++i) {
      Scenario next = scenario;
      next.observers.erase(next.observers.begin() + static_cast<std::ptrdiff_t>(i));
      all.push_back(std::move(next));
    }
  }
  std::ranges::move(fewer_edges, std::back_inserter(all));
  for (const int steps : std::set<int>{1, scenario.steps / 2, scenario.steps - 1}) {
    if (steps < 1 || steps >= scenario.steps) continue;
    Scenario next = scenario;
    next.steps = steps;
    all.push_back(std::move(next));
  }
  if (scenario.weights != graph::Weights::metropolis) {
    Scenario next = scenario;
    next.weights = graph::Weights::metropolis;
    all.push_back(std::move(next));
  }
  if (auto next = renamed(scenario); name_order(next) < name_order(scenario)) all.push_back(std::move(next));
  return all;
}

rc::Gen<Scenario> scenarios(const ScenarioShape& shape) {
  return rc::Gen<Scenario>([shape](const rc::Random& random, int size) {
    auto source = random;
    const auto for_graph = source.split();
    Raw raw(source);
    Scenario s{.graph =
                   draw_connected_graph(for_graph, size, {.max_nodes = shape.max_nodes, .min_nodes = shape.min_nodes})};
    const Node n = s.graph.nodes();
    std::set<Node> observers{raw.below(n)};
    if (shape.coalitions) {
      for (Node more = raw.below(1 + raw.below(n)); more > 0 && observers.size() + 1 < n; --more)
        observers.insert(raw.below(n));
    }
    s.observers.assign(observers.begin(), observers.end());
    if (shape.hidden) s.graph = with_hidden_node(s.graph, s.observers);
    do {
      s.target = raw.below(n);
    } while (s.observes(s.target));
    s.steps = 1 + static_cast<int>(raw.below(static_cast<std::size_t>(shape.max_steps)));
    if (shape.min_degree && raw.below(2) == 1) s.weights = graph::Weights::min_degree;
    return rc::shrinkable::shrinkRecur(
        std::move(s), [](const Scenario& from) { return rc::seq::fromContainer(smaller_scenarios(from)); });
  });
}

std::vector<std::string> tags(const Scenario& scenario) {
  auto all = shape_tags(scenario.graph);
  const Node distance = distances(scenario.graph, scenario.observers)[scenario.target];
  all.emplace_back(distance > 2    ? "target further than 2"
                   : distance == 2 ? "target at distance 2"
                                   : "target at distance 1");
  if (scenario.observers.size() > 1) all.emplace_back("coalition");
  return all;
}

nlohmann::ordered_json to_json(const Scenario& scenario) {
  nlohmann::ordered_json json{{"graph", graph::to_string(scenario.graph)}};
  if (scenario.observers.size() == 1) {
    json["observer"] = scenario.observers[0];
  } else {
    json["observers"] = scenario.observers;
  }
  json["target"] = scenario.target;
  json["steps"] = scenario.steps;
  if (scenario.weights != graph::Weights::metropolis) json["weights"] = graph::to_string(scenario.weights);
  return json;
}

std::ostream& operator<<(std::ostream& out, const Scenario& scenario) { return out << to_json(scenario).dump(); }

}  // namespace hearsay::props::gen
