// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/first_sender_exact.hpp>

#include <algorithm>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using Rows = std::vector<std::vector<Rational>>;

/// I - Q of the walk among the honest nodes, beside it the probabilities of what is observed of each: Gauss-Jordan
/// without pivoting turns the second into (I - Q)^{-1} R, since I - Q is an M-matrix.
void eliminate(Rows& left, Rows& right) {
  const std::size_t n = left.size();
  for (std::size_t k = 0; k < n; ++k) {
    const Rational pivot = Rational(1) / left[k][k];
    for (auto* row : {&left[k], &right[k]}) {
      for (auto& x : *row) x *= pivot;
    }
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || left[i][k] == 0) continue;
      const Rational factor = left[i][k];
      for (std::size_t c = 0; c < n; ++c) {
        if (left[k][c] != 0) left[i][c] -= factor * left[k][c];
        if (right[k][c] != 0) right[i][c] -= factor * right[k][c];
      }
    }
  }
}

}  // namespace

Rows exact_sender_laws(const graph::Graph& graph, std::span<const graph::Node> curious) {
  const auto part = honest_part(graph, curious);
  const std::size_t n = part.size();
  require_between("exact_sender_laws", "honest nodes", static_cast<std::int64_t>(n), 1, 200);
  Rows left(n, std::vector<Rational>(n)), right = left;
  for (linalg::Index i = 0; i < n; ++i) {
    left[i][i] = 1;
    if (!part.is_heard(i)) continue;
    const Rational message(1, graph.degree(part.nodes[i]));
    right[i][i] = message * part.curious_neighbors[i];
    for (const auto u : graph.neighbors(part.nodes[i])) {
      if (part.number[u] < n) left[i][part.number[u]] -= message;
    }
  }
  eliminate(left, right);
  return right;
}

Rational exact_sender_delta(const std::vector<Rational>& i, const std::vector<Rational>& j, const Rational& factor) {
  Rational sum = 0, unheard_i = 1, unheard_j = 1;
  for (std::size_t v = 0; v < i.size(); ++v) {
    unheard_i -= i[v], unheard_j -= j[v];
    sum += std::max(Rational(0), Rational(i[v] - factor * j[v]));
  }
  return sum + std::max(Rational(0), Rational(unheard_i - factor * unheard_j));
}

}  // namespace hearsay::accounting
