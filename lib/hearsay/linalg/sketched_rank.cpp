// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/sketched_rank.hpp>

#include <flint/ulong_extras.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/split_mix.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/linalg/modular_space.hpp>
#include <hearsay/system/end_if.hpp>

namespace hearsay::linalg {

namespace {

using Vector = ModularSpace::Vector;

/// A random linear map from messages to fewer coordinates: buckets, then the sum over all entries.
class Sketch {
 public:
  static constexpr std::size_t parts = 4;  ///< buckets that an entry goes to

  Sketch(std::size_t buckets, std::uint64_t prime, std::uint64_t key) : buckets_(buckets), prime_(prime), key_(key) {}

  [[nodiscard]] std::size_t coordinates() const { return buckets_ + 1; }
  [[nodiscard]] std::size_t buckets() const { return buckets_; }

  [[nodiscard]] Vector image(const Vector& y) const {
    Vector image(coordinates(), 0);
    const auto add = [&](std::size_t place, std::uint64_t value, std::uint64_t factor) {
      image[place] = n_addmod(image[place], n_mulmod2(value, factor, prime_), prime_);
    };
    for (std::size_t u = 0; u < y.size(); ++u) {
      if (y[u] == 0) continue;
      for (std::size_t k = 0; k < parts; ++k) {
        const auto word = random(u, k);
        add(word % buckets_, y[u], 1 + (word >> 8) % (prime_ - 1));
      }
      add(buckets_, y[u], random(u, parts) % prime_);
    }
    return image;
  }

 private:
  [[nodiscard]] std::uint64_t random(std::size_t node, std::size_t k) const {
    return split_mix(key_ ^ split_mix(node * (parts + 1) + k + 1));
  }

  std::size_t buckets_;
  std::uint64_t prime_, key_;
};

double entries_of(const RationalMatrix& w) {
  double entries = 0.0;
  for (const auto& row : w.rows) entries += static_cast<double>(row.size());
  return entries;
}

/// Ranks with images of so many buckets; nothing if they become too large for them, or the operations do not suffice.
std::optional<SketchedRanks> ranks_of(const ModularMatrix& matrix, std::size_t n, std::span<const Index> starts,
                                      int steps, const Sketch& sketch, std::size_t most_rank, std::uint64_t prime,
                                      double most_products, const Stop& stop, const Progress& progress) {
  SketchedRanks found{.ranks = {.ranks = {}, .stagnated = false, .prime = prime}};
  ModularSpace images(sketch.coordinates(), most_rank, prime);
  std::vector<Vector> next(starts.size(), Vector(n, 0));
  for (std::size_t i = 0; i < starts.size(); ++i) next[i][starts[i]] = 1;
  double dropped = 0.0, products = 0.0;
  for (int t = 0; t < steps; ++t) {
    std::vector<Vector> fresh;
    for (auto& y : next) {
      end_if(stop);
      if (images.rank() == most_rank) return std::nullopt;
      const auto added = images.add({sketch.image(y)});
      if (added.empty()) {
        ++dropped;
        continue;
      }
      const auto buckets = std::span(added.front()).first(sketch.buckets());
      if (std::ranges::all_of(buckets, [](std::uint64_t x) { return x == 0; })) return std::nullopt;
      fresh.push_back(std::move(y));
    }
    if (fresh.empty()) {
      found.ranks.stagnated = true;
      break;
    }
    found.ranks.ranks.push_back(static_cast<std::int64_t>(images.rank()));
    products += static_cast<double>(fresh.size());
    if (products > most_products) return std::nullopt;
    if (progress) progress(static_cast<std::size_t>(t) + 1, static_cast<std::size_t>(steps), "steps");
    next.clear();
    for (const auto& y : fresh) next.push_back(matrix.left_multiply(y));
  }
  found.failure = dropped / static_cast<double>(prime);
  return found;
}

}  // namespace

std::optional<SketchedRanks> sketched_krylov_ranks(const RationalMatrix& w, std::span<const Index> starts, int steps,
                                                   std::uint64_t prime, std::uint64_t key, double most,
                                                   const Stop& stop, const Progress& progress) {
  constexpr std::string_view where = "sketched_krylov_ranks";
  prime = prime_for(where, w, prime);
  require_between(where, "steps", steps, 0, std::numeric_limits<int>::max());
  require_nodes(where, starts, w.rows.size());
  const ModularMatrix matrix(w, prime);
  const auto n = w.rows.size();
  const double product = entries_of(w) + 8.0 * static_cast<double>(n);
  const auto largest = static_cast<std::size_t>(
      std::min(static_cast<double>(n), static_cast<double>(starts.size()) * static_cast<double>(steps)));
  const auto affordable = static_cast<std::size_t>(std::cbrt(most / 8.0));
  const auto top = std::min(largest, affordable);
  for (std::size_t rank = std::min<std::size_t>(top, 256);; rank = std::min(top, 2 * rank)) {
    const Sketch sketch(2 * rank + 16, prime, key);  // twice the dimensions keep generic images independent
    if (auto found = ranks_of(matrix, n, starts, steps, sketch, rank + 1, prime, most / product, stop, progress))
      return found;
    if (rank == top) return std::nullopt;
  }
}

}  // namespace hearsay::linalg
