// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/simulation/dropout.hpp>

#include <algorithm>
#include <numeric>

#include <hearsay/core/error.hpp>

namespace hearsay::simulation {

namespace {

using graph::Edge;
using graph::Node;

/// Pairs (a, b), b < a, of the available nodes in order, skipping the absent ones at once.
std::vector<Edge> random_edges(const std::vector<Node>& available, double probability, random::Stream& choice) {
  std::vector<Edge> edges;
  std::uint64_t a = 1, b = choice.geometric(probability);
  while (a < available.size()) {
    if (b >= a) {
      b -= a++;
      continue;
    }
    edges.emplace_back(available[b], available[a]);
    b += 1 + choice.geometric(probability);
  }
  return edges;
}

}  // namespace

DropoutRun run_dropout(const DropoutRules& rules, random::Seed seed, std::uint32_t trial) {
  const Node n = rules.nodes;
  random::Stream noise(seed, random::Purpose::noise, trial), choice(seed, random::Purpose::activation, trial);
  std::vector<double> x(n);
  double inputs = 0.0;
  for (auto& value : x) {
    const double input = noise.uniform();
    inputs += input;
    value = std::clamp(input + noise.normal(), 0.0, 1.0);
  }
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / n, mean_noise = mean - inputs / n;
  for (auto& value : x) value -= mean;
  const auto squared = [&] {
    return std::accumulate(x.begin(), x.end(), 0.0, [](double sum, double value) { return sum + value * value; }) / n;
  };
  DropoutRun run;
  run.precision = mean_noise * mean_noise;
  run.error.push_back(squared());
  std::vector<Node> available;
  std::vector<int> degree(n);
  do {
    if (run.rounds.size() >= 100'000) throw Error(Errc::not_converged, "run_dropout", "100000 steps did not average");
    available.clear();
    for (Node v = 0; v < n; ++v) {
      if (!choice.bernoulli(rules.dropout)) available.push_back(v);
    }
    auto edges = random_edges(available, rules.edge_probability, choice);
    std::ranges::fill(degree, 0);
    for (const auto& [u, v] : edges) ++degree[u], ++degree[v];
    std::vector<double> change(n, 0.0);
    for (const auto& [u, v] : edges) {
      const double flow = (x[v] - x[u]) / (1.0 + std::max(degree[u], degree[v]));
      change[u] += flow;
      change[v] -= flow;
    }
    for (Node v = 0; v < n; ++v) x[v] += change[v];
    run.messages += 2 * edges.size();
    run.rounds.push_back(std::move(edges));
    run.error.push_back(squared());
  } while (run.error.back() >= dropout_precisions * run.precision);
  return run;
}

}  // namespace hearsay::simulation
