// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/whole_adjoint.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using graph::Node;
using Polynomial = std::vector<Rational>;  ///< in the shift z

/// What turns q into the entries of each node.
std::vector<Polynomial> node_polynomials(const linalg::RationalMatrix& w, Node seen) {
  std::vector<Node> hidden;
  for (Node v = 0; v < w.size(); ++v) {
    if (v != seen) hidden.push_back(v);
  }
  const auto m = hidden.size();
  std::vector<std::vector<Rational>> a(m, std::vector<Rational>(m, 0));
  std::vector<Rational> column(m, 0);
  for (std::size_t i = 0; i < m; ++i) {
    for (const auto& [v, value] : w.rows[hidden[i]]) {
      if (v == seen) {
        column[i] = value;
      } else {
        a[i][static_cast<std::size_t>(std::ranges::find(hidden, v) - hidden.begin())] = value;
      }
    }
  }
  // Faddeev and LeVerrier: det(I - z A) = 1 + sum of c_k z^k, adj(I - z A) = sum of z^{k-1} M_k.
  std::vector<Polynomial> found(w.size(), Polynomial(m + 1, 0));
  found[seen][0] = 1;
  std::vector<std::vector<Rational>> power(m, std::vector<Rational>(m, 0));
  for (std::size_t i = 0; i < m; ++i) power[i][i] = 1;
  for (std::size_t k = 1; k <= m; ++k) {
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) found[hidden[i]][k] += power[i][j] * column[j];
    }
    std::vector<std::vector<Rational>> next(m, std::vector<Rational>(m, 0));
    Rational trace = 0;
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t l = 0; l < m; ++l) next[i][j] += a[i][l] * power[l][j];
      }
      trace += next[i][i];
    }
    const Rational c = -trace / static_cast<long>(k);
    found[seen][k] = c;
    for (std::size_t i = 0; i < m; ++i) next[i][i] += c;
    power = std::move(next);
  }
  exact::Integer common = 1;
  for (const auto& polynomial : found) {
    for (const auto& x : polynomial) common = lcm(common, denominator(x));
  }
  for (auto& polynomial : found) {
    for (auto& x : polynomial) x *= common;
  }
  return found;
}

/// The q with polynomial(z) q = c, cyclically, by elimination with pivots; empty if there is none.
std::vector<double> divided(const Polynomial& polynomial, const std::vector<Rational>& c) {
  const auto p = c.size();
  std::vector<std::vector<double>> a(p, std::vector<double>(p + 1, 0.0));
  for (std::size_t t = 0; t < p; ++t) {
    for (std::size_t k = 0; k < polynomial.size(); ++k) a[t][(t + k) % p] += exact::to_double(polynomial[k]);
    a[t][p] = exact::to_double(c[t]);
  }
  for (std::size_t k = 0; k < p; ++k) {
    const auto pivot = std::max_element(a.begin() + static_cast<std::ptrdiff_t>(k), a.end(),
                                        [k](const auto& x, const auto& y) { return std::abs(x[k]) < std::abs(y[k]); });
    std::swap(a[k], *pivot);
    if (a[k][k] == 0.0) return {};
    for (std::size_t i = 0; i < p; ++i) {
      if (i == k) continue;
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j <= p; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  std::vector<double> q;
  for (std::size_t t = 0; t < p; ++t) q.push_back(a[t][p] / a[t][t]);
  return q;
}

PeriodicAdjoint adjoint_of(const std::vector<Polynomial>& polynomials, const std::vector<long>& q,
                           const StreamWatch& watch, Node target, std::span<const Rational> stream) {
  const auto p = q.size(), n = polynomials.size();
  PeriodicAdjoint found{.blocks = std::vector<std::vector<Rational>>(p, std::vector<Rational>(n, 0)), .rate = 0};
  Rational signal = 0, noise = 0;
  for (std::size_t t = 0; t < p; ++t) {
    for (Node v = 0; v < n; ++v) {
      auto& entry = found.blocks[t][v];
      for (std::size_t k = 0; k < polynomials[v].size(); ++k) entry += polynomials[v][k] * q[(t + k) % p];
      if (std::ranges::find(watch.known, v) == watch.known.end()) noise += entry * entry;
    }
    signal += stream[t] * found.blocks[t][target];
  }
  if (noise != 0) found.rate = signal * signal / (noise * static_cast<long>(p));
  return found;
}

}  // namespace

PeriodicAdjoint in_whole_numbers(const linalg::RationalMatrix& w, const StreamWatch& watch, Node target,
                                 std::span<const Rational> stream, const PeriodicAdjoint& best, const Rational& least) {
  constexpr int most = 4000;  // quarters
  if (watch.seen.size() != 1) return best;
  const Node seen = watch.seen.front();
  const auto polynomials = node_polynomials(w, seen);
  std::vector<Rational> c;
  for (const auto& block : best.blocks) c.push_back(block[seen]);
  const auto q = divided(polynomials[seen], c);
  double largest = 0.0;
  for (const double x : q) largest = std::max(largest, std::abs(x));
  if (largest == 0.0) return best;
  for (int quarters = 4; quarters <= most; ++quarters) {
    std::vector<long> rounded;
    rounded.reserve(q.size());
    for (const double x : q) rounded.push_back(std::lround(x / largest * quarters / 4.0));
    auto found = adjoint_of(polynomials, rounded, watch, target, stream);
    if (found.rate >= least) return found;
  }
  return best;
}

}  // namespace hearsay::accounting
