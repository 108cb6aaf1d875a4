// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

#include "props/oracle/rational_gossip.hpp"
#include "tests/graphs.hpp"

// Small matrices and graphs, and the ranks of their views in rational arithmetic.

namespace hearsay::testing {

inline props::oracle::Matrix dense(const linalg::RationalMatrix& w) {
  props::oracle::Matrix result(w.size(), props::oracle::Row(w.size(), 0));
  for (std::size_t u = 0; u < w.rows.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) result[u][column] = value;
  }
  return result;
}

inline linalg::RationalMatrix exact_metropolis(const Graph& graph) { return linalg::exact_entries(metropolis(graph)); }

/// The rows e_v^T W^s, v in starts, s < steps.
inline props::oracle::Matrix view_rows(const props::oracle::Matrix& w, const std::vector<Node>& starts, int steps) {
  props::oracle::Matrix power = props::oracle::identity(w.size()), rows;
  for (int s = 0; s < steps; ++s) {
    for (const auto v : starts) rows.push_back(power[v]);
    power = props::oracle::multiply(power, w);
  }
  return rows;
}

/// Their rank over the rationals.
inline std::int64_t rational_rank(const props::oracle::Matrix& w, const std::vector<Node>& starts, int steps) {
  return static_cast<std::int64_t>(props::oracle::rank(view_rows(w, starts, steps)));
}

/// A tree with a few more edges, twins and pendants hung on it.
inline Graph with_twins_and_pendants(std::uint64_t seed) {
  random::Stream stream(random::Seed{seed}, random::Purpose::graph, 2);
  const Node core = 3 + static_cast<Node>(stream.below(4));
  std::vector<graph::Edge> edges;
  for (Node v = 1; v < core; ++v) edges.emplace_back(static_cast<Node>(stream.below(v)), v);
  if (core > 3) edges.emplace_back(0, core - 1);
  Node n = core;
  const auto twin_of = static_cast<Node>(stream.below(core));
  const auto before = edges;
  for (const auto& [u, v] : before) {
    if (u == twin_of || v == twin_of) edges.emplace_back(u == twin_of ? v : u, n);
  }
  ++n;
  const auto hook = static_cast<Node>(stream.below(core));
  edges.emplace_back(hook, n++);
  if (stream.bernoulli(0.5)) edges.emplace_back(hook, n++);
  return {n, edges};
}

}  // namespace hearsay::testing
