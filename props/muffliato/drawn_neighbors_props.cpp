// SPDX-License-Identifier: GPL-3.0-or-later
// The number of neighbors of a coalition in a drawn graph (Appendix G.1.3).
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "props/kit/outcome.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"
#include "props/muffliato/text_checks.hpp"

namespace hearsay::props {

namespace {

using graph::Node;
using oracle::Rational;
using run::Context;
using run::Finding;

Rational power(const Rational& x, unsigned exponent) {
  Rational product = 1;
  for (unsigned i = 0; i < exponent; ++i) product *= x;
  return product;
}

}  // namespace

Rational expected_neighbors(Node nodes, Node coalition, const Rational& q) {
  return Rational(nodes - coalition) * (1 - power(1 - q, coalition));
}

namespace {

/// A coalition in G(n, q).
struct DrawnCoalition {
  Node nodes, coalition;
  Rational q;
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"nodes", nodes}, {"coalition", coalition}, {"q", oracle::to_string(q)}};
  }
};

/// By every set of the edges between the coalition and the others.
Rational enumerated_neighbors(const DrawnCoalition& c) {
  const unsigned pairs = c.coalition * (c.nodes - c.coalition);
  Rational sum = 0;
  for (std::uint32_t edges = 0; edges < 1u << pairs; ++edges) {
    int reached = 0;
    for (unsigned other = 0; other < c.nodes - c.coalition; ++other)
      reached += (edges >> (other * c.coalition) & ((1u << c.coalition) - 1u)) != 0 ? 1 : 0;
    const auto drawn = static_cast<unsigned>(std::popcount(edges));
    sum += reached * power(c.q, drawn) * power(1 - c.q, pairs - drawn);
  }
  return sum;
}

/// "of order c |V| ln(n) / n", q = c ln(n) / n: with C in place of the hidden constant, C q |V| is too little from some
/// n on. A coalition of one node.
Finding prop1_neighbors(const Context&) {
  Finding finding{.verdict = Verdict::refuted};
  const auto growing = [](Node n) {  // q of c between 1 and 2
    const auto q =
        Rational(static_cast<long>(std::floor(1500.0 * std::log(static_cast<double>(n)))), 1000 * static_cast<long>(n));
    return DrawnCoalition{.nodes = n, .coalition = 1, .q = q};
  };
  std::string table;
  for (const long constant : {1L, 10L, 100L, 1000L}) {
    Node n = 3;
    for (;; ++n, ++finding.instances) {
      const auto c = growing(n);
      if (static_cast<double>(n) * oracle::to_double(c.q) <= std::log(static_cast<double>(n)) || c.q > 1) continue;
      const Rational claimed = constant * c.q, actual = expected_neighbors(n, 1, c.q);
      if (actual <= claimed) continue;
      if (!finding.witness) finding.witness = exceeds_exactly(c.instance(), claimed, actual);
      break;
    }
    table += fmt::format("{}{}: n = {}",
                         table.empty() ? "first n at which the constant is too small, C = " : ", C = ", constant, n);
  }
  ++finding.instances;
  finding.note = table;
  return finding;
}

}  // namespace

Finding neighbors_are_counted(const Context& context, const ExpectedNeighbors& expected) {
  std::vector<DrawnCoalition> all;
  for (Node n = 2; n <= context.pick<Node>(5, 6, 7); ++n) {
    for (Node coalition = 1; coalition < n; ++coalition) {
      for (const auto& q : {Rational(1, 10), Rational(1, 3), Rational(3, 4)}) all.push_back({n, coalition, q});
    }
  }
  const auto counted = sweep(all, [&](const DrawnCoalition& c) {
    const auto mean = expected(c.nodes, c.coalition, c.q);
    const Rational order = c.q * c.nodes * c.coalition;
    auto outcome = worse(decided(mean == enumerated_neighbors(c)), at_most(mean, order));
    const Rational least = order * (1 - Rational(c.coalition, c.nodes)) * (1 - c.q * (c.coalition - 1) / 2);
    return worse(outcome, at_most(least, mean));
  });
  return conclude(counted, [&](const DrawnCoalition& c) {
    return differs_exactly(c.instance(), expected(c.nodes, c.coalition, c.q), enumerated_neighbors(c));
  });
}

void register_muffliato_neighbors(run::Registry& registry) {
  registry.add("muffliato.prop1.neighbors", prop1_neighbors);
  registry.add("muffliato.prop1.neighbors.repaired",
               [](const Context& context) { return neighbors_are_counted(context, expected_neighbors); });
}

}  // namespace hearsay::props
