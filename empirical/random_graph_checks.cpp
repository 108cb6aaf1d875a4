// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <boost/math/distributions/students_t.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

#include <hearsay/simulation/dropout.hpp>
#include "empirical/checks.hpp"
#include "empirical/tally.hpp"

namespace hearsay::empirical {

namespace {

using graph::Node;
using run::Context;
using run::Finding;

/// An upper bound on the gap of the Metropolis matrix: the Rayleigh quotient of e_v - 1/n, n (1 - W_vv) / (n - 1), at
/// its best node.
struct SlowNode {
  Node node = 0;
  double bound = 2.0;
};

SlowNode slowest_node(const graph::Graph& graph) {
  SlowNode best;
  const double n = graph.nodes();
  for (Node v = 0; v < graph.nodes(); ++v) {
    double leaves = 0.0;
    for (const Node w : graph.neighbors(v))
      leaves += 1.0 / (1.0 + static_cast<double>(std::max(graph.degree(v), graph.degree(w))));
    if (n * leaves / (n - 1.0) < best.bound) best = {v, n * leaves / (n - 1.0)};
  }
  return best;
}

Finding er_gap(const Context& context) {
  Finding finding{.confidence = 1.0 - context.error_level};
  const std::array<std::pair<Node, double>, 3> cases{{{400, 1.5}, {1600, 1.5}, {1600, 4.0}}};
  const int draws = context.pick(40, 60, 400);
  double smallest = 2.0;
  for (const auto& [n, c] : cases) {
    const double q = c * std::log(static_cast<double>(n)) / static_cast<double>(n);
    std::uint64_t mixing = 0;
    for (int i = 0; i < draws; ++i) {
      random::Stream stream(context.seed, random::Purpose::graph, n,
                            static_cast<std::uint32_t>(c * 100.0) * 1000U + static_cast<std::uint32_t>(i));
      const auto seed = stream.word64() >> 16;
      const auto graph = graph::erdos_renyi(n, q, {seed});
      const auto slow = slowest_node(graph);
      ++finding.instances;
      if (slow.bound >= 0.5) ++mixing;
      if (n == 400 && i < 3 && graph::connected(graph) &&
          graph::spectrum(graph::gossip_matrix(graph, graph::Weights::metropolis)).gap > slow.bound + 1e-6) {
        throw std::logic_error("the library's gap is above its Rayleigh bound");
      }
      if (slow.bound < smallest && graph.degree(slow.node) > 0) {
        smallest = slow.bound;
        std::vector<std::size_t> degrees;
        for (const Node w : graph.neighbors(slow.node)) degrees.push_back(graph.degree(w));
        finding.witness =
            run::Witness{.instance = {{"graph", fmt::format("erdos-renyi:n={},p={:.17g},seed={}", n, q, seed)},
                                      {"c", c},
                                      {"node", slow.node},
                                      {"degree", degrees.size()},
                                      {"neighbor_degrees", degrees}},
                         .claimed = "gap at least 1/2",
                         .actual = fmt::format("gap at most {:.6f}", slow.bound),
                         .certificate = run::Certificate::statistical};
      }
    }
    const auto probability =
        stats::clopper_pearson(mixing, static_cast<std::uint64_t>(draws), context.error_level / 3.0);
    finding.note += fmt::format("{}n = {}, c = {}: P(gap >= 1/2) <= {:.3f}", finding.note.empty() ? "" : "; ", n, c,
                                probability.upper());
    if (c == 1.5 && probability.upper() < 0.5) finding.verdict = Verdict::refuted;
  }
  if (finding.verdict != Verdict::refuted) finding.witness.reset();
  return finding;
}

/// The mean over nodes of messages received, over n.
double dropout_loss(random::Seed seed, std::uint32_t trial, double dropout) {
  const simulation::DropoutRules rules{.dropout = dropout};
  const double n = rules.nodes;
  return static_cast<double>(simulation::run_dropout(rules, seed, trial).messages) / (n * n);
}

Finding table3(const Context& context) {
  struct Row {
    double dropout, printed, spread;
    int share;  ///< one of so many of the runs: where most users are absent, runs are long and vary little
  };
  Finding finding{.verdict = Verdict::holds, .confidence = 1.0 - context.error_level};
  std::uint32_t trial = 0;
  for (const auto& row :
       {Row{0.0, 0.017, 0.006, 1}, Row{0.1, 0.018, 0.006, 1}, Row{0.5, 0.015, 0.007, 1}, Row{0.9, 0.014, 0.006, 4}}) {
    // The loss is at most T_v / n; its mean over runs by Student's t, whose normality assumption is harmless for a
    // hundred runs and more.
    const int runs = context.pick(480, 600, 2000) / row.share;
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < runs; ++i) {
      const double loss = dropout_loss(context.seed, trial++, row.dropout);
      sum += loss;
      squares += loss * loss;
    }
    const double mean = sum / runs, deviation = std::sqrt(std::max(0.0, (squares - sum * mean) / (runs - 1)));
    const boost::math::students_t law(runs - 1);
    const double half = boost::math::quantile(boost::math::complement(law, context.error_level / 8.0)) * deviation /
                        std::sqrt(static_cast<double>(runs));
    finding.note += fmt::format("{}dropout {:.0f} %: {:.4f} +- {:.4f} over runs", finding.note.empty() ? "" : "; ",
                                100.0 * row.dropout, mean, deviation);
    const double off = std::abs(mean - row.printed);
    const bool refuted =
        count_at_most(finding, {std::max(0.0, off - half), off, off + half}, Bracket::exact(row.spread));
    finding.instances += static_cast<std::uint64_t>(runs) - 1;  // a run is an instance
    if (refuted) {
      finding.witness = run::Witness{
          .instance = {{"nodes", 1000}, {"edge_probability", 0.002}, {"dropout", row.dropout}, {"runs", runs}},
          .claimed = fmt::format("{} +- {}", row.printed, row.spread),
          .actual = fmt::format("{:.5f} +- {:.5f}", mean, half),
          .certificate = run::Certificate::statistical};
    }
  }
  return finding;
}

}  // namespace

void register_random_graphs(run::Registry& registry) {
  registry.add("muffliato.er_gap", er_gap);
  registry.add("muffliato.table3", table3);
}

}  // namespace hearsay::empirical
