// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/null_space.hpp>

#include <algorithm>
#include <limits>

#include <hearsay/linalg/detail/residues.hpp>
#include <hearsay/linalg/exact_rank.hpp>

namespace hearsay::linalg {

namespace {

using Vectors = std::vector<std::vector<Rational>>;

/// W z.
std::vector<Rational> multiply(const RationalMatrix& w, const std::vector<Rational>& z) {
  std::vector<Rational> result(w.size());
  for (Index u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) {
      if (z[column] != 0) result[u] += value * z[column];
    }
  }
  return result;
}

bool vanishes(const std::vector<Rational>& z, std::span<const Index> nodes) {
  return std::ranges::all_of(nodes, [&](Index v) { return z[v] == 0; });
}

/// Whether W maps each vector into their span. The i-th is 1 at free[i], where the others are 0.
bool is_invariant(const RationalMatrix& w, const std::vector<std::size_t>& free, const Vectors& vectors) {
  std::vector<std::vector<Index>> support;
  for (const auto& z : vectors) {
    auto& nodes = support.emplace_back();
    for (Index u = 0; u < w.size(); ++u) {
      if (z[u] != 0) nodes.push_back(u);
    }
  }
  return std::ranges::all_of(vectors, [&](const auto& z) {
    auto image = multiply(w, z);
    for (std::size_t j = 0; j < vectors.size(); ++j) {
      const Rational factor = image[free[j]];
      if (factor == 0) continue;
      for (const auto u : support[j]) image[u] -= factor * vectors[j][u];
    }
    return std::ranges::all_of(image, [](const Rational& rest) { return rest == 0; });
  });
}

/// Whether no message of `steps` steps depends on z.
bool is_unseen(const RationalMatrix& w, std::span<const Index> starts, int steps, std::vector<Rational> z) {
  for (int s = 0; s < steps; ++s) {
    if (!vanishes(z, starts)) return false;
    if (s + 1 < steps) z = multiply(w, z);
  }
  return true;
}

bool too_many_products(const RationalMatrix& w, Steps steps, std::size_t vectors) {
  constexpr double most = 2e6;  // a microsecond or two each
  std::size_t entries = 0;
  for (const auto& row : w.rows) entries += row.size();
  return steps && static_cast<double>(*steps) * static_cast<double>(vectors) * static_cast<double>(entries) > most;
}

}  // namespace

std::optional<Vectors> null_space(const RationalMatrix& w, std::span<const Index> starts, Steps steps,
                                  std::span<const std::uint64_t> primes, const Stop& stop) {
  const auto checked = [&](const std::vector<std::size_t>& free, const Vectors& vectors) {
    if (steps) return std::ranges::all_of(vectors, [&](const auto& z) { return is_unseen(w, starts, *steps, z); });
    return std::ranges::all_of(vectors, [&](const auto& z) { return vanishes(z, starts); }) &&
           is_invariant(w, free, vectors);
  };
  Residues residues;
  std::vector<std::size_t> free;
  for (std::size_t i = 0; i < primes.size(); ++i) {
    const auto krylov = modular_krylov(w, starts, steps.value_or(std::numeric_limits<int>::max()), primes[i], stop);
    const auto columns = krylov.space.free_columns();
    if (static_cast<std::int64_t>(columns.size()) > most_null_vectors || too_many_products(w, steps, columns.size()))
      return std::nullopt;
    if (i > 0 && columns != free) {
      // One of the primes is unlucky: the smaller null space is closer to the truth.
      if (columns.size() >= free.size()) continue;
      residues = {};
    }
    free = columns;
    residues.add(krylov.space.null_space(), krylov.ranks.prime);
    auto vectors = residues.fractions();
    if (vectors && checked(free, *vectors)) return vectors;
  }
  return std::nullopt;
}

}  // namespace hearsay::linalg
