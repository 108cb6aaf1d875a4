// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/walk/network_shuffling_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/graph/graph.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using run::Context;
using run::Finding;

/// Numbers of ones and zeros by holder, [2 h] and [2 h + 1].
using View = std::vector<std::uint8_t>;
template <class Number>
using Law = std::map<View, Number>;
template <class Number>
using Square = std::vector<std::vector<Number>>;

/// The law of what the server sees: user i holds bit i of `data`, reports it rightly with probability ratio/(1 +
/// ratio), and the report ends at h with probability places[i][h], apart from the others.
template <class Number>
Law<Number> view_law(const Square<Number>& places, unsigned data, const Number& ratio) {
  const std::size_t n = places.size();
  Law<Number> law = {{View(2 * n), Number(1)}};
  for (std::size_t i = 0; i < n; ++i) {
    Law<Number> next;
    for (const auto& [view, mass] : law) {
      for (const unsigned bit : {0U, 1U}) {
        const Number right = bit == (data >> i & 1U) ? Number(ratio / (1 + ratio)) : Number(1 / (1 + ratio));
        for (std::size_t h = 0; h < n; ++h) {
          if (places[i][h] == 0) continue;
          auto more = view;
          ++more[2 * h + (1 - bit)];
          next[more] += mass * right * places[i][h];
        }
      }
    }
    law = std::move(next);
  }
  return law;
}

/// Hockey-stick divergence of p from q at e^epsilon.
template <class Number>
Number divergence_of(const Law<Number>& p, const Law<Number>& q, const Number& e_epsilon) {
  Number sum = 0;
  for (const auto& [view, mass] : p) {
    const auto other = q.find(view);
    const Number excess = other == q.end() ? mass : Number(mass - e_epsilon * other->second);
    if (excess > 0) sum += excess;
  }
  return sum;
}

/// The largest delta over what all users hold and over the users of `changing` who change it.
template <class Number>
Number delta_of(const Square<Number>& places, const Number& ratio, const Number& e_epsilon,
                const std::vector<Node>& changing) {
  std::vector<Law<Number>> laws;
  for (unsigned data = 0; data < (1U << places.size()); ++data) laws.push_back(view_law(places, data, ratio));
  Number most = 0;
  for (unsigned data = 0; data < laws.size(); ++data) {
    for (const Node i : changing)
      most = std::max<Number>(most, divergence_of(laws[data], laws[data ^ (1U << i)], e_epsilon));
  }
  return most;
}

std::vector<Node> everyone(const Graph& graph) {
  std::vector<Node> all;
  for (Node v = 0; v < graph.nodes(); ++v) all.push_back(v);
  return all;
}

/// The side of each node of a bipartite graph, 0 or 1; empty if it is none.
std::vector<int> sides(const Graph& graph) {
  std::vector<int> side(graph.nodes(), -1);
  std::vector<Node> queue = {0};
  side[0] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (const Node v : graph.neighbors(queue[i])) {
      if (side[v] == side[queue[i]]) return {};
      if (side[v] >= 0) continue;
      side[v] = 1 - side[queue[i]];
      queue.push_back(v);
    }
  }
  return side;
}

/// Reports of bits that walk to a uniform neighbor in each step.
struct Shuffling {
  Graph graph;
  Rational ratio, e_epsilon;

  /// 1/d_u to each neighbor of u.
  template <class Number>
  [[nodiscard]] Square<Number> step() const {
    Square<Number> w(graph.nodes(), std::vector<Number>(graph.nodes()));
    for (Node u = 0; u < graph.nodes(); ++u) {
      for (const Node v : graph.neighbors(u)) w[u][v] = Number(1) / static_cast<int>(graph.degree(u));
    }
    return w;
  }
  /// Where reports are after many steps, of a bipartite graph after an even number of them: in proportion to the
  /// degrees of the nodes that can be reached.
  [[nodiscard]] Matrix limit() const {
    const auto side = sides(graph);
    Matrix places(graph.nodes(), oracle::Row(graph.nodes()));
    for (Node u = 0; u < graph.nodes(); ++u) {
      Rational total = 0;
      for (Node v = 0; v < graph.nodes(); ++v) {
        if (side.empty() || side[v] == side[u]) total += graph.degree(v);
      }
      for (Node v = 0; v < graph.nodes(); ++v) {
        if (side.empty() || side[v] == side[u]) places[u][v] = graph.degree(v) / total;
      }
    }
    return places;
  }
  /// The laws of the places after 1024 steps.
  [[nodiscard]] Square<double> late() const {
    auto w = step<double>();
    for (int doubled = 0; doubled < 10; ++doubled) {
      Square<double> next(w.size(), std::vector<double>(w.size()));
      for (std::size_t i = 0; i < w.size(); ++i) {
        for (std::size_t k = 0; k < w.size(); ++k) {
          for (std::size_t j = 0; j < w.size(); ++j) next[i][j] += w[i][k] * w[k][j];
        }
      }
      w = std::move(next);
    }
    return w;
  }
  /// All reports in one place.
  [[nodiscard]] Rational uniform() const {
    Matrix places(graph.nodes(), oracle::Row(graph.nodes()));
    for (auto& row : places) row[0] = 1;
    return delta_of(places, ratio, e_epsilon, {0});
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)},
            {"nodes", graph.nodes()},
            {"e_epsilon0", oracle::to_string(ratio)},
            {"e_epsilon", oracle::to_string(e_epsilon)}};
  }
};

std::vector<Shuffling> shufflings(Node n) {
  std::vector<Shuffling> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto& e_epsilon : {Rational(1), Rational(3, 2)}) all.push_back({g, 3, e_epsilon});
  });
  return all;
}

std::vector<Shuffling> of_kind(Node n, bool bipartite) {
  auto all = shufflings(n);
  std::erase_if(all, [&](const Shuffling& x) { return sides(x.graph).empty() == bipartite; });
  return all;
}

/// Every connected graph, bipartite ones too.
Finding everywhere(const Context&) {
  const auto found = sweep_by_size(2, 4, shufflings, [](const Shuffling& x) {
    return at_most(delta_of(x.limit(), x.ratio, x.e_epsilon, everyone(x.graph)), x.uniform());
  });
  return conclude(found, [](const Shuffling& x) {
    return exceeds_exactly(x.instance(), x.uniform(), delta_of(x.limit(), x.ratio, x.e_epsilon, everyone(x.graph)));
  });
}

}  // namespace

double uniform_shuffle_delta(std::size_t users, const Rational& ratio, const Rational& e_epsilon) {
  double most = 0.0;
  for (std::size_t ones = 0; ones < users; ++ones) {
    most = std::max(most, accounting::shuffled_randomized_response_delta(std::log(oracle::to_double(ratio)), users,
                                                                         ones, std::log(oracle::to_double(e_epsilon)))
                              .estimate());
  }
  return most;
}

Finding check_shuffling_limit(const ShuffledDelta& shuffled, const Context& context) {
  const auto wanted = [&](const Shuffling& x) { return shuffled(x.graph.nodes(), x.ratio, x.e_epsilon); };
  const auto found = sweep_by_size(
      3, context.pick(3u, 4u, 5u), [](Node n) { return of_kind(n, false); },
      [&](const Shuffling& x) {
        const auto exact = delta_of(x.limit(), x.ratio, x.e_epsilon, everyone(x.graph));
        const double late =
            delta_of(x.late(), oracle::to_double(x.ratio), oracle::to_double(x.e_epsilon), everyone(x.graph));
        return worse(equals(oracle::to_double(exact), wanted(x)), equals(late, wanted(x)));
      });
  return conclude(found, [&](const Shuffling& x) {
    return compared_numerically(x.instance(),
                                {fmt::format("{}", wanted(x)),
                                 oracle::to_string(delta_of(x.limit(), x.ratio, x.e_epsilon, everyone(x.graph)))});
  });
}

Finding check_shuffling_by_sides(const ShuffledDelta& shuffled, const Context& context) {
  // Each side: what its users lose, and what a shuffle of as many loses.
  const auto both = [&](const Shuffling& x) {
    std::vector<std::pair<double, double>> compared;
    const auto side = sides(x.graph);
    for (const int one : {0, 1}) {
      std::vector<Node> members;
      for (Node v = 0; v < x.graph.nodes(); ++v) {
        if (side[v] == one) members.push_back(v);
      }
      compared.emplace_back(oracle::to_double(delta_of(x.limit(), x.ratio, x.e_epsilon, members)),
                            shuffled(members.size(), x.ratio, x.e_epsilon));
      compared.emplace_back(delta_of(x.late(), oracle::to_double(x.ratio), oracle::to_double(x.e_epsilon), members),
                            compared.back().second);
    }
    return compared;
  };
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 5u), [](Node n) { return of_kind(n, true); },
      [&](const Shuffling& x) {
        auto outcome = decided(true);
        for (const auto& [actual, wanted] : both(x)) outcome = worse(outcome, equals(actual, wanted));
        return outcome;
      });
  return conclude(found, [&](const Shuffling& x) {
    const auto compared = both(x);
    return compared_numerically(x.instance(), {fmt::format("{}, {}", compared[0].second, compared[2].second),
                                               fmt::format("{}, {}", compared[0].first, compared[2].first)});
  });
}

Finding check_shuffling_steps(const ShuffledDelta& shuffled, const Context& context) {
  // By number of steps from 0 on.
  const int last = context.pick(3, 4, 6);
  const auto deltas = [last](const Shuffling& x) {
    std::vector<Rational> all;
    auto places = oracle::identity(x.graph.nodes());
    for (int t = 0; t <= last; ++t) {
      all.push_back(delta_of(places, x.ratio, x.e_epsilon, everyone(x.graph)));
      places = oracle::multiply(places, x.step<Rational>());
    }
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(3u, 4u, 4u), shufflings, [&](const Shuffling& x) {
    const auto all = deltas(x);
    const Rational local = std::max<Rational>(0, (x.ratio - x.e_epsilon) / (x.ratio + 1));
    auto outcome = decided(all.front() == local && std::ranges::is_sorted(all, std::greater<>()));
    return worse(outcome, at_most(shuffled(x.graph.nodes(), x.ratio, x.e_epsilon), oracle::to_double(all.back())));
  });
  return conclude(found, [&](const Shuffling& x) {
    std::string actual;
    for (const auto& delta : deltas(x))
      actual += fmt::format("{}{}", actual.empty() ? "" : ", ", oracle::to_string(delta));
    return compared_numerically(
        x.instance(),
        {fmt::format("decreasing, at least {}", shuffled(x.graph.nodes(), x.ratio, x.e_epsilon)), actual});
  });
}

void register_network_shuffling(run::Registry& registry) {
  registry.add("netshuffle.limit", [](const Context& c) { return check_shuffling_limit(uniform_shuffle_delta, c); });
  registry.add("netshuffle.bipartite", everywhere);
  registry.add("netshuffle.bipartite.repaired",
               [](const Context& c) { return check_shuffling_by_sides(uniform_shuffle_delta, c); });
  registry.add("netshuffle.steps", [](const Context& c) { return check_shuffling_steps(uniform_shuffle_delta, c); });
}

}  // namespace hearsay::props
