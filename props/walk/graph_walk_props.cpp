// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include <hearsay/accounting/token/walk/graph_walk.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/gen/graphs.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/graph_walk_oracle.hpp"
#include "props/oracle/rational_gossip.hpp"
#include "props/walk/walk_props.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Interval;
using oracle::Rational;
using run::Context;
using run::Finding;

/// A token on a graph with Metropolis weights.
struct TokenOnGraph {
  Graph graph;
  Node observer, target;
  int steps;
  [[nodiscard]] oracle::TokenWalk walk(const Rational& contraction = 1) const {
    return {oracle::rational_matrix(graph), observer, target, steps, contraction};
  }
  [[nodiscard]] accounting::WalkGaps gaps(const graph::GossipMatrix& w) const {
    return accounting::walk_gaps({w, observer, target, steps});
  }
  [[nodiscard]] graph::GossipMatrix matrix() const { return graph::gossip_matrix(graph, graph::Weights::metropolis); }
  /// T/n visits, twice alpha/(2 sigma^2).
  [[nodiscard]] Rational visits_twice() const { return Rational(2L * steps, graph.nodes()); }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)}, {"observer", observer}, {"target", target}, {"steps", steps}};
  }
};

/// Every connected graph on n nodes, pair of nodes up to symmetry, and T = 1, 2, ..., `most`: short walks first.
std::vector<TokenOnGraph> tokens_on_graphs(Node n, int most) {
  std::vector<TokenOnGraph> all;
  for (int steps = 1; steps <= most; ++steps) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (const auto& [observer, target] : gen::pairs_up_to_symmetry(g)) all.push_back({g, observer, target, steps});
    });
  }
  return all;
}

rc::Gen<TokenOnGraph> random_tokens(Node most_nodes, int most_steps) {
  return rc::gen::mapcat(gen::connected_graphs({.max_nodes = most_nodes}), [=](const Graph& g) {
    return rc::gen::map(rc::gen::tuple(rc::gen::inRange<Node>(0, g.nodes()), rc::gen::inRange<Node>(1, g.nodes()),
                                       rc::gen::inRange(1, most_steps + 1)),
                        [g](const std::tuple<Node, Node, int>& drawn) {
                          const auto [observer, further, steps] = drawn;
                          return TokenOnGraph{g, observer, (observer + further) % g.nodes(), steps};
                        });
  });
}

std::string describe_token(const TokenOnGraph& x) { return x.instance().dump(); }

// ---- the exact loss

/// The gap by gap sum is that over all walks, and the accountant's limit; its divergence of order 2 tends to it.
Finding exact_limit(const Context& context) {
  const auto agree = [](const TokenOnGraph& x, const Rational& exact) {
    const auto w = x.matrix();
    const auto gaps = x.gaps(w);
    const double limit = oracle::to_double(exact), mu = 1e-3;
    return worse(equals(accounting::graph_walk_limit(gaps), limit, {}, Scaled{1e-12}),
                 equals(accounting::graph_walk_renyi2(gaps, mu) / (mu * mu), limit, {}, Absolute{1e-3}));
  };
  const int most = context.pick(4, 5, 7);
  const auto listed = sweep_by_size(
      2, context.pick(3u, 4u, 4u), [&](Node n) { return tokens_on_graphs(n, most); },
      [&](const TokenOnGraph& x) {
        const auto exact = oracle::walk_limit(x.walk());
        return worse(agree(x, exact), decided(exact == oracle::listed_walk_limit(x.walk())));
      });
  const auto drawn = search(
      random_tokens(8, 16), [&](const TokenOnGraph& x) { return agree(x, oracle::walk_limit(x.walk())); },
      {.cases = context.pick(60u, 300u, 3000u)}, context);
  return both(conclude_uncertified(listed, describe_token), conclude_uncertified(drawn, describe_token));
}

// ---- bounds of one visit, taken T/n times

/// `others` nodes alike, each of which sends the token to one of them with probability (1 - apart)/others each and to
/// the last node with `apart`; the last node is the target, one of the others the observer. docs/maths/walk.md,
/// section 13.
struct NodeApart {
  long others;
  Rational apart;
  int steps;
  [[nodiscard]] long nodes() const { return others + 1; }
  [[nodiscard]] Rational z() const { return 1 - Rational(1, 40 * others); }
  /// n apart T: one less its n-th part is the second eigenvalue.
  [[nodiscard]] Rational mixings() const { return nodes() * apart * steps; }

  /// sum over lengths m of z^m P(the gap has m steps, passes at the last node counted), and of z^m m P(m).
  struct Transform {
    Rational passes, lengths;
  };
  [[nodiscard]] Transform transform(const Rational& x) const {
    const Rational each = (1 - apart) / others, among = (others - 1) * each, stay = 1 - others * apart;
    const Rational det = (1 - x * among) * (1 - x * stay) - x * x * apart * apart * (others - 1);
    const Rational from_other = (each * (1 - x * stay) + x * apart * apart) / det, from_last = apart / det;
    return {x * from_last * from_last, x * ((others - 1) * from_other * from_other + from_last * from_last)};
  }
  /// Mean time from the target to the observer.
  [[nodiscard]] Rational hitting_time() const {
    const Rational share(others - 1, others), leave = 1 - (others - 1) * (1 - apart) / others;
    return (1 / (others * apart) + share / leave) / (1 - share * apart / leave);
  }
  /// A lower bound of the loss, by the inequality of Cauchy and Schwarz with weights 1 - z^m.
  [[nodiscard]] Rational loss() const {
    const auto once = transform(z()), twice = transform(z() * z());
    const Rational gain = steps * (1 - once.passes) - (2 * hitting_time() - 1);
    if (gain <= 0) return 0;
    return gain * gain / (nodes() * steps * (others - 2 * once.lengths + twice.lengths));
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"others", others}, {"apart", oracle::to_string(apart)}, {"steps", steps}, {"z", oracle::to_string(z())}};
  }
};

/// An upper bound of (2T/n^2) (more + ln(n apart T)).
Interval above_logarithm(const NodeApart& x, int more) {
  const Rational whole = x.mixings();
  const int above = static_cast<int>(numerator(whole) / denominator(whole)) + 1;
  return oracle::point(Rational(2L * x.steps, x.nodes() * x.nodes())) *
         (oracle::point(more) + oracle::logarithm(above));
}

/// T = 20 ceil(ln(n)/lambda_2), lambda_2 = n apart: the walks that the code takes for much noise.
std::vector<NodeApart> nodes_apart() {
  std::vector<NodeApart> all;
  for (const long inverse : {1000L, 3000L, 10'000L}) {
    for (long others = 5; others <= 12; ++others) {
      const double mixing = static_cast<double>(inverse) / static_cast<double>(others + 1);
      const double laps = std::ceil(std::log(static_cast<double>(others + 1)) * mixing);
      all.push_back({others, Rational(1, inverse), 20 * static_cast<int>(laps)});
    }
  }
  return all;
}

/// (2T/n^2) ln(n apart T) is the code's number: -ln(I - W + J)_uv = ln(n apart)/n.
Finding closed_form(const Context&) {
  const auto claimed = [](const NodeApart& x) { return above_logarithm(x, 0); };
  const auto result = sweep(nodes_apart(), [&](const NodeApart& x) { return at_most(x.loss(), claimed(x).upper); });
  return conclude(result, [&](const NodeApart& x) {
    return exceeds_rigorously(x.instance(), claimed(x), oracle::point(x.loss()));
  });
}

/// -ln(I - W + J)_uv = sum of (W^i)_uv/i - 1/(n i), until the terms no longer matter.
double logarithm_entry(const TokenOnGraph& x, const graph::GossipMatrix& w, double gap) {
  Eigen::VectorXd at = Eigen::VectorXd::Unit(w.rows(), x.target);
  double sum = 0.0;
  for (int i = 1; i <= static_cast<int>(40.0 / gap); ++i) {
    at = w * at;
    sum += (at(x.observer) - 1.0 / static_cast<double>(w.rows())) / i;
  }
  return sum;
}

/// The walks that the code takes: 20 ceil(ln n / gap) (1/4 + sigma^2)/sigma^2 steps, sigma = 1.
Finding closed_form_long(const Context& context) {
  std::vector<TokenOnGraph> all;
  for (Node n = 2; n <= context.pick<Node>(4, 5, 6); ++n) {
    for (auto x : tokens_on_graphs(n, 1)) {
      const double gap = 1.0 - graph::spectrum(x.matrix()).second;
      x.steps = static_cast<int>(25.0 * std::ceil(std::log(static_cast<double>(n)) / gap));
      all.push_back(x);
    }
  }
  const auto result = sweep(all, [](const TokenOnGraph& x) {
    const auto w = x.matrix();
    const double entry = logarithm_entry(x, w, graph::spectrum(w).gap);
    const double claimed = oracle::to_double(x.visits_twice()) * (std::log(x.steps) / x.graph.nodes() + entry);
    return at_most(accounting::graph_walk_limit(x.gaps(w)), claimed);
  });
  return conclude_uncertified(result, describe_token);
}

Rational series_of(const TokenOnGraph& x) {
  return x.visits_twice() * oracle::power_series(oracle::rational_matrix(x.graph), x.target, x.observer, x.steps);
}

Finding series(const Context& context) {
  const auto exact = [](const TokenOnGraph& x) { return at_most(oracle::walk_limit(x.walk()), series_of(x)); };
  const auto small = sweep_by_size(
      2, context.pick(3u, 4u, 5u), [&](Node n) { return tokens_on_graphs(n, context.pick(6, 12, 16)); }, exact);
  const auto drawn = search(random_tokens(10, 40), exact, {.cases = context.pick(40u, 200u, 2000u)}, context);
  const auto witness = [](const TokenOnGraph& x) {
    return exceeds_exactly(x.instance(), series_of(x), oracle::walk_limit(x.walk()));
  };
  // (W^i)_uv = (1 - (1 - n apart)^i)/n, at most apart i and at most 1/n.
  const auto claimed = [](const NodeApart& x) { return above_logarithm(x, 1); };
  const auto apart = sweep(nodes_apart(), [&](const NodeApart& x) { return at_most(x.loss(), claimed(x).upper); });
  const auto far = conclude(
      apart, [&](const NodeApart& x) { return exceeds_rigorously(x.instance(), claimed(x), oracle::point(x.loss())); });
  return both(both(conclude(small, witness), conclude(drawn, witness)), far);
}

/// A star read by its center, sigma = 2 Delta: a gap of m hidden steps is one leaf's, the target's with probability
/// 1/(n-1). Its number of order 2 is (1/4) (2T/n) H_T/n, as every entry (W^i)_uv is 1/n.
struct Star {
  long nodes;
  int steps;
  /// E (P/Q)^2 >= 1 + sum_m P(first gap = m) (e^(m/4) - 1)/(n-1)^2: later gaps multiply it by 1 or more.
  Interval square;
  [[nodiscard]] Rational claimed() const { return Rational(steps, 2 * nodes * nodes) * oracle::harmonic(steps); }
};

/// Multiples of 2^-60 around it. @pre nothing below 0.
Interval short_ends(const Interval& x) {
  const auto unit = Rational(1LL << 60);
  const Rational low = x.lower * unit, high = x.upper * unit;
  return {Rational(numerator(low) / denominator(low)) / unit, Rational(numerator(high) / denominator(high) + 1) / unit};
}

std::vector<Star> stars(long most_nodes, int most_steps) {
  std::vector<Interval> growth;  // [m-1]: e^(m/4) - 1
  for (int m = 1; m <= most_steps; ++m) growth.push_back(short_ends(oracle::exp(Rational(m, 4)) - oracle::point(1)));
  std::vector<Star> all;
  for (long n = 3; n <= most_nodes; ++n) {
    Interval square = oracle::point(1);
    Rational share(1, n * (n - 1) * (n - 1));
    for (int m = 1; m <= most_steps; ++m) {
      share *= Rational(n - 1, n);
      square = short_ends(square + oracle::point(share) * growth[static_cast<std::size_t>(m) - 1]);
      all.push_back({n, m, square});
    }
  }
  return all;
}

/// Divergences in doubles; a violation is certified between fractions.
Finding series_of_order_two(const Context&) {
  const auto result = sweep(stars(8, 70), [](const Star& x) {
    return at_most(std::log(oracle::to_double(x.square.lower)), oracle::to_double(x.claimed()));
  });
  return conclude(result, [](const Star& x) {
    const double actual = std::log(oracle::to_double(x.square.lower));
    return exceeds_rigorously(
        {{"nodes", x.nodes}, {"steps", x.steps}}, oracle::exp(x.claimed()), x.square,
        {fmt::format("{:.6f}", oracle::to_double(x.claimed())), fmt::format("at least {:.6f}", actual)});
  });
}

/// Two nodes whose token moves on with a probability 1/2, 1/4, 1/10; short walks first.
struct LazyPair {
  Rational moves;
  int steps;
  [[nodiscard]] oracle::TokenWalk walk() const { return {{{1 - moves, moves}, {moves, 1 - moves}}, 0, 1, steps, 1}; }
  /// (2T/n) sum_t f_t / t.
  [[nodiscard]] Rational hitting() const {
    const auto hits = oracle::first_hits(walk().w, 1, 0, steps);
    Rational sum = 0;
    for (std::size_t t = 0; t < hits.size(); ++t) sum += hits[t] / static_cast<long>(t + 1);
    return steps * sum;
  }
};

Finding first_hits_only(const Context& context) {
  std::vector<LazyPair> all;
  for (int steps = 1; steps <= context.pick(20, 30, 40); ++steps) {
    for (const long q : {2, 4, 10}) all.push_back({Rational(1, q), steps});
  }
  const auto result = sweep(all, [](const LazyPair& x) { return at_most(oracle::walk_limit(x.walk()), x.hitting()); });
  return conclude(result, [](const LazyPair& x) {
    return exceeds_exactly({{"nodes", 2}, {"moves", oracle::to_string(x.moves)}, {"steps", x.steps}}, x.hitting(),
                           oracle::walk_limit(x.walk()));
  });
}

// ---- what one visit leaves

Rational power_of(const Rational& x, int exponent) {
  Rational result = 1;
  for (int i = 0; i < exponent; ++i) result *= x;
  return result;
}

/// Lemma 4.2 for c < 1.
Rational contracted(const Rational& c, int local, int visits) {
  const Rational left = 1 - power_of(c, local);
  return power_of(c, 2 * local * (visits - 1)) * (1 + c) / (1 - c) * left * left /
         (1 - power_of(c, 2 * local * visits));
}

/// K steps of one user and the t K steps up to the reading, each an affine map of its own.
struct Visit {
  Rational c;
  int local, visits;
  oracle::Row factors;
  [[nodiscard]] Rational square() const { return oracle::visit_square(factors, static_cast<std::size_t>(local)); }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    auto printed = nlohmann::ordered_json::array();
    for (const auto& factor : factors) printed.push_back(oracle::to_string(factor));
    return {{"contraction", oracle::to_string(c)}, {"local_steps", local}, {"visits", visits}, {"factors", printed}};
  }
};

/// Factors of absolute value at most `most` times c = 1/8, ..., `largest`/8, often the largest.
rc::Gen<Visit> random_visits(long largest, long most) {
  const auto shape = rc::gen::tuple(rc::gen::inRange(1L, largest + 1), rc::gen::inRange(1, 4), rc::gen::inRange(1, 5));
  return rc::gen::mapcat(shape, [=](const std::tuple<long, int, int>& drawn) {
    const auto [eighths, local, visits] = drawn;
    const auto share = rc::gen::weightedOneOf<long>({{3, rc::gen::just(4L)}, {2, rc::gen::inRange(-4L, 5L)}});
    const auto steps = static_cast<std::size_t>(local) * static_cast<std::size_t>(visits);
    return rc::gen::map(rc::gen::container<std::vector<long>>(steps, share), [=](const std::vector<long>& shares) {
      Visit x{Rational(eighths, 8), local, visits, {}};
      for (const long quarter : shares) x.factors.push_back(x.c * most * quarter / 4);
      return x;
    });
  });
}

template <class Claimed>
Finding bounds_visits(const Context& context, const rc::Gen<Visit>& visits, Claimed claimed) {
  const auto found = search(
      visits, [&](const Visit& x) { return at_most(x.square(), claimed(x)); },
      {.cases = context.pick(150u, 1000u, 20000u)}, context);
  return conclude(found, [&](const Visit& x) { return exceeds_exactly(x.instance(), claimed(x), x.square()); });
}

/// X = c min(max(zeta, low), high) of zeta ~ N(0, 1) or N(1, 1), and X + xi with xi ~ N(0, deviation^2).
struct Clipped {
  double c, low, high, deviation, epsilon;

  static double tail(double x) { return 0.5 * std::erfc(x / std::numbers::sqrt2); }
  static double density(double x, double deviation) {
    const double z = x / deviation;
    return std::exp(-0.5 * z * z) / (deviation * std::sqrt(2.0 * std::numbers::pi));
  }
  [[nodiscard]] double reading_density(double y, double mean) const {
    const double noise = deviation * deviation, whole = noise + c * c;
    const double middle = (mean * noise + c * y) / whole, width = deviation / std::sqrt(whole);
    const double inside = tail((low - middle) / width) - tail((high - middle) / width);
    return tail(mean - low) * density(y - c * low, deviation) + tail(high - mean) * density(y - c * high, deviation) +
           density(y - c * mean, std::sqrt(whole)) * inside;
  }
  /// The worse direction, by the trapezoidal rule.
  [[nodiscard]] double delta() const {
    const double from = c * low - 9.0 * deviation, to = c * high + 9.0 * deviation;
    const int points = 4000;
    const double step = (to - from) / points;
    double forward = 0.0, backward = 0.0;
    for (int i = 0; i <= points; ++i) {
      const double y = from + i * step, p = reading_density(y, 1.0), q = reading_density(y, 0.0);
      forward += std::max(0.0, p - std::exp(epsilon) * q);
      backward += std::max(0.0, q - std::exp(epsilon) * p);
    }
    return step * std::max(forward, backward);
  }
};

rc::Gen<Clipped> random_clipped(double largest) {
  const auto unit = rc::gen::map(rc::gen::inRange(0, 1001), [](int x) { return x / 1000.0; });
  return rc::gen::map(rc::gen::tuple(unit, unit, unit, unit, unit),
                      [=](const std::tuple<double, double, double, double, double>& drawn) {
                        const auto [a, b, d, e, f] = drawn;
                        return Clipped{.c = largest * (0.2 + 0.8 * a),
                                       .low = -4.0 * b,
                                       .high = -4.0 * b + 0.5 + 5.0 * d,
                                       .deviation = 0.5 + e,
                                       .epsilon = 0.8 * f};
                      });
}

/// Two noisy steps with a clipped map between them, against Gaussian DP of `square(x)`.
template <class Square>
Finding bounds_clipped(const Context& context, double largest, Square square) {
  const auto found = search(
      random_clipped(largest),
      [&](const Clipped& x) {
        const auto allowed = divergence::gaussian_delta(std::sqrt(square(x)), x.epsilon);
        return at_most(x.delta(), allowed.upper(), {}, Absolute{1e-6});
      },
      {.cases = context.pick(60u, 400u, 4000u)}, context);
  return conclude_uncertified(found, [](const Clipped& x) {
    return fmt::format("c = {}, clipped to [{}, {}], noise {}, epsilon {}", x.c, x.low, x.high, x.deviation, x.epsilon);
  });
}

Finding contracting(const Context& context) {
  const auto affine =
      bounds_visits(context, random_visits(7, 1), [](const Visit& x) { return contracted(x.c, x.local, x.visits); });
  const auto clipped = bounds_clipped(context, 0.9, [](const Clipped& x) {
    // K = 1, t = 2; noises of different size: c^2 / (c^2 + deviation^2), Lemma 4.2's value where they are equal.
    return x.c * x.c / (x.c * x.c + x.deviation * x.deviation);
  });
  return both(affine, clipped);
}

/// t, K and the factor of the maps after the first K.
struct LaterMaps {
  int visits, local, factor;
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"visits", visits}, {"local_steps", local}, {"factor", factor}};
  }
  [[nodiscard]] Rational printed() const { return Rational(local, visits * local + 1); }
  /// `more`: steps after the first K.
  [[nodiscard]] Rational square(int more) const {
    oracle::Row factors(static_cast<std::size_t>(local), Rational(1));
    factors.insert(factors.end(), static_cast<std::size_t>(more), Rational(factor));
    return oracle::visit_square(factors, static_cast<std::size_t>(local));
  }
};

std::vector<LaterMaps> later_maps(int most_factor) {
  std::vector<LaterMaps> all;
  for (int size = 2; size <= 8; ++size) {
    for (int visits = 1; visits < size; ++visits) {
      for (int factor = 1; factor <= most_factor; ++factor) all.push_back({visits, size - visits, factor});
    }
  }
  return all;
}

Finding visits_below(const std::vector<LaterMaps>& all, const std::function<Rational(const LaterMaps&)>& square) {
  const auto result = sweep(all, [&](const LaterMaps& x) { return at_most(square(x), x.printed()); });
  return conclude(result, [&](const LaterMaps& x) { return exceeds_exactly(x.instance(), x.printed(), square(x)); });
}

/// The t K noises up to the reading are the first K and those after them.
Finding without_contraction(const Context&) {
  return visits_below(later_maps(1), [](const LaterMaps& x) { return x.square((x.visits - 1) * x.local); });
}

/// The proof's f_t: t K more noises after the first K.
Finding without_convexity(const Context&) {
  return visits_below(later_maps(5), [](const LaterMaps& x) { return x.square(x.visits * x.local); });
}

/// X = factor zeta, zeta ~ N(0, 1) or N(1, 1), and xi of variance `noise`.
struct Scaling {
  int factor, noise;
  [[nodiscard]] Rational claimed() const { return Rational(1, 1 + noise); }
  [[nodiscard]] Rational actual() const { return Rational(factor * factor, factor * factor + noise); }
};

Finding added_noise(const Context&) {
  std::vector<Scaling> all;
  for (int factor = 1; factor <= 5; ++factor) {
    for (int noise = 1; noise <= 5; ++noise) all.push_back({factor, noise});
  }
  const auto result = sweep(all, [](const Scaling& x) { return at_most(x.actual(), x.claimed()); });
  return conclude(result, [](const Scaling& x) {
    return exceeds_exactly({{"factor", x.factor}, {"noise_variance", x.noise}}, x.claimed(), x.actual());
  });
}

// ---- the composed visits

const Rational half(1, 2);

/// The fewest visits that ceil((1 + zeta) T/n) can be for a zeta > 0.
int visits_allowed(const TokenOnGraph& x) { return x.steps / static_cast<int>(x.graph.nodes()) + 1; }

/// That many times sum_t w_t mu_t^2, with c = 1/2 and K = 1.
Rational composed_snapshots(const TokenOnGraph& x) {
  const auto hits = oracle::first_hits(oracle::rational_matrix(x.graph), x.target, x.observer, x.steps);
  Rational sum = 0;
  for (int t = 1; t <= x.steps; ++t) sum += hits[static_cast<std::size_t>(t) - 1] * contracted(half, 1, t);
  return visits_allowed(x) * sum;
}

/// The smaller of two readings of "with probability": given that there are no more visits, and of all walks.
Rational loss_of_visits(const TokenOnGraph& x) {
  const auto walk = x.walk(half);
  return std::min(oracle::walk_limit_given(walk, visits_allowed(x)), oracle::walk_limit(walk));
}

Finding composed(const Context& context) {
  const auto result = sweep_by_size(
      2, 3, [&](Node n) { return tokens_on_graphs(n, context.pick(8, 10, 12)); },
      [](const TokenOnGraph& x) { return at_most(loss_of_visits(x), composed_snapshots(x)); });
  return conclude(result, [](const TokenOnGraph& x) {
    auto instance = x.instance();
    instance["contraction"] = oracle::to_string(half);
    instance["visits_composed"] = visits_allowed(x);
    return exceeds_exactly(instance, composed_snapshots(x), loss_of_visits(x));
  });
}

}  // namespace

void register_graph_walk(run::Registry& registry) {
  registry.add("graphwalk.exact", exact_limit);
  registry.add("graphwalk.closed_form", closed_form);
  registry.add("graphwalk.closed_form.long", closed_form_long);
  registry.add("graphwalk.series", series);
  registry.add("graphwalk.series.order", series_of_order_two);
  registry.add("graphwalk.hitting", first_hits_only);
  registry.add("graphwalk.lemma42", contracting);
  registry.add("graphwalk.lemma42.limit", without_contraction);
  registry.add("graphwalk.lemma42.limit.repaired", [](const Context& c) {
    return bounds_visits(c, random_visits(8, 1), [](const Visit& x) { return Rational(x.local, x.visits); });
  });
  registry.add("graphwalk.lemma43", without_convexity);
  registry.add("graphwalk.lemma43.repaired", [](const Context& c) {
    return bounds_visits(c, random_visits(8, 6), [](const Visit& x) { return Rational(x.local); });
  });
  registry.add("graphwalk.lemmaD3", added_noise);
  registry.add("graphwalk.lemmaD3.repaired", [](const Context& c) {
    return bounds_clipped(c, 1.0, [](const Clipped& x) { return 1.0 / (1.0 + x.deviation * x.deviation); });
  });
  registry.add("graphwalk.thm41", composed);
}

}  // namespace hearsay::props
