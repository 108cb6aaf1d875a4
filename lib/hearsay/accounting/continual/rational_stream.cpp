// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/rational_stream.hpp>

#include <algorithm>

#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/rational_product.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using graph::Node;
using linalg::RationalMatrix;

bool contains(const std::vector<Node>& nodes, Node v) { return std::ranges::find(nodes, v) != nodes.end(); }

/// b_1, ..., b_p of the seen node `a` alone: 1 there in block 1, 0 at the other seen nodes, b_t = W b_{t+1} elsewhere.
std::vector<Fractions> impulse(const RationalMatrix& w, const StreamWatch& watch, Node a, std::size_t period) {
  std::vector<Node> hidden;
  std::vector<std::size_t> place(w.size(), 0);
  for (Node v = 0; v < w.size(); ++v) {
    if (contains(watch.seen, v)) continue;
    place[v] = hidden.size();
    hidden.push_back(v);
  }
  const std::size_t order = hidden.size() * period;
  std::vector<Fractions> equations(order, Fractions(order, Rational(0)));
  Fractions right(order, Rational(0));
  for (std::size_t t = 0; t < period; ++t) {
    const std::size_t next = (t + 1) % period;
    for (std::size_t i = 0; i < hidden.size(); ++i) {
      auto& row = equations[t * hidden.size() + i];
      row[t * hidden.size() + i] += 1;
      for (const auto& [v, value] : w.rows[hidden[i]]) {
        if (!contains(watch.seen, v)) row[next * hidden.size() + place[v]] -= value;
        if (v == a && next == 0) right[t * hidden.size() + i] += value;
      }
    }
  }
  // A A^T w = r, x = A^T w solve A x = r.
  const auto solved = solve_exactly(equations, {right});
  const auto& test = solved.solutions.front().test;
  if (!test) throw Error(Errc::conditions, "periodic_adjoint", "the observers receive nothing from some nodes");
  std::vector<Fractions> blocks(period, Fractions(w.size(), Rational(0)));
  blocks[0][a] = 1;
  for (std::size_t i = 0; i < order; ++i) {
    for (std::size_t j = 0; j < order; ++j) {
      if ((*test)[i] != 0 && equations[i][j] != 0)
        blocks[j / hidden.size()][hidden[j % hidden.size()]] += equations[i][j] * (*test)[i];
    }
  }
  return blocks;
}

/// What one adjoint says: its entries off the known noise, block by block, and its signal summed over the period.
struct Candidate {
  std::vector<Fractions> blocks;
  Fractions noise;
  Rational signal = 0;
};

Candidate shifted(const std::vector<Fractions>& blocks, std::size_t by, const StreamWatch& watch, Node target,
                  std::span<const Rational> stream, bool transient) {
  const std::size_t period = blocks.size(), n = blocks.front().size();
  Candidate candidate;
  for (std::size_t t = 0; t < period; ++t) {
    const auto& block = candidate.blocks.emplace_back(blocks[(t + period - by) % period]);
    Rational sum = 0;
    for (Node v = 0; v < n; ++v) {
      sum += block[v];
      if (!contains(watch.known, v)) candidate.noise.push_back(block[v]);
    }
    candidate.signal += stream[t] * (transient ? Rational(block[target] - sum / n) : block[target]);
  }
  return candidate;
}

}  // namespace

RationalStream rational_stream(const RationalMatrix& w, const StreamWatch& watch, int rounds, Node target) {
  const std::size_t n = w.size(), all = static_cast<std::size_t>(rounds);
  std::vector<Fractions> state(n, Fractions(n * all, Rational(0)));  // entry (v, t n + u): of the noise of u in round t
  RationalStream stream;
  stream.signals.resize(all);
  for (std::size_t t = 0; t < all; ++t) {
    for (std::size_t v = 0; v < n; ++v) state[v][t * n + v] += 1;
    for (int k = 0; k < watch.steps; ++k) {
      for (const auto a : watch.seen) {
        stream.states.push_back({.round = static_cast<int>(t) + 1, .step = k, .node = a});
        auto& row = stream.noise.emplace_back(state[a]);
        for (std::size_t s = 0; s < all; ++s) {
          stream.signals[s].push_back(row[s * n + target]);
          for (const auto o : watch.known) row[s * n + o] = 0;
        }
      }
      state = linalg::product(w, state);
    }
  }
  return stream;
}

PeriodicAdjoint periodic_adjoint(const RationalMatrix& w, const StreamWatch& watch, Node target,
                                 std::span<const Rational> stream, bool transient) {
  std::vector<Candidate> candidates;
  std::vector<Fractions> noise;
  Fractions signals;
  for (const auto a : watch.seen) {
    const auto blocks = impulse(w, watch, a, stream.size());
    for (std::size_t by = 0; by < stream.size(); ++by) {
      candidates.push_back(shifted(blocks, by, watch, target, stream, transient));
      noise.push_back(candidates.back().noise);
      signals.push_back(candidates.back().signal);
    }
  }
  const auto solved = solve_exactly(noise, {signals});
  const auto& weights = solved.solutions.front().test;
  if (!weights)
    throw Error(Errc::conditions, "periodic_adjoint",
                "with the known noise subtracted, part of the signal has no noise");
  PeriodicAdjoint best{.blocks = std::vector<Fractions>(stream.size(), Fractions(w.size(), Rational(0))),
                       .rate = dot(*weights, signals) / stream.size()};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if ((*weights)[i] == 0) continue;
    for (std::size_t t = 0; t < stream.size(); ++t) {
      for (std::size_t v = 0; v < w.size(); ++v) best.blocks[t][v] += (*weights)[i] * candidates[i].blocks[t][v];
    }
  }
  return best;
}

}  // namespace hearsay::accounting
