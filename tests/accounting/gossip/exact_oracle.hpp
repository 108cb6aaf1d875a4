// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include <hearsay/graph/graph.hpp>

// What gossip reveals on graphs of up to about 70 nodes by two independent roads that share no code with the library:
// the rank of the view modulo a prime, exactly; and the projections by Gram-Schmidt on the powers of W with 1000 bits.

namespace hearsay::testing {

using Big =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<1000, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

/// The prime 2^61 - 1.
struct Modular {
  static constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
  std::uint64_t value = 0;

  Modular() = default;
  Modular(std::uint64_t v) : value(v % prime) {}
  friend Modular operator+(Modular a, Modular b) { return {a.value + b.value}; }
  friend Modular operator-(Modular a, Modular b) { return {a.value + prime - b.value}; }
  friend Modular operator*(Modular a, Modular b) {
    __extension__ using Wide = unsigned __int128;
    return {static_cast<std::uint64_t>(static_cast<Wide>(a.value) * b.value % prime)};
  }
  friend Modular operator/(Modular a, Modular b) {
    Modular inverse = 1;  // b^(prime - 2)
    for (std::uint64_t e = prime - 2; e > 0; e >>= 1, b = b * b) {
      if (e & 1) inverse = inverse * b;
    }
    return a * inverse;
  }
};

/// x <- W x with Metropolis weights: x_u + sum_v (x_v - x_u) / (1 + max(d_u, d_v)).
template <class Number>
std::vector<Number> gossip(const graph::Graph& graph, const std::vector<Number>& x) {
  auto y = x;
  for (graph::Node u = 0; u < graph.nodes(); ++u) {
    for (const auto v : graph.neighbors(u)) {
      y[u] = y[u] + (x[v] - x[u]) / Number(1 + std::max(graph.degree(u), graph.degree(v)));
    }
  }
  return y;
}

/// Row space of a growing list of vectors, exactly (up to a chance of 2^-61 per vector).
class ModularSpace {
 public:
  void add(std::vector<Modular> x) {
    for (const auto& [pivot, row] : rows_) {
      const auto c = x[pivot];
      if (c.value == 0) continue;
      for (std::size_t i = 0; i < x.size(); ++i) x[i] = x[i] - c * row[i];
    }
    const auto first = std::ranges::find_if(x, [](Modular a) { return a.value != 0; });
    if (first == x.end()) return;
    const auto pivot = static_cast<std::size_t>(first - x.begin());
    const auto lead = *first;
    for (auto& a : x) a = a / lead;
    rows_.emplace_back(pivot, std::move(x));
  }
  [[nodiscard]] std::int64_t rank() const { return static_cast<std::int64_t>(rows_.size()); }

 private:
  std::vector<std::pair<std::size_t, std::vector<Modular>>> rows_;
};

/// The same with 1000 bits, and the projections of the unit vectors.
class BigSpace {
 public:
  explicit BigSpace(std::size_t n) : projections_(n) {}
  void add(std::vector<Big> x) {
    const Big before = dot(x, x);
    if (before == 0) return;
    for (const auto& q : basis_) {
      const Big c = dot(q, x);
      for (std::size_t i = 0; i < x.size(); ++i) x[i] -= c * q[i];
    }
    const Big after = dot(x, x);
    if (after <= before * pow(Big(2), -800)) return;
    const Big norm = sqrt(after);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] /= norm;
      projections_[i] += x[i] * x[i];
    }
    basis_.push_back(std::move(x));
  }
  [[nodiscard]] std::int64_t rank() const { return static_cast<std::int64_t>(basis_.size()); }
  [[nodiscard]] double projection(std::size_t u) const { return static_cast<double>(projections_[u]); }

 private:
  static Big dot(const std::vector<Big>& a, const std::vector<Big>& b) {
    Big sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
  }
  std::vector<std::vector<Big>> basis_;
  std::vector<Big> projections_;
};

}  // namespace hearsay::testing
