// SPDX-License-Identifier: GPL-3.0-or-later
// Losses by Euclidean distance and by community, on generated graphs (Section 5, Appendices H.3 and H.4).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/random/stream.hpp>

#include "props/kit/outcome.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/muffliato/text_checks.hpp"
#include "props/oracle/dense_gossip.hpp"

namespace hearsay::props {

namespace {

using graph::Edge;
using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

graph::GossipMatrix metropolis_matrix(const Graph& graph) {
  return graph::gossip_matrix(graph, graph::Weights::metropolis);
}

/// T_stop of Theorem 2 for sigma = 1 and inputs in [0, 1], as the released code takes it.
int stopping_steps(const graph::GossipMatrix& w) {
  return static_cast<int>(graph::stopping_time(graph::positive_spectral_gap(w), w.rows(), 1.0));
}

// ---- Euclidean distance

struct Geometric {
  Node nodes;
  double radius;
  std::uint64_t seed;
};

/// Places from 0 by size, the same for equal numbers: their mean.
Eigen::VectorXd ranks_of(const Eigen::VectorXd& values) {
  std::vector<Eigen::Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](Eigen::Index i) { return values(i); });
  Eigen::VectorXd ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && values(order[last + 1]) == values(order[first])) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks(order[i]) = static_cast<double>(first + last) / 2.0;
    first = last + 1;
  }
  return ranks;
}

/// Spearman's.
double rank_correlation(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  const auto centered = [](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    const Eigen::VectorXd r = ranks_of(x);
    return r.array() - r.mean();
  };
  const Eigen::VectorXd x = centered(a), y = centered(b);
  return x.dot(y) / (x.norm() * y.norm());
}

Eigen::VectorXd without(const Eigen::VectorXd& x, Node v) {
  Eigen::VectorXd rest(x.size() - 1);
  rest << x.head(v), x.tail(x.size() - 1 - v);
  return rest;
}

/// On the largest component, from a node drawn at random.
double distance_correlation(const Geometric& g, const PublishedLosses& published) {
  const auto drawn = graph::geometric(g.nodes, g.radius, {g.seed});
  const auto parts = graph::components(drawn.graph);
  const auto largest = std::ranges::max_element(parts.sizes) - parts.sizes.begin();
  std::vector<graph::Point> places;
  for (std::size_t u = 0; u < parts.of.size(); ++u) {
    if (parts.of[u] == static_cast<Node>(largest)) places.push_back(drawn.positions[u]);
  }
  const auto w = metropolis_matrix(graph::largest_component(drawn.graph));
  random::Stream pick({g.seed}, random::Purpose::search, 0);
  const auto v = static_cast<Node>(pick.below(places.size()));
  Eigen::VectorXd distance(w.rows());
  for (std::size_t u = 0; u < places.size(); ++u)
    distance(static_cast<Eigen::Index>(u)) = std::hypot(places[v].x - places[u].x, places[v].y - places[u].y);
  return rank_correlation(without(distance, v), without(published(w, v, stopping_steps(w)), v));
}

/// Eq. (6) by dense powers of W.
Eigen::VectorXd published_by_powers(const Eigen::MatrixXd& w, Node observer, int steps) {
  Eigen::MatrixXd power = Eigen::MatrixXd::Identity(w.rows(), w.cols());
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(w.rows());
  for (int t = 0; t < steps; ++t, power = power * w) {
    for (Eigen::Index u = 0; u < w.rows(); ++u) {
      if (u != static_cast<Eigen::Index>(observer) && w(observer, u) != 0.0)
        sum += power.row(u).transpose().cwiseAbs2() / power.row(u).squaredNorm();
    }
  }
  return sum;
}

// ---- communities

/// Two communities of equal size.
struct Communities {
  Node size;
  double inside, across;
  std::uint64_t seed;
  [[nodiscard]] Graph graph() const { return two_communities(size, inside, across, {seed}); }
};

/// The mean of the losses of the nodes of the other community, towards `observer` of the first.
double mean_outside(const Eigen::VectorXd& losses, Node size) { return losses.tail(size).mean(); }

/// Two complete graphs of `size` nodes that an edge joins, nodes size - 1 and size.
Graph joined_cliques(Node size) {
  std::vector<Edge> edges;
  for (Node a = 0; a < 2 * size; ++a) {
    for (Node b = a + 1; b < 2 * size; ++b) {
      if ((a < size) == (b < size) || (a == size - 1 && b == size)) edges.emplace_back(a, b);
    }
  }
  return {2 * size, edges};
}

/// Of the nodes outside node 0's clique, in rational arithmetic.
Rational exact_mean_outside(const Graph& graph, Node size, int steps) {
  const std::vector<Node> observer{0};
  const auto losses = oracle::losses(oracle::view(oracle::rational_matrix(graph), observer, steps));
  Rational sum = 0;
  for (Node u = size; u < 2 * size; ++u) sum += losses[u];
  return sum / Rational(size);
}

std::string mean_by_noise(const Communities& c) {
  const auto w = metropolis_matrix(c.graph());
  const std::array<Node, 1> observer{0};
  const int steps = stopping_steps(w);
  const auto view = accounting::gossip_view(w, observer, steps);
  const auto senders = accounting::senders(w, observer);
  std::string text =
      fmt::format("two communities of {} nodes, T = {}: mean loss outside {:.3f} by eq. (6)", c.size, steps,
                  mean_outside(accounting::published_losses(w, senders, steps, {.jobs = 1}).cwiseMin(1.0), c.size));
  for (const auto& [tau, name] : {std::pair{1e-12, "1e-12"}, {1e-7, "1e-7 (float32)"}, {1e-3, "1e-3"}, {1e-2, "1e-2"}})
    text += fmt::format(", {:.3f} at tau = {}", mean_outside(accounting::perturbed_losses(view, tau), c.size), name);
  return text;
}

Finding communities(const Context&) {
  const Rational half(1, 2);
  const auto steps = [](Node size) { return stopping_steps(metropolis_matrix(joined_cliques(size))); };
  const auto found = sweep(std::vector<Node>{3, 4, 5}, [&](Node size) {
    return at_most(exact_mean_outside(joined_cliques(size), size, steps(size)), half);
  });
  auto finding = conclude(found, [&](Node size) {
    const auto graph = joined_cliques(size);
    return exceeds_exactly({{"graph", to_string(graph)},
                            {"community", size},
                            {"observer", 0},
                            {"steps", steps(size)},
                            {"outside", "the other clique"}},
                           half, exact_mean_outside(graph, size, steps(size)));
  });
  finding.note = mean_by_noise({.size = 50, .inside = 0.3, .across = 0.005, .seed = 1});
  return finding;
}

}  // namespace

Graph two_communities(Node size, double inside, double across, random::Seed seed) {
  for (std::uint32_t trial = 0;; ++trial) {
    random::Stream coin(seed, random::Purpose::graph, trial);
    std::vector<Edge> edges;
    for (Node a = 0; a < 2 * size; ++a) {
      for (Node b = a + 1; b < 2 * size; ++b) {
        if (coin.uniform() < ((a < size) == (b < size) ? inside : across)) edges.emplace_back(a, b);
      }
    }
    Graph graph(2 * size, edges);
    if (graph::connected(graph)) return graph;
  }
}

Eigen::VectorXd published_towards(const graph::GossipMatrix& w, Node observer, int steps) {
  const std::array<Node, 1> one{observer};
  return accounting::published_losses(w, accounting::senders(w, one), steps, {.jobs = 1});
}

Finding loss_follows_distance(const Context& context, const PublishedLosses& published) {
  // What is called eq. (6), by its definition on a small graph.
  const auto small = graph::geometric(60, 0.3, {1});
  const auto w = metropolis_matrix(small.graph);
  const Eigen::VectorXd by_powers = published_by_powers(Eigen::MatrixXd(w), 0, 12);
  const auto formula = sweep(std::vector<Node>{0}, [&](Node v) {
    return equals((published(w, v, 12) - by_powers).cwiseAbs().maxCoeff(), 0.0);
  });
  /// Draws of one size, of which one in ten may be more weakly correlated.
  struct Draws {
    Node nodes;
    double radius, most;
    std::uint64_t count;
  };
  std::vector<Draws> all{{512, 0.13, -0.85, context.pick<std::uint64_t>(2, 20, 100)}};
  if (const auto large = context.pick<std::uint64_t>(0, 3, 20); large > 0) all.push_back({2048, 0.07, -0.95, large});
  std::string found;
  std::uint64_t draws = 0;
  const auto weak_share = [&](const Draws& x) {
    std::uint64_t weak = 0;
    double weakest = -1.0;
    for (std::uint64_t seed = 1; seed <= x.count; ++seed) {
      const double correlation = distance_correlation({x.nodes, x.radius, seed}, published);
      weakest = std::max(weakest, correlation);
      if (correlation > x.most) ++weak;
    }
    draws += x.count;
    found += fmt::format("{}n = {}: {} of {} draws above {}, the weakest {:.3f}", found.empty() ? "" : "; ", x.nodes,
                         weak, x.count, x.most, weakest);
    return static_cast<double>(weak) / static_cast<double>(x.count);
  };
  const auto result = sweep(all, [&](const Draws& x) { return at_most(weak_share(x), 0.1); });
  auto finding = conclude(result, [&](const Draws& x) {
    return compared_numerically({{"nodes", x.nodes}, {"radius", x.radius}, {"draws", x.count}},
                                {fmt::format("rank correlation at most {} in nine of ten draws", x.most), found});
  });
  finding.instances = draws;
  finding.note = found;
  return both(std::move(finding), conclude(formula, [&](Node v) {
                return compared_numerically({{"graph", "geometric:n=60,r=0.3,seed=1"}, {"observer", v}, {"steps", 12}},
                                            {"eq. (6) by powers of W", "another number"});
              }));
}

Finding noise_protects_communities(const Context& context, const NoisyLosses& losses) {
  constexpr double tau = 1e-2;
  std::vector<Communities> all;
  for (std::uint64_t seed = 1; seed <= context.pick<std::uint64_t>(4, 20, 100); ++seed)
    all.push_back({50, 0.3, 0.005, seed});
  const auto view_of = [](const Communities& c) {
    const auto w = metropolis_matrix(c.graph());
    return accounting::gossip_view(w, std::array<Node, 1>{0}, stopping_steps(w));
  };
  // A second way to the same losses: a direction of singular value s keeps s^2 / (s^2 + tau^2) of its share.
  const auto by_singular_values = [](const Eigen::MatrixXd& view) -> Eigen::VectorXd {
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(view, Eigen::ComputeThinV);
    const Eigen::ArrayXd squares = svd.singularValues().array().square();
    return svd.matrixV().cwiseAbs2() * (squares / (squares + tau * tau)).matrix();
  };
  const auto found = sweep(all, [&](const Communities& c) {
    const auto view = view_of(c);
    const Eigen::VectorXd noisy = losses(view, tau);
    return worse(at_most(mean_outside(noisy, c.size), 0.5),
                 equals((noisy - by_singular_values(view)).cwiseAbs().maxCoeff(), 0.0, {}, Absolute{1e-7}));
  });
  return conclude(found, [&](const Communities& c) {
    return compared_numerically({{"community", c.size}, {"seed", c.seed}, {"tau", "1/100"}},
                                {"mean loss outside at most 1/2, by singular values",
                                 fmt::format("{:.3f}", mean_outside(losses(view_of(c), tau), c.size))});
  });
}

void register_muffliato_networks(run::Registry& registry) {
  registry.add("muffliato.h3",
               [](const Context& context) { return loss_follows_distance(context, published_towards); });
  registry.add("muffliato.communities", communities);
  registry.add("muffliato.communities.noisy", [](const Context& context) {
    return noise_protects_communities(context, accounting::perturbed_losses);
  });
}

}  // namespace hearsay::props
