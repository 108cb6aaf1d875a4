// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/linear/summation_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <set>
#include <string>

#include <hearsay/accounting/linear/modular.hpp>
#include <hearsay/graph/families/generators.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/view.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using run::Context;
using run::Finding;

/// The values that the sums determine, by ranks.
std::vector<std::size_t> determined(const Sums& sums, std::size_t values) {
  Matrix rows;
  for (const unsigned sum : sums) {
    auto& row = rows.emplace_back(values);
    for (std::size_t u = 0; u < values; ++u) row[u] = sum >> u & 1U;
  }
  std::vector<std::size_t> found;
  const auto rank = oracle::rank(rows);
  for (std::size_t u = 0; u < values; ++u) {
    auto with = rows;
    with.emplace_back(values).at(u) = 1;
    if (oracle::rank(with) == rank) found.push_back(u);
  }
  return found;
}

/// The same by the accountant.
std::vector<std::size_t> reconstructed(const Sums& sums, std::size_t values) {
  accounting::GivenMatrices view;
  view.signal.columns = values;
  view.noise.columns = 0;
  for (const unsigned sum : sums) {
    auto& row = view.signal.rows.emplace_back();
    for (std::size_t u = 0; u < values; ++u) {
      if (sum >> u & 1U) row.push_back({static_cast<Node>(u), 1});
    }
    view.noise.rows.emplace_back();
  }
  return accounting::reconstructible_modulo(view, {.jobs = 1});
}

/// "0+1 1+2".
std::string printed(const Sums& sums) {
  std::string text;
  for (const unsigned sum : sums) {
    if (!text.empty()) text += ' ';
    std::string terms;
    for (unsigned u = 0; u < 32; ++u) {
      if (sum >> u & 1U) terms += fmt::format("{}{}", terms.empty() ? "" : "+", u);
    }
    text += terms;
  }
  return text;
}

// ---- sums over the neighbors of the adversaries

/// Number of nodes on a shortest cycle, 0 without one: for every edge the way around it.
std::size_t girth(const Graph& graph) {
  std::size_t least = 0;
  for (const auto& [from, to] : graph.edge_list()) {
    std::vector<std::size_t> distance(graph.nodes(), graph.nodes());
    std::vector<Node> queue = {from};
    distance[from] = 0;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const Node v : graph.neighbors(queue[i])) {
        if ((queue[i] == from && v == to) || distance[v] < graph.nodes()) continue;
        distance[v] = distance[queue[i]] + 1;
        queue.push_back(v);
      }
    }
    if (distance[to] < graph.nodes() && (least == 0 || distance[to] + 1 < least)) least = distance[to] + 1;
  }
  return least;
}

/// Some nodes each learn the sum of the values of their neighbors and tell each other what they know.
struct Summation {
  Graph graph;
  std::size_t girth;
  unsigned adversaries;  ///< as bits

  [[nodiscard]] Sums sums() const {
    Sums all;
    for (Node v = 0; v < graph.nodes(); ++v) {
      if ((adversaries >> v & 1U) == 0) continue;
      unsigned sum = 0;
      for (const Node w : graph.neighbors(v)) sum |= 1U << w;
      all.push_back(sum & ~adversaries);
    }
    return all;
  }
  [[nodiscard]] std::size_t least_terms() const {
    std::size_t least = graph.nodes();
    for (const unsigned sum : sums()) least = std::min(least, static_cast<std::size_t>(std::popcount(sum)));
    return least;
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    auto coalition = nlohmann::ordered_json::array();
    for (Node v = 0; v < graph.nodes(); ++v) {
      if (adversaries >> v & 1U) coalition.push_back(v);
    }
    return {{"graph", to_string(graph)}, {"adversaries", coalition}, {"sums", printed(sums())}};
  }
};

/// Every graph of the kind with every set of adversaries, for whom `safe`.
std::vector<Summation> summations(Node n, bool trees, const SafeNetwork& safe) {
  std::vector<Summation> all;
  // More than one adversary requires a girth of 5 or more.
  const std::size_t least = trees ? n + 1 : n <= 5 ? 3 : 5;
  gen::for_each_connected_graph_of_girth(n, least, [&](const Graph& g) {
    const auto cycle = girth(g);
    for (unsigned adversaries = 1; adversaries < (1U << n); ++adversaries) {
      Summation some{g, cycle, adversaries};
      if (safe(cycle, static_cast<std::size_t>(std::popcount(adversaries)), some.least_terms()))
        all.push_back(std::move(some));
    }
  });
  return all;
}

// ---- any sums

/// Lists of sums of at least two of n values, increasing.
std::vector<Sums> lists_of_sums(unsigned values, unsigned most) {
  std::vector<Sums> all = {{}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == most) continue;
    for (unsigned sum = all[i].empty() ? 1 : all[i].back() + 1; sum < (1U << values); ++sum) {
      if (std::popcount(sum) < 2) continue;
      auto longer = all[i];
      longer.push_back(sum);
      all.push_back(std::move(longer));
    }
  }
  all.erase(all.begin());
  return all;
}

/// A cycle of 2k nodes, every second an adversary; if k is even, one more honest node at the last adversary.
Finding tight(const Context& context) {
  const auto found = sweep_by_size(
      2, context.pick(5u, 8u, 10u), [](unsigned k) { return std::vector{k}; },
      [](unsigned k) {
        std::vector<graph::Edge> edges;
        for (Node v = 0; v < 2 * k; ++v) edges.emplace_back(v, (v + 1) % (2 * k));
        if (k % 2 == 0) edges.emplace_back(2 * k - 1, 2 * k);
        const Graph graph(2 * k + (k % 2 == 0 ? 1 : 0), edges);
        unsigned adversaries = 0;
        for (Node v = 1; v < 2 * k; v += 2) adversaries |= 1U << v;
        const Summation some{graph, girth(graph), adversaries};
        const auto values = determined(some.sums(), graph.nodes());
        return decided(some.girth == 2 * k && some.least_terms() >= 2 && !values.empty() &&
                       values == reconstructed(some.sums(), graph.nodes()));
      });
  return conclude(found, [](unsigned k) {
    return compared_exactly({{"adversaries", k}}, {"a value is determined", "none is"});
  });
}

/// The center of a star of adversaries' sums over some of its leaves in each of two or three rounds.
Finding dropouts(const Context&) {
  const auto rounds = [](unsigned leaves) { return lists_of_sums(leaves, 3); };
  const auto found = sweep_by_size(2, 4, rounds, [](const Sums& sums) { return decided(determined(sums, 4).empty()); });
  return conclude(found, [](const Sums& sums) {
    unsigned all = 0;
    for (const unsigned sum : sums) all |= sum;
    const auto leaves = static_cast<std::size_t>(std::bit_width(all));
    return differs_exactly({{"graph", fmt::format("star:{}", leaves + 1)}, {"leaves", leaves}, {"sums", printed(sums)}},
                           Rational(0), Rational(static_cast<long>(determined(sums, 4).size())),
                           {"values determined: 0", fmt::format("values determined: {}", determined(sums, 4).size())});
  });
}

}  // namespace

bool forest_of_sums(const Sums& sums) {
  // Values 0 .. 31, then sums: an edge between two that are connected already closes a cycle.
  std::vector<std::size_t> part(32 + sums.size());
  std::iota(part.begin(), part.end(), std::size_t{0});
  const auto root = [&](std::size_t x) {
    while (part[x] != x) x = part[x];
    return x;
  };
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (std::popcount(sums[i]) < 2) return false;
    for (std::size_t u = 0; u < 32; ++u) {
      if ((sums[i] >> u & 1U) == 0) continue;
      if (root(u) == root(32 + i)) return false;
      part[root(u)] = root(32 + i);
    }
  }
  return true;
}

Finding check_girth(bool trees, const SafeNetwork& safe, const Context& context) {
  const auto found = sweep_by_size(
      3, context.pick(6u, 7u, 8u), [&](Node n) { return summations(n, trees, safe); },
      [](const Summation& x) {
        const auto sums = x.sums();
        const auto values = determined(sums, x.graph.nodes());
        return decided(values.empty() && reconstructed(sums, x.graph.nodes()) == values);
      });
  return conclude(found, [](const Summation& x) {
    return compared_exactly(
        x.instance(),
        {"no value is determined", fmt::format("values determined: {}", determined(x.sums(), x.graph.nodes()).size())});
  });
}

Finding check_sums(const SafeSums& safe, const Context& context) {
  const auto lists = [&](unsigned values) {
    auto all = lists_of_sums(values, context.pick(3u, 4u, 5u));
    std::erase_if(all, [&](const Sums& sums) { return !safe(sums); });
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 5u), lists, [](const Sums& sums) {
    return decided(determined(sums, 5).empty() && reconstructed(sums, 5).empty());
  });
  return conclude(found, [](const Sums& sums) {
    return compared_exactly(
        {{"sums", printed(sums)}},
        {"no value is determined", fmt::format("values determined: {}", determined(sums, 5).size())});
  });
}

void register_summation(run::Registry& registry) {
  registry.add("girth.acyclic", [](const Context& c) {
    return check_girth(
        true, [](std::size_t, std::size_t, std::size_t terms) { return terms >= 2; }, c);
  });
  registry.add("girth.linear", [](const Context& c) {
    return check_girth(
        false,
        [](std::size_t girth, std::size_t adversaries, std::size_t terms) {
          return terms >= 2 && (girth == 0 || girth > 2 * adversaries);
        },
        c);
  });
  registry.add("girth.tight", tight);
  registry.add("girth.dropouts", dropouts);
  registry.add("girth.sums", [](const Context& c) { return check_sums(forest_of_sums, c); });
}

}  // namespace hearsay::props
