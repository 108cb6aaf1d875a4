// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/modular.hpp>
#include <hearsay/exact/residue.hpp>
#include <hearsay/graph/families/generators.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/view.hpp"
#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

template <class Number>
using Rows = std::vector<std::vector<Number>>;
using Modular = exact::Residue<exact::first_prime>;

// How three kinds of numbers are divided and taken for 0: in doubles as numpy.isclose(x, 0) does.

double quotient(double a, double b) { return a / b; }
Rational quotient(const Rational& a, const Rational& b) { return a / b; }
Modular quotient(Modular a, Modular b) { return a * b.inverse(); }
bool vanishes(double x) { return std::abs(x) <= 1e-8; }
bool vanishes(const Rational& x) { return x == 0; }
bool vanishes(Modular x) { return x == Modular(); }

/// The reduced row echelon form by the steps of compute_rref: the first row whose entry does not vanish is the pivot;
/// every other row loses a multiple of it, unless the factor vanishes.
template <class Number>
void reduce_rows(Rows<Number>& q) {
  std::size_t r = 0;
  for (std::size_t j = 0; !q.empty() && j < q.front().size(); ++j) {
    std::size_t i = r;
    while (i < q.size() && vanishes(q[i][j])) ++i;
    if (i == q.size()) continue;
    std::swap(q[i], q[r]);
    const Number pivot = q[r][j];
    for (auto& entry : q[r]) entry = quotient(entry, pivot);
    for (std::size_t k = 0; k < q.size(); ++k) {
      if (k == r) continue;
      const Number factor = quotient(q[k][j], q[r][j]);
      if (vanishes(factor)) continue;
      for (std::size_t l = 0; l < q[k].size(); ++l) q[k][l] -= factor * q[r][l];
    }
    ++r;
  }
}

/// The columns of the rows with one entry. In doubles entries below 1e-6 are 0, as in `reconstruction`.
template <class Number>
std::vector<std::size_t> single_entries(const Rows<Number>& q) {
  std::vector<std::size_t> found;
  for (const auto& row : q) {
    std::size_t entries = 0, last = 0;
    for (std::size_t j = 0; j < row.size(); ++j) {
      bool zero = vanishes(row[j]);
      if constexpr (std::is_same_v<Number, double>) zero = std::abs(row[j]) < 1e-6;
      if (!zero) ++entries, last = j;
    }
    if (entries == 1) found.push_back(last);
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// ---- any matrix

/// The rows with one entry, against ranks.
Finding rref_is_right(const Context& context) {
  const auto size = [] { return rc::gen::inRange<std::size_t>(1, 7); };
  const auto generator =
      rc::gen::mapcat(rc::gen::tuple(size(), size()), [](const std::tuple<std::size_t, std::size_t>& shape) {
        return matrices(std::get<0>(shape), std::get<1>(shape));
      });
  const auto determined = [](const oracle::Matrix& a) {
    std::vector<std::size_t> found;
    for (std::size_t u = 0; u < a.front().size(); ++u) {
      auto with = a;
      with.emplace_back(a.front().size()).at(u) = 1;
      if (oracle::rank(with) == oracle::rank(a)) found.push_back(u);
    }
    return found;
  };
  const auto by_rows = [](oracle::Matrix a) {
    reduce_rows(a);
    return single_entries(a);
  };
  const auto found = search(
      generator,
      [&](const oracle::Matrix& a) {
        const auto expected = determined(a);
        auto outcome = decided(by_rows(a) == expected);
        outcome.tags = {expected.empty() ? "none" : expected.size() < a.front().size() ? "some" : "all"};
        return outcome;
      },
      {.cases = context.pick(150u, 1000u, 20000u), .coverage = {{"none", 10}, {"some", 10}, {"all", 5}}}, context);
  return conclude(found, [&](const oracle::Matrix& a) {
    return compared_exactly({{"matrix", printed(a)}}, {fmt::format("{} inputs", determined(a).size()),
                                                       fmt::format("{} rows with one entry", by_rows(a).size())});
  });
}

// ---- messages of gossip

/// What the observer knows: its own value, and what it and its neighbors have before each of `steps` steps of gossip
/// with Metropolis weights, as in build_knowledge_matrix.
struct Knowledge {
  Graph graph;
  Node observer;
  int steps;

  /// @param weight  1/(d + 1) of the larger degree d.
  template <class Number, class Weight>
  [[nodiscard]] Rows<Number> rows(Weight weight) const {
    const std::size_t n = graph.nodes();
    Rows<Number> w(n, std::vector<Number>(n)), power(n, std::vector<Number>(n)), known;
    for (Node u = 0; u < n; ++u) {
      Number sent{};
      for (const Node v : graph.neighbors(u)) {
        w[u][v] = weight(std::max(graph.degree(u), graph.degree(v)));
        sent += w[u][v];
      }
      power[u][u] = weight(0);
      w[u][u] = power[u][u] - sent;
    }
    std::vector<Node> seen = {observer};
    for (const Node v : graph.neighbors(observer)) seen.push_back(v);
    std::ranges::sort(seen);
    known.push_back(power[observer]);
    for (int t = 0; t < steps; ++t) {
      for (const Node v : seen) known.push_back(power[v]);
      Rows<Number> next(n, std::vector<Number>(n));
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t k = 0; k < n; ++k) {
          if (w[i][k] == Number{}) continue;
          for (std::size_t j = 0; j < n; ++j) next[i][j] += w[i][k] * power[k][j];
        }
      }
      power = std::move(next);
    }
    return known;
  }
  /// The other nodes whose values are found.
  template <class Number, class Weight>
  [[nodiscard]] std::vector<std::size_t> reconstructed(Weight weight) const {
    auto q = rows<Number>(weight);
    reduce_rows(q);
    auto found = single_entries(q);
    std::erase(found, observer);
    return found;
  }
  [[nodiscard]] std::vector<std::size_t> released() const {
    return reconstructed<double>([](std::size_t degree) { return 1.0 / static_cast<double>(degree + 1); });
  }
  [[nodiscard]] std::vector<std::size_t> modular() const {
    return reconstructed<Modular>([](std::size_t degree) { return Modular(degree + 1).inverse(); });
  }
  [[nodiscard]] std::vector<std::size_t> exact() const {
    return reconstructed<Rational>([](std::size_t degree) { return Rational(1, static_cast<long>(degree) + 1); });
  }
  [[nodiscard]] std::vector<std::size_t> accounted() const {
    auto found = accounting::reconstructible_modulo(gossip_protocol(graph, observer, true, steps), {.jobs = 1});
    std::erase(found, observer);
    return found;
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)}, {"observer", observer}, {"steps", steps}};
  }
};

/// Every rooted tree on n nodes, named in preorder from the root, which observes n - 1 steps: by the successor of level
/// sequences (Beyer, Hedetniemi 1980), from the path to the star.
std::vector<Knowledge> rooted_trees(Node n) {
  std::vector<Knowledge> all;
  std::vector<Node> level(n);
  for (Node i = 0; i < n; ++i) level[i] = i;
  while (true) {
    std::vector<graph::Edge> edges;
    for (Node i = 1; i < n; ++i) {
      Node parent = i - 1;
      while (level[parent] != level[i] - 1) --parent;
      edges.emplace_back(parent, i);
    }
    all.push_back({Graph(n, edges), 0, static_cast<int>(n) - 1});
    Node last = n - 1;
    while (last > 0 && level[last] <= 1) --last;
    if (last == 0) return all;
    Node parent = last;
    while (level[parent] != level[last] - 1) --parent;
    for (Node i = last; i < n; ++i) level[i] = level[i - (last - parent)];
  }
}

/// The released computation on trees: what it finds, against ranks modulo a prime; a difference is confirmed in
/// fractions.
Finding released_tolerance(const Context&) {
  const auto found =
      sweep_by_size(3, 13, rooted_trees, [](const Knowledge& x) { return decided(x.released() == x.modular()); });
  return conclude(found, [](const Knowledge& x) {
    const auto claimed = x.released(), actual = x.exact();
    return differs_exactly(
        x.instance(), Rational(static_cast<long>(claimed.size())), Rational(static_cast<long>(actual.size())),
        {fmt::format("values found: {}", claimed.size()), fmt::format("values determined: {}", actual.size())});
  });
}

/// The library's ranks modulo a prime, on every small graph and tree and on long paths.
Finding modular_ranks(const Context& context) {
  const auto graphs = [](Node n) {
    std::vector<Knowledge> all;
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (Node v = 0; v < n; ++v) {
        for (const int steps : {1, 2, static_cast<int>(n)}) all.push_back({g, v, steps});
      }
    });
    return all;
  };
  const auto agree = [](const Knowledge& x) { return decided(x.accounted() == x.exact()); };
  const auto found = then(sweep_by_size(2, context.pick(4u, 5u, 5u), graphs, agree), [&] {
    return then(sweep_by_size(6, context.pick(7u, 8u, 9u), rooted_trees, agree), [&] {
      std::vector<Knowledge> paths;
      for (const int n : {12, 20}) paths.push_back({graph::path(n), 0, n});
      return sweep(paths, agree);
    });
  });
  return conclude(found, [](const Knowledge& x) {
    return compared_exactly(
        x.instance(), {fmt::format("{} values", x.accounted().size()), fmt::format("{} values", x.exact().size())});
  });
}

}  // namespace

void register_reconstruction(run::Registry& registry) {
  registry.add("attack.rref", rref_is_right);
  registry.add("attack.tolerance", released_tolerance);
  registry.add("attack.tolerance.repaired", modular_ranks);
}

}  // namespace hearsay::props
