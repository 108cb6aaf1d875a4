// SPDX-License-Identifier: GPL-3.0-or-later
// Randomized gossip whose pairs are drawn in proportion to a gossip matrix: p_{v,w} = 2 W_{v,w} / n.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include <hearsay/graph/spectrum.hpp>

#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/muffliato/text_checks.hpp"
#include "props/oracle/dense_gossip.hpp"
#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using graph::Weights;
using oracle::Rational;
using run::Context;
using run::Finding;

/// A graph whose gossip matrix gives the probabilities.
struct Activation {
  Graph graph;
  Weights weights;
  [[nodiscard]] oracle::Matrix matrix() const { return oracle::rational_matrix(graph, weights); }
  [[nodiscard]] graph::Spectrum spectrum() const { return graph::spectrum(graph::gossip_matrix(graph, weights)); }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)}, {"weights", to_string(weights)}};
  }
};

std::vector<Activation> activations(Node n, const std::vector<Weights>& rules) {
  std::vector<Activation> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto weights : rules) all.push_back({g, weights});
  });
  return all;
}

/// p_e = 2 W_e / n.
std::vector<Rational> probabilities(const Activation& a) {
  const auto w = a.matrix();
  std::vector<Rational> p;
  for (const auto& [u, v] : a.graph.edge_list()) p.push_back(2 * w[u][v] / Rational(a.graph.nodes()));
  return p;
}

bool lambda_p_at_least(const Activation& a, const Rational& c) {
  const auto edges = a.graph.edge_list();
  return oracle::lambda2_at_least(a.graph.nodes(), edges, probabilities(a), c);
}

/// The fraction of smallest denominator between the two, and away from both by more than rounding.
Rational fraction_between(double low, double high) {
  constexpr double rounding = 1e-9;
  for (long denominator = 1;; ++denominator) {
    const auto scale = static_cast<double>(denominator);
    const auto numerator = static_cast<long>(std::floor((low + rounding) * scale)) + 1;
    if (static_cast<double>(numerator) < (high - rounding) * scale) return {numerator, denominator};
  }
}

/// "lambda(p) = 2 lambda_W / n", on Metropolis weights, fewest nodes first. A violation is proved by a c with
/// lambda(p) >= 2 c / n and lambda_W < c.
Finding activation(const Context&) {
  const auto equal = [](const Activation& a) {
    const auto s = a.spectrum();
    return equals(1.0 - s.second, s.gap);
  };
  const auto found = sweep_by_size(
      2, 6, [](Node n) { return activations(n, {Weights::metropolis}); }, equal);
  return conclude(found, [](const Activation& a) {
    const auto s = a.spectrum();
    const Rational c = fraction_between(s.gap, 1.0 - s.second), n = a.graph.nodes();
    if (oracle::gap_at_least(a.matrix(), c) || !lambda_p_at_least(a, 2 * c / n))
      throw std::logic_error("the two spectral gaps are not separated by a fraction");
    return compared_exactly(a.instance(), {fmt::format("2 lambda_W / n < {}", oracle::to_string(2 * c / n)),
                                           fmt::format("lambda(p) >= {}", oracle::to_string(2 * c / n))});
  });
}

/// lambda(p) >= 2 lambda_W / n, with equality where no eigenvalue of W is below -lambda_2.
Finding activation_repaired(const Context& context) {
  const auto property = [](const Activation& a) {
    const double n = a.graph.nodes();
    const auto s = a.spectrum();
    std::vector<double> p;
    for (const auto& probability : probabilities(a)) p.push_back(oracle::to_double(probability));
    const double lambda_p = graph::algebraic_connectivity(a.graph, p), claimed = 2.0 * s.gap / n;
    return -s.smallest <= s.second + 1e-12 ? equals(lambda_p, claimed, {}, Absolute{1e-10})
                                           : at_most(claimed, lambda_p, {}, Absolute{1e-10});
  };
  const auto found = sweep_by_size(
      2, context.pick(5u, 6u, 6u),
      [](Node n) {
        return activations(n, {Weights::metropolis, Weights::min_degree});
      },
      property);
  return conclude(found, [](const Activation& a) {
    return compared_numerically(a.instance(), {"2 lambda_W / n", fmt::format("gap {}", a.spectrum().gap)});
  });
}

/// pi_v = sum_w p_{v,w} of a node.
struct Talks {
  Activation at;
  Node node;
  [[nodiscard]] Rational probability() const {
    Rational sum = 0;
    const auto p = probabilities(at);
    const auto edges = at.graph.edge_list();
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (edges[e].first == node || edges[e].second == node) sum += p[e];
    }
    return sum;
  }
  [[nodiscard]] Rational claimed() const { return Rational(2, at.graph.nodes()); }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    auto instance = at.instance();
    instance["node"] = node;
    instance["nodes"] = at.graph.nodes();
    instance["loop"] = oracle::to_string(at.matrix()[node][node]);
    return instance;
  }
};

std::vector<Talks> talks(Node n) {
  std::vector<Talks> all;
  for (auto& a : activations(n, {Weights::metropolis, Weights::min_degree})) {
    for (Node v = 0; v < n; ++v) all.push_back({a, v});
  }
  return all;
}

Finding mean_communications(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 6u), talks,
                                   [](const Talks& t) { return decided(t.probability() == t.claimed()); });
  return conclude(found, [](const Talks& t) { return differs_exactly(t.instance(), t.claimed(), t.probability()); });
}

/// pi_v = 2 (1 - W_vv) / n, so that the printed mean number of communications, and with it the mean loss, is a bound.
Finding mean_communications_repaired(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(5u, 5u, 6u), talks, [](const Talks& t) {
    const auto loop = t.at.matrix()[t.node][t.node];
    return worse(at_most(t.probability(), t.claimed()), decided(t.probability() == (1 - loop) * t.claimed()));
  });
  return conclude(found, [](const Talks& t) { return exceeds_exactly(t.instance(), t.claimed(), t.probability()); });
}

/// Exactly how likely T_v ~ Binomial(steps, pi) is to exceed its mean by at least `more`.
struct Tail {
  int steps;
  Rational pi, more;
  [[nodiscard]] Rational probability() const {
    const Rational least = pi * steps + more;
    Rational total = 0, choose = 1, yes = 1;
    std::vector<Rational> terms;
    for (int k = 0; k <= steps; ++k) {
      terms.push_back(choose * yes);
      choose = choose * (steps - k) / (k + 1);
      yes *= pi;
    }
    Rational no = 1;
    for (int k = steps; k >= 0; --k) {
      if (Rational(k) >= least) total += terms[static_cast<std::size_t>(k)] * no;
      no *= 1 - pi;
    }
    return total;
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"steps", steps}, {"probability", oracle::to_string(pi)}, {"more", oracle::to_string(more)}};
  }
};

std::vector<Tail> tails(int most_steps, const std::vector<Rational>& probabilities) {
  std::vector<Tail> all;
  for (int steps = 1; steps <= most_steps; ++steps) {
    for (const auto& pi : probabilities) {
      for (int k = 1; k <= steps; ++k) {
        if (Rational(k) > pi * steps) all.push_back({steps, pi, Rational(k) - pi * steps});
      }
    }
  }
  return all;
}

/// exp(-x), above.
double exp_above(const Rational& x) {
  return std::nextafter(std::exp(-std::nextafter(oracle::to_double(x), 0.0)) * (1.0 + 1e-15), 1.0);
}

/// "P(T_v - E T_v >= C) <= exp(-C^2 / T)": Hoeffding's inequality has 2 C^2 / T.
Finding tail(const Context& context) {
  std::vector<Rational> chances;
  for (const int n : {2, 3, 5, 8, 20}) chances.push_back(Rational(1, n));
  const auto found = sweep(tails(context.pick(12, 30, 60), chances), [](const Tail& t) {
    return at_most(oracle::to_double(t.probability()), exp_above(t.more * t.more / t.steps), {}, Relative{1e-12});
  });
  return conclude(found, [](const Tail& t) {
    return compared_numerically(t.instance(), {fmt::format("at most {}", exp_above(t.more * t.more / t.steps)),
                                               fmt::format("{}", oracle::to_double(t.probability()))});
  });
}

/// Two nodes with Metropolis weights: lambda_W = 1, lambda(p) = 1, pi = 1/2. "T = T_stop >= 1 / lambda(p)" leads to
/// exp(-C^2 lambda_W / n) only for T <= n / lambda_W.
Finding tail_at_stop(const Context&) {
  const auto claimed = [](const Tail& t) { return oracle::exp(-t.more * t.more / 2); };
  const auto found =
      sweep(tails(20, {Rational(1, 2)}), [&](const Tail& t) { return decided(t.probability() <= claimed(t).upper); });
  return conclude(found, [&](const Tail& t) {
    auto instance = t.instance();
    instance["graph"] = "complete:2";
    return exceeds_rigorously(
        std::move(instance), claimed(t), {t.probability(), t.probability()},
        {fmt::format("exp(-C^2/2) = {:.6f}", oracle::to_double(claimed(t).upper)), oracle::to_string(t.probability())});
  });
}

/// "as long as the spectral gap is small enough": of two complete graphs on k nodes that an edge joins, degrees are at
/// least n/2 - 1, and the differences of +1 and -1 on the two sides bound the gap by 2 / (k (k + 1)). Table 1's entry
/// alpha Delta^2 / (n^2 epsilon lambda_W) is then k (k + 1) / 2 times the optimum.
Finding small_gap(const Context&) {
  const auto gap_at_most = [](Node k) { return Rational(2, static_cast<long>(k) * (static_cast<long>(k) + 1)); };
  for (const Node k : {2u, 3u, 8u}) {
    std::vector<graph::Edge> edges;
    for (Node a = 0; a < 2 * k; ++a) {
      for (Node b = a + 1; b < 2 * k; ++b) {
        if ((a < k) == (b < k) || (a == k - 1 && b == k)) edges.emplace_back(a, b);
      }
    }
    const Activation cliques{Graph(2 * k, edges), Weights::metropolis};
    if (1.0 - cliques.spectrum().second > oracle::to_double(gap_at_most(k)) + 1e-12)
      throw std::logic_error("the gap of two joined complete graphs is larger than its bound");
  }
  Finding finding{.verdict = Verdict::refuted};
  std::string table;
  for (const int constant : {1, 100, 10000, 1000000}) {
    Node k = 2;
    for (; 1 / gap_at_most(k) <= constant; ++k) ++finding.instances;
    ++finding.instances;
    table += fmt::format("{}C = {}: k = {}",
                         table.empty() ? "first k at which C times the optimum is too little, " : ", ", constant, k);
    if (!finding.witness) {
      finding.witness =
          exceeds_exactly({{"clique", k}, {"nodes", 2 * k}, {"constant", constant}}, constant, 1 / gap_at_most(k));
    }
  }
  finding.note = table;
  return finding;
}

}  // namespace

Finding iterations_grow_by_n(const Context& context, const Contraction& contraction) {
  // E |x - mean|^2 at the worst x after one step of randomized gossip, from the second moment, and of W x.
  const auto property = [&](const Activation& a) {
    const double n = a.graph.nodes();
    const auto s = a.spectrum();
    if (-s.smallest > s.second + 1e-12 || s.gap > 0.75) return decided(true);
    std::vector<double> p;
    double drawn = 0.0;
    for (const auto& probability : probabilities(a)) {
      p.push_back(oracle::to_double(probability));
      drawn += p.back();
    }
    const auto edges = a.graph.edge_list();
    const Eigen::MatrixXd moment =
        oracle::randomized_second_moment(a.graph.nodes(), edges, p, 1) +
        (1.0 - drawn) * Eigen::MatrixXd::Identity(a.graph.nodes(), a.graph.nodes());  // no edge: nothing moves
    const double left = oracle::lower_eigenvalues(moment).maxCoeff(),
                 computed = contraction(oracle::lambda2(a.graph.nodes(), edges, p));
    const double ratio = 2.0 * std::log(1.0 - s.gap) / std::log(computed) / n;
    return worse(equals(computed, left),
                 worse(at_most(1.0, ratio, {}, Absolute{1e-9}), at_most(ratio, 4.0, {}, Absolute{1e-9})));
  };
  const auto found = sweep_by_size(
      3, context.pick(5u, 6u, 6u),
      [](Node n) {
        return activations(n, {Weights::metropolis, Weights::min_degree});
      },
      property);
  return conclude(found, [&](const Activation& a) {
    return compared_numerically(a.instance(), {"between n and 4 n times as many steps, by second moments",
                                               fmt::format("lambda_W = {}", a.spectrum().gap)});
  });
}

void register_muffliato_activation(run::Registry& registry) {
  registry.add("muffliato.activation", activation);
  registry.add("muffliato.activation.repaired", activation_repaired);
  registry.add("muffliato.activation.iterations", [](const Context& context) {
    return iterations_grow_by_n(context, [](double lambda2) { return 1.0 - lambda2 / 2.0; });
  });
  registry.add("muffliato.activation.gap", small_gap);
  registry.add("muffliato.appendixD2.mean", mean_communications);
  registry.add("muffliato.appendixD2.mean.repaired", mean_communications_repaired);
  registry.add("muffliato.appendixD2.tail", tail);
  registry.add("muffliato.appendixD2.stop", tail_at_stop);
}

}  // namespace hearsay::props
