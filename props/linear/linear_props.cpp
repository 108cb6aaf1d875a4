// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <optional>

#include <hearsay/accounting/linear/account.hpp>

#include "props/checks.hpp"
#include "props/gen/scenario.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/correlated.hpp"
#include "props/linear/view.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using oracle::Row;
using run::Context;
using run::Finding;

/// a <= b, where nothing is infinity.
Outcome no_more(const std::optional<Rational>& a, const std::optional<Rational>& b) {
  if (!b) return decided(true);
  return a ? at_most(*a, *b) : decided(false);
}

rc::Gen<LinearView> linear_views() {
  return rc::gen::mapcat(rc::gen::tuple(rc::gen::inRange<std::size_t>(1, 6), rc::gen::inRange<std::size_t>(1, 5),
                                        rc::gen::inRange<std::size_t>(1, 7)),
                         [](const std::tuple<std::size_t, std::size_t, std::size_t>& shape) {
                           const auto [rows, inputs, noises] = shape;
                           return rc::gen::map(
                               rc::gen::tuple(matrices(rows, inputs), matrices(rows, noises), matrices(1, inputs)),
                               [](std::tuple<Matrix, Matrix, Matrix> parts) {
                                 auto& [signal, noise, change] = parts;
                                 if (std::ranges::all_of(change[0], [](const Rational& x) { return x == 0; }))
                                   change[0][0] = 1;
                                 return LinearView{std::move(signal), std::move(noise), std::move(change[0])};
                               });
                         });
}

/// Searches views for a violation of `property`, a comparison in fractions.
template <class Property>
Finding linear_hold(const Context& context, Property property) {
  const auto tagged = [&](const LinearView& v) {
    auto outcome = property(v);
    const auto loss = defined_loss(v);
    outcome.tags = {!loss ? "seen without noise" : *loss == 0 ? "unseen" : "private"};
    return outcome;
  };
  const auto found = search(linear_views(), tagged,
                            {.cases = context.pick(150u, 1000u, 20000u),
                             .coverage = {{"seen without noise", 10}, {"unseen", 3}, {"private", 30}}},
                            context);
  return conclude(found, [](const LinearView& v) {
    const auto loss = defined_loss(v);
    return compared_exactly(instance_of(v), {"the statement", loss ? "loss " + oracle::to_string(*loss) : "infinite"});
  });
}

Row expanded(const accounting::LinearWitness::Vector& sparse, std::size_t size) {
  Row dense(size);
  for (const auto& [at, value] : sparse) dense.at(at) += value;
  return dense;
}

/// The account's z and w prove its number, which is that of the definition.
Finding primal_dual(const Context& context) {
  return linear_hold(context, [](const LinearView& v) {
    const auto account = account_of(v, true);
    const auto& [loss, witness] = account.losses.front();
    const auto expected = defined_loss(v);
    if (!witness || loss.is_private != expected.has_value()) return decided(false);
    const auto z = expanded(witness->noise, v.noises()), w = expanded(witness->test, v.signal.size());
    Rational seen = 0, test_noise = 0;
    bool reached = true;
    for (std::size_t i = 0; i < v.signal.size(); ++i) {
      const auto shift = oracle::dot(v.signal[i], v.change);
      seen += w[i] * shift;
      reached = reached && oracle::dot(v.noise[i], z) == shift;
    }
    for (std::size_t j = 0; j < v.noises(); ++j) {
      Rational hit = 0;
      for (std::size_t i = 0; i < v.signal.size(); ++i) hit += w[i] * v.noise[i][j];
      test_noise += hit * hit;
    }
    if (!expected) return decided(test_noise == 0 && seen == 1);
    const bool primal = reached && oracle::dot(z, z) == *expected;
    const bool dual = *expected == 0 ? seen == 0 : test_noise != 0 && seen * seen / test_noise == *expected;
    return decided(loss.exact == expected && primal && dual);
  });
}

/// Noise variable j, times `factor`.
LinearView with_noise(const LinearView& v, std::size_t j, const Rational& factor) {
  auto other = v;
  for (auto& row : other.noise) row[j] *= factor;
  return other;
}

LinearView with_row(const LinearView& v, Row signal, Row noise) {
  auto more = v;
  more.signal.push_back(std::move(signal));
  more.noise.push_back(std::move(noise));
  return more;
}

/// A noise variable that is known is one that is not there, and one that is seen.
Finding known_noise(const Context& context) {
  return linear_hold(context, [](const LinearView& v) {
    for (std::size_t j = 0; j < v.noises(); ++j) {
      Row one(v.noises());
      one[j] = 1;
      const auto deleted = library_loss(with_noise(v, j, 0));
      if (deleted != library_loss(with_row(v, Row(v.inputs()), one)) || deleted != defined_loss(with_noise(v, j, 0)))
        return decided(false);
    }
    return decided(true);
  });
}

/// Reversible combinations of the rows, and the noise turned: by the angle of the triangle 3, 4, 5 in the plane of each
/// two neighboring variables, with other signs, in another order.
Finding invariance(const Context& context) {
  return linear_hold(context, [](const LinearView& v) {
    auto other = v;
    for (std::size_t i = 1; i < other.signal.size(); ++i) {
      for (std::size_t k = 0; k < other.signal[i].size(); ++k) other.signal[i][k] += 2 * other.signal[i - 1][k];
      for (std::size_t k = 0; k < other.noise[i].size(); ++k) other.noise[i][k] += 2 * other.noise[i - 1][k];
    }
    for (auto& row : other.noise) {
      for (std::size_t j = 1; j < row.size(); ++j) {
        const Rational before = row[j - 1];
        row[j - 1] = (3 * before - 4 * row[j]) / 5;
        row[j] = (4 * before + 3 * row[j]) / 5;
      }
      row.front() = -row.front();
      std::ranges::reverse(row);
    }
    std::swap(other.signal.front(), other.signal.back());
    std::swap(other.noise.front(), other.noise.back());
    return decided(library_loss(other) == library_loss(v) && library_loss(v) == defined_loss(v));
  });
}

/// Seeing more, or less noise, never loses less: one row more with one noise variable, with all, with none; one
/// variable at half its standard deviation, and gone.
Finding monotone(const Context& context) {
  return linear_hold(context, [](const LinearView& v) {
    const auto loss = library_loss(v);
    Row last(v.inputs()), one(v.noises());
    last.back() = 1, one.front() = 1;
    auto outcome = no_more(loss, library_loss(with_row(v, last, one)));
    for (const int entry : {0, 1})
      outcome = worse(outcome, no_more(loss, library_loss(with_row(v, last, Row(v.noises(), entry)))));
    for (std::size_t j = 0; j < v.noises(); ++j) {
      const auto halved = library_loss(with_noise(v, j, Rational(1, 2)));
      outcome = worse(outcome, no_more(loss, halved));
      outcome = worse(outcome, no_more(halved, library_loss(with_noise(v, j, 0))));
    }
    return outcome;
  });
}

/// Where nobody adds noise, an input is solved for iff its unit vector is in the row space of A.
Finding reconstruct(const Context& context) {
  return linear_hold(context, [](const LinearView& v) {
    std::vector<std::size_t> expected;
    for (std::size_t u = 0; u < v.inputs(); ++u) {
      auto with = v.signal;
      with.emplace_back(v.inputs()).at(u) = 1;
      if (oracle::rank(with) == oracle::rank(v.signal)) expected.push_back(u);
    }
    return decided(account_of(v).reconstructible == expected);
  });
}

/// A connected graph, a node, and the pairwise noise.
struct Correlated {
  Graph graph;
  Node node;
  int pair;
  [[nodiscard]] Rational loss() const {
    const auto account =
        accounting::linear_account(correlated(graph, pair), {.subjects = {accounting::node_subject(node)},
                                                             .road = accounting::LinearRoad::exact,
                                                             .execution = {.jobs = 1}});
    return account.losses.front().loss.exact.value();
  }
  /// 1/n + (L^+)_uu / pair^2, with L^+ = (L + J)^{-1} - J.
  [[nodiscard]] Rational bound() const {
    const auto n = static_cast<std::size_t>(graph.nodes());
    Matrix shifted(n, Row(n, Rational(1, graph.nodes())));
    for (const auto& [u, v] : graph.edge_list()) {
      shifted[u][u] += 1, shifted[v][v] += 1;
      shifted[u][v] -= 1, shifted[v][u] -= 1;
    }
    Row unit(n);
    unit[node] = 1;
    const Rational share(1, graph.nodes());
    return share + (oracle::solve(shifted, unit)[node] - share) / (pair * pair);
  }
};

std::vector<Correlated> correlated_nodes(Node n) {
  std::vector<Correlated> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (Node u = 0; u < n; ++u) {
      for (const int pair : {1, 3, 10, 1000}) all.push_back({g, u, pair});
    }
  });
  return all;
}

Finding correlated_limit(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(3u, 4u, 5u), correlated_nodes, [](const Correlated& c) {
    const auto loss = c.loss();
    return worse(at_most(loss, c.bound()), decided(loss > Rational(1, c.graph.nodes())));
  });
  return conclude(found, [](const Correlated& c) {
    return exceeds_exactly({{"graph", to_string(c.graph)}, {"node", c.node}, {"pair_sigma", c.pair}}, c.bound(),
                           c.loss());
  });
}

/// Fresh noise in every round, one gossip step a round, messages to `observer`, who knows its own noise.
struct Rounds {
  Graph graph;
  std::optional<graph::Weights> weights;  ///< nothing: each node gives equal weight to itself and its neighbors
  Node observer, target;
  int rounds;
  [[nodiscard]] Matrix matrix() const {
    if (weights) return oracle::rational_matrix(graph, *weights);
    Matrix w(graph.nodes(), Row(graph.nodes()));
    for (Node v = 0; v < graph.nodes(); ++v) {
      w[v][v] = Rational(1, static_cast<long>(graph.degree(v)) + 1);
      for (const auto other : graph.neighbors(v)) w[v][other] = w[v][v];
    }
    return w;
  }
  [[nodiscard]] std::vector<Node> senders() const {
    const auto neighbors = graph.neighbors(observer);
    return {neighbors.begin(), neighbors.end()};
  }
  /// The largest loss over streams of changes of at most 1 a round. @pre the target is not the observer.
  [[nodiscard]] Rational loss() const {
    return oracle::boolean_maximum(oracle::stream_loss_matrix(matrix(), {senders(), {observer}, 1}, rounds, target));
  }
  /// min(T, sum_{s<T} (T-s) sum_{w in N(v)} (W^s)_uw / |W^s e_w|^2), and the sum over v too for the closed one.
  [[nodiscard]] Rational corrected(bool closed) const {
    const auto w = matrix();
    auto power = oracle::identity(w.size());
    auto nodes = senders();
    if (closed) nodes.push_back(observer);
    Rational sum = 0;
    for (int s = 0; s < rounds; ++s) {
      for (const auto sender : nodes) {
        Rational square = 0;
        for (const auto& row : power) square += row[sender] * row[sender];
        sum += (rounds - s) * power[target][sender] / square;
      }
      power = oracle::multiply(power, w);
    }
    return std::min<Rational>(rounds, sum);
  }
  /// sum_{t<=T} sum_{w in N(v)} (sum_{k<t} f_k(w))^2, f_k(w): the mass from u that meets N(v) in step k for the first
  /// time, at w.
  [[nodiscard]] Rational first_passage() const {
    const auto w = matrix();
    const auto nodes = senders();
    Row mass(w.size()), arrived(w.size());
    mass[target] = 1;
    Rational sum = 0;
    for (int t = 1; t <= rounds; ++t) {
      for (const auto sender : nodes) {
        arrived[sender] += mass[sender];
        mass[sender] = 0;
        sum += arrived[sender] * arrived[sender];
      }
      Row next(w.size());
      for (std::size_t a = 0; a < w.size(); ++a) {
        for (std::size_t b = 0; b < w.size(); ++b) next[a] += w[a][b] * mass[b];
      }
      mass = std::move(next);
    }
    return sum;
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)},
            {"weights", weights ? to_string(*weights) : "equal in each row"},
            {"observer", observer},
            {"target", target},
            {"rounds", rounds}};
  }
};

using Rules = std::vector<std::optional<graph::Weights>>;
const Rules symmetric_rules = {graph::Weights::metropolis, graph::Weights::min_degree};
const Rules all_rules = {graph::Weights::metropolis, graph::Weights::min_degree, std::nullopt};

std::vector<Rounds> all_rounds(Node n, int most, const Rules& rules) {
  std::vector<Rounds> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto& weights : rules) {
      for (Node v = 0; v < n; ++v) {
        for (Node u = 0; u < n; ++u) {
          for (int t = 1; t <= most; ++t) {
            if (u != v) all.push_back({g, weights, v, u, t});
          }
        }
      }
    }
  });
  return all;
}

/// Whether `bound` is at least the loss of fresh noise, on all small graphs.
template <class Bound>
Finding bounds_fresh_noise(const Context& context, Bound bound, const Rules& rules = symmetric_rules) {
  const int most = context.pick(3, 4, 5);
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 5u), [&](Node n) { return all_rounds(n, most, rules); },
      [&](const Rounds& r) { return at_most(r.loss(), bound(r)); });
  return conclude(found, [&](const Rounds& r) { return exceeds_exactly(r.instance(), bound(r), r.loss()); });
}

/// One injection of noise, and messages before each of as many steps; the observer does not use its own noise.
Rational once_loss(const Rounds& r) {
  return oracle::loss(oracle::view(r.matrix(), std::array{r.observer}, r.rounds), r.target);
}

/// The bound for fresh noise, against noise that is injected once.
Finding corrected_once(const Context&) {
  const auto found = sweep_by_size(
      2, 5, [](Node n) { return all_rounds(n, 4, {graph::Weights::metropolis}); },
      [](const Rounds& r) { return at_most(once_loss(r), r.corrected(true)); });
  return conclude(found,
                  [](const Rounds& r) { return exceeds_exactly(r.instance(), r.corrected(true), once_loss(r)); });
}

/// Two rounds on a path v, w, u whose end has 1, 2, ... leaves.
Finding uniform_weights(const Context&) {
  std::vector<Rounds> all;
  std::vector<graph::Edge> edges = {{0, 1}, {1, 2}};
  for (Node leaf = 3; leaf <= 42; ++leaf) {
    edges.emplace_back(2, leaf);
    all.push_back({Graph(leaf + 1, edges), std::nullopt, 0, 2, 2});
  }
  const auto found = sweep(all, [](const Rounds& r) { return at_most(r.loss(), r.corrected(true)); });
  return conclude(found, [](const Rounds& r) {
    return exceeds_exactly({{"leaves", r.graph.nodes() - 3}, {"rounds", r.rounds}}, r.corrected(true), r.loss());
  });
}

}  // namespace

void register_linear(run::Registry& registry) {
  registry.add("linear.primal_dual", primal_dual);
  registry.add("linear.known_noise", known_noise);
  registry.add("linear.invariance", invariance);
  registry.add("linear.monotone", monotone);
  registry.add("linear.reconstruct", reconstruct);
  registry.add("corr.limit", correlated_limit);
  registry.add("mfdl.muffliato.fresh", [](const Context& c) {
    return bounds_fresh_noise(c, [](const Rounds& r) { return r.corrected(true); });
  });
  registry.add("mfdl.muffliato.uniform", uniform_weights);
  registry.add("mfdl.muffliato.once", corrected_once);
  registry.add("mfdl.muffliato.open", [](const Context& c) {
    return bounds_fresh_noise(c, [](const Rounds& r) { return r.corrected(false); });
  });
  registry.add("mfdl.first_passage", [](const Context& c) {
    return bounds_fresh_noise(
        c, [](const Rounds& r) { return r.first_passage(); }, all_rules);
  });
}

}  // namespace hearsay::props
