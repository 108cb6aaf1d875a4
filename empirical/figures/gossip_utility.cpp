// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/spectrum.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

/// Utility 3 sigma^2 / n at a fixed mean loss epsilon, in units of alpha Delta^2 / epsilon.
struct Utility {
  double nodes = 0.0, degree = 0.0, gap = 0.0;
  double synchronous = 0.0;  ///< Algorithm 1: T_stop rounds of d messages a node, sigma^2 = d T_stop / (2n)
  double randomized =
      0.0;  ///< Algorithm 2: one random edge a step, so 2 T / n messages a node, T with the repaired rate
};

Utility utility(const graph::Graph& graph) {
  const double n = graph.nodes(), degree = static_cast<double>(graph.degree(0));
  Utility result{.nodes = n, .degree = degree};
  result.gap = graph::positive_spectral_gap(graph::gossip_matrix(graph, graph::Weights::metropolis));
  const auto steps = static_cast<double>(graph::stopping_time(result.gap, graph.nodes(), 1.0));
  result.synchronous = 3.0 / n * degree * steps / (2.0 * n);
  const std::vector<double> uniform(graph.edges(), 1.0 / static_cast<double>(graph.edges()));
  const auto activations = static_cast<double>(
      graph::randomized_stopping_time(graph::algebraic_connectivity(graph, uniform), graph.nodes(), 1.0));
  result.randomized = 3.0 / n * (2.0 * activations / n) / (2.0 * n);
  return result;
}

/// Exponent a of utility ~ n^a ln(n)^logs between two sizes.
double exponent(double n0, double u0, double n1, double u1, double logs) {
  return (std::log(u1 / u0) - logs * std::log(std::log(n1) / std::log(n0))) / std::log(n1 / n0);
}

/// Exponents are fitted between the smallest and the largest size of each family, after division by the powers of ln n
/// that "logs" names (the table's tilde).
Measured measure_gossip_utility(const MeasurementRequest& request) {
  Measured found;
  auto utilities = gossip_utility().table("utility"), exponents = gossip_utility().table("exponents");
  std::size_t done = 0;
  const auto& families = request.parameters.at("graphs");
  for (const auto& family : families) {
    const auto name = family.at("name").get<std::string>();
    std::vector<Utility> sizes;
    for (const auto& spec : family.at("specs").get<std::vector<std::string>>()) {
      sizes.push_back(utility(graph::from_spec(spec, request.execution.seed).graph));
      const auto& s = sizes.back();
      const double central = 1.0 / (s.nodes * s.nodes);
      utilities.row(name, s.nodes, s.degree, s.gap, s.synchronous, s.randomized, s.synchronous / central,
                    s.randomized / central);
    }
    const auto &first = sizes.front(), &last = sizes.back();
    const auto logs = family.at("logs").get<std::vector<double>>();
    const double one = exponent(first.nodes, first.synchronous, last.nodes, last.synchronous, logs.at(0));
    const double two = exponent(first.nodes, first.randomized, last.nodes, last.randomized, logs.at(1));
    const auto printed = family.at("printed").get<std::vector<std::string>>();
    exponents.row(name, one, printed.at(0), two, printed.at(1));
    found.numbers["exponent of n, Algorithm 1, " + name] = one;
    found.numbers["exponent of n, Algorithm 2, " + name] = two;
    if (request.execution.progress) request.execution.progress(++done, families.size(), "families");
  }
  found.tables.emplace("utility", std::move(utilities));
  found.tables.emplace("exponents", std::move(exponents));
  return found;
}

}  // namespace

const Measurement& gossip_utility() {
  static const Measurement it{
      .name = "utility of gossip",
      .parameters = {"graphs"},
      .options = {},
      .tables = {{"utility",
                  {"graph", "nodes", "degree", "gap", "utility_algorithm_1", "utility_algorithm_2", "over_central_1",
                   "over_central_2"}},
                 {"exponents", {"graph", "algorithm_1", "printed_1", "algorithm_2", "printed_2"}}},
      .measure = measure_gossip_utility};
  return it;
}

}  // namespace hearsay::empirical
