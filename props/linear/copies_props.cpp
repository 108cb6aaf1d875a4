// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/graph/families/generators.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/correlated.hpp"
#include "props/linear/view.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using run::Context;
using run::Finding;

/// The library's loss, nothing where it is infinite.
std::optional<Rational> loss_through(const accounting::Protocol& protocol, const accounting::Subject& subject) {
  const auto account = accounting::linear_account(
      protocol, {.subjects = {subject}, .road = accounting::LinearRoad::exact, .execution = {.jobs = 1}});
  const auto& loss = account.losses.front().loss;
  return loss.is_private ? loss.exact : std::nullopt;
}

std::string words(const std::optional<Rational>& loss) { return loss ? oracle::to_string(*loss) : "infinite"; }

// ---- noise that cancels between neighbors, and no other

struct Cancelling {
  Graph graph;
  Node node;
  std::optional<Node> other;  ///< then the difference of the two is asked
  Rational sigma;

  [[nodiscard]] std::optional<Rational> loss() const {
    auto protocol = correlated(graph, sigma);
    protocol.noise.erase(protocol.noise.begin());
    return loss_through(
        protocol, other ? accounting::direction_subject({{node, 1}, {*other, -1}}) : accounting::node_subject(node));
  }
  /// (e_u - e_v)^T L^+ (e_u - e_v) / sigma^2, the resistance between the two by nodal analysis: node v is grounded.
  [[nodiscard]] Rational resistance() const {
    const std::size_t n = graph.nodes();
    Matrix grounded = oracle::identity(n);
    for (std::size_t i = 0; i < n; ++i) grounded[i][i] = i == *other ? 1 : 0;
    for (const auto& [a, b] : graph.edge_list()) {
      for (const auto& [i, j] : {std::pair{a, b}, std::pair{b, a}}) {
        if (i == *other) continue;
        grounded[i][i] += 1;
        if (j != *other) grounded[i][j] -= 1;
      }
    }
    oracle::Row current(n);
    current[node] = 1;
    return oracle::solve(grounded, current)[node] / (sigma * sigma);
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    nlohmann::ordered_json result = {{"graph", to_string(graph)}, {"node", node}};
    if (other) result["other"] = *other;
    result["pair_sigma"] = oracle::to_string(sigma);
    return result;
  }
};

std::vector<Cancelling> cancelling(Node n, bool differences) {
  std::vector<Cancelling> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto& sigma : {Rational(1), Rational(1, 3), Rational(100)}) {
      for (Node u = 0; u < n; ++u) {
        if (!differences) all.push_back({g, u, std::nullopt, sigma});
        for (Node v = 0; differences && v < n; ++v) {
          if (v != u) all.push_back({g, u, v, sigma});
        }
      }
    }
  });
  return all;
}

Finding zero_sum(const Context&) {
  const auto found = sweep_by_size(
      2, 4, [](Node n) { return cancelling(n, false); },
      [](const Cancelling& x) { return decided(x.loss().has_value()); });
  return conclude(found, [](const Cancelling& x) {
    return compared_exactly(x.instance(), {"finite", words(x.loss())});
  });
}

Finding zero_sum_differences(const Context& context) {
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 5u), [](Node n) { return cancelling(n, true); },
      [](const Cancelling& x) { return decided(x.loss() == x.resistance()); });
  return conclude(found, [](const Cancelling& x) {
    return compared_exactly(x.instance(), {oracle::to_string(x.resistance()), words(x.loss())});
  });
}

// ---- copies whose noises sum to 0

/// The center of a star sends every leaf a copy with noise of its own, less the mean of its noises; with `self` one
/// more copy is its own. `coalition` leaves compare their copies.
struct Copies {
  Node leaves, coalition;
  bool self;
  Rational sigma;

  [[nodiscard]] int copies() const { return static_cast<int>(leaves) + (self ? 1 : 0); }
  [[nodiscard]] std::optional<Rational> loss(Node members) const {
    const auto star = graph::star(leaves + 1);
    auto protocol = gossip_protocol(star, 1, true, 1);
    accounting::NoiseKind copy;
    copy.kind = accounting::NoiseKind::Kind::message;
    copy.sigma = sigma;
    copy.zero_sum = true;
    copy.self = self;
    protocol.noise = {copy};
    protocol.view.observers.clear();
    for (Node leaf = 1; leaf <= members; ++leaf) protocol.view.observers.push_back(leaf);
    return loss_through(protocol, accounting::node_subject(0));
  }
  /// k c / ((c - k) sigma^2) for k of c copies, infinite for all of them.
  [[nodiscard]] std::optional<Rational> formula() const {
    const int c = copies(), k = static_cast<int>(coalition);
    if (c == k) return std::nullopt;
    return Rational(k * c) / ((c - k) * sigma * sigma);
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"neighbors", leaves}, {"own_copy", self}, {"coalition", coalition}, {"sigma", oracle::to_string(sigma)}};
  }
};

std::vector<Copies> copies_to(Node leaves) {
  std::vector<Copies> all;
  for (const bool self : {false, true}) {
    for (Node coalition = 1; coalition <= leaves; ++coalition) {
      for (const auto& sigma : {Rational(1), Rational(2, 5)}) all.push_back({leaves, coalition, self, sigma});
    }
  }
  return all;
}

Finding coalition_of_copies(const Context&) {
  const auto found = sweep_by_size(2, 5, copies_to, [](const Copies& x) {
    const auto one = x.loss(1), all = x.loss(x.coalition);
    return all ? at_most(*all, one.value()) : decided(false);
  });
  return conclude(found, [](const Copies& x) {
    return compared_exactly(x.instance(), {words(x.loss(1)), words(x.loss(x.coalition))});
  });
}

Finding copies_formula(const Context& context) {
  const auto found = sweep_by_size(2, context.pick(5u, 8u, 12u), copies_to,
                                   [](const Copies& x) { return decided(x.loss(x.coalition) == x.formula()); });
  return conclude(found, [](const Copies& x) {
    return compared_exactly(x.instance(), {words(x.formula()), words(x.loss(x.coalition))});
  });
}

// ---- a covariance matrix and its constraints

/// The values of all nodes with noise B z: covariance B B^T, which may be singular.
struct Covariance {
  Matrix root;
  std::size_t node;
  [[nodiscard]] LinearView view() const {
    oracle::Row unit(root.size());
    unit[node] = 1;
    return {oracle::identity(root.size()), root, unit};
  }
  /// Whether [B B^T, e; e^T, bound] has no negative eigenvalue.
  [[nodiscard]] bool constraint(const Rational& bound) const {
    const std::size_t n = root.size();
    Matrix block(n + 1, oracle::Row(n + 1));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) block[i][j] = oracle::dot(root[i], root[j]);
    }
    block[node][n] = block[n][node] = 1;
    block[n][n] = bound;
    return oracle::positive_semidefinite(std::move(block));
  }
};

rc::Gen<Covariance> covariances() {
  const auto size = [] { return rc::gen::inRange<std::size_t>(1, 6); };
  return rc::gen::mapcat(rc::gen::tuple(size(), size()), [](const std::tuple<std::size_t, std::size_t>& shape) {
    const auto [nodes, noises] = shape;
    return rc::gen::map(rc::gen::tuple(matrices(nodes, noises), rc::gen::inRange<std::size_t>(0, nodes)),
                        [](const std::tuple<Matrix, std::size_t>& x) {
                          return Covariance{std::get<0>(x), std::get<1>(x)};
                        });
  });
}

/// At the loss itself, a little above and a little below; if it is infinite no bound will do.
Finding constraint(const Context& context) {
  const auto found = search(
      covariances(),
      [](const Covariance& x) {
        const auto loss = library_loss(x.view());
        const Rational a_little(1, 1000000);
        auto outcome = decided(loss ? x.constraint(*loss) && x.constraint(*loss * (1 + a_little)) &&
                                          !x.constraint(*loss * (1 - a_little))
                                    : !x.constraint(1) && !x.constraint(1000000));
        const bool singular = oracle::rank(x.root) < x.root.size();
        outcome.tags = {!loss ? "infinite" : singular ? "singular, finite" : "regular"};
        return outcome;
      },
      {.cases = context.pick(150u, 1000u, 20000u),
       .coverage = {{"infinite", 10}, {"singular, finite", 1}, {"regular", 10}}},
      context);
  return conclude(found, [](const Covariance& x) {
    return compared_exactly(instance_of(x.view()), {"the constraint", "loss " + words(library_loss(x.view()))});
  });
}

}  // namespace

void register_copies(run::Registry& registry) {
  registry.add("corr.zero_sum", zero_sum);
  registry.add("corr.zero_sum.difference", zero_sum_differences);
  registry.add("corr.copies", coalition_of_copies);
  registry.add("corr.copies.repaired", copies_formula);
  registry.add("whisper.constraint", constraint);
}

}  // namespace hearsay::props
