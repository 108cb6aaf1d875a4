// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/exact_rank.hpp>

#include <flint/ulong_extras.h>
#include <fmt/format.h>

#include <iterator>
#include <limits>
#include <numeric>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/blas.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::linalg {

namespace {

constexpr std::string_view where = "modular_krylov_ranks";

void require_room(std::size_t n, std::size_t rank) {
  const double bytes = 8.0 * static_cast<double>(n) * static_cast<double>(rank), most = available_memory() / 2.0;
  constexpr double gib = 1ull << 30;
  if (bytes > most)
    throw Error(Errc::too_large, where,
                fmt::format("{} nodes need {:.1f} GiB, and {:.1f} GiB are free for it", n, bytes / gib, most / gib));
}

}  // namespace

ModularKrylov modular_krylov(const RationalMatrix& w, std::span<const Index> starts, int steps, std::uint64_t prime,
                             const Stop& stop) {
  prime = prime_for(where, w, prime);
  require_between(where, "steps", steps, 0, std::numeric_limits<int>::max());
  require_nodes(where, starts, w.rows.size());
  const auto rank =
      static_cast<std::size_t>(std::min(static_cast<double>(w.size()), static_cast<double>(starts.size()) * steps));
  require_room(w.rows.size(), rank);

  const ModularMatrix matrix(w, prime);
  ModularKrylov result{.space = {w.rows.size(), rank, prime},
                       .ranks = {.ranks = {}, .stagnated = false, .prime = prime}};
  std::vector<ModularSpace::Vector> next(starts.size(), ModularSpace::Vector(w.rows.size(), 0));
  for (std::size_t i = 0; i < starts.size(); ++i) next[i][starts[i]] = 1;
  for (int t = 0; t < steps; ++t) {
    end_if(stop);
    const auto added = result.space.add(next);
    if (added.empty()) {
      result.ranks.stagnated = true;
      break;
    }
    result.ranks.ranks.push_back(static_cast<std::int64_t>(result.space.rank()));
    next.clear();
    for (const auto& x : added) next.push_back(matrix.left_multiply(x));
  }
  return result;
}

ModularRanks modular_krylov_ranks(const RationalMatrix& w, std::span<const Index> starts, int steps,
                                  std::uint64_t prime) {
  return modular_krylov(w, starts, steps, prime).ranks;
}

namespace {

constexpr std::uint64_t quick_prime = (1u << 20) - 3;

/// Residues of whole numbers below 2^53.
template <class Matrix>
void reduce(Matrix&& x) {
  constexpr double prime = quick_prime;
  auto values = x.array();
  values -= (values / prime).floor() * prime;
}

/// A space of vectors modulo the prime: columns, each 1 at its own pivot, where the others are 0.
class QuickSpace {
 public:
  QuickSpace(Eigen::Index n, Eigen::Index most) : basis_(n, most) {}

  [[nodiscard]] Eigen::Index rank() const { return rank_; }
  /// The basis from the vector `begin` on.
  [[nodiscard]] auto since(Eigen::Index begin) const { return basis_.middleCols(begin, rank_ - begin); }

  /// Adds columns until there is no room.
  void add(Eigen::MatrixXd vectors) {
    constexpr Eigen::Index panel = 32;
    for (Eigen::Index begin = 0; begin < vectors.cols() && rank_ < basis_.cols(); begin += panel)
      add_panel(vectors.middleCols(begin, std::min(panel, vectors.cols() - begin)));
  }

 private:
  void add_panel(Eigen::Ref<Eigen::MatrixXd> x) {
    if (rank_ > 0) {
      const Eigen::MatrixXd factors = x(pivots_, Eigen::all);
      add_product(x, -1.0, basis_.leftCols(rank_), factors);
      reduce(x);
    }
    std::vector<Eigen::Index> fresh, columns;  // pivots, and where the vectors are
    for (Eigen::Index j = 0; j < x.cols() && rank_ + static_cast<Eigen::Index>(fresh.size()) < basis_.cols(); ++j) {
      Eigen::Index pivot = 0;
      while (pivot < x.rows() && x(pivot, j) == 0.0) ++pivot;
      if (pivot == x.rows()) continue;
      x.col(j) *= static_cast<double>(n_invmod(static_cast<std::uint64_t>(x(pivot, j)), quick_prime));
      reduce(x.col(j));
      for (Eigen::Index k = 0; k < x.cols(); ++k) {
        if (k == j || x(pivot, k) == 0.0) continue;
        x.col(k) -= x(pivot, k) * Eigen::VectorXd(x.col(j));
        reduce(x.col(k));
      }
      fresh.push_back(pivot);
      columns.push_back(j);
    }
    if (fresh.empty()) return;
    const Eigen::MatrixXd kept = x(Eigen::all, columns);
    if (rank_ > 0) {
      const Eigen::MatrixXd factors = basis_(fresh, Eigen::seqN(0, rank_));
      add_product(basis_.leftCols(rank_), -1.0, kept, factors);
      reduce(basis_.leftCols(rank_));
    }
    basis_.middleCols(rank_, kept.cols()) = kept;
    rank_ += kept.cols();
    pivots_.insert(pivots_.end(), fresh.begin(), fresh.end());
  }

  Eigen::MatrixXd basis_;  ///< the first rank_ columns
  Eigen::Index rank_ = 0;
  std::vector<Eigen::Index> pivots_;
};

Eigen::MatrixXd unit_vectors(Eigen::Index n, std::span<const Index> nodes) {
  Eigen::MatrixXd units = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(nodes.size()));
  for (Eigen::Index j = 0; j < units.cols(); ++j) units(nodes[static_cast<std::size_t>(j)], j) = 1.0;
  return units;
}

}  // namespace

std::optional<QuickRanks> QuickRanks::of(const RationalMatrix& w) {
  if (w.rows.size() > most_nodes || divides_a_denominator(quick_prime, w)) return std::nullopt;
  std::vector<Eigen::Triplet<double>> entries;
  for (Index u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u])
      entries.emplace_back(column, u, static_cast<double>(residue(value, quick_prime)));
  }
  QuickRanks result;
  result.transposed_.resize(w.size(), w.size());
  result.transposed_.setFromTriplets(entries.begin(), entries.end());
  return result;
}

QuickRanks::Found QuickRanks::ranks(std::span<const Index> starts, std::span<const Index> more, int steps,
                                    std::int64_t most, const Stop& stop) const {
  const auto n = transposed_.rows();
  const auto room = std::min<double>(static_cast<double>(most), static_cast<double>(starts.size()) * steps);
  QuickSpace space(n, std::min(n, static_cast<Eigen::Index>(room) + static_cast<Eigen::Index>(more.size())));
  Found found;
  Eigen::MatrixXd next = unit_vectors(n, starts);
  for (int t = 0; t < steps && (t == 0 || found.by_step.back() < most); ++t) {
    end_if(stop);
    const auto before = space.rank();
    space.add(std::move(next));
    if (space.rank() == before) break;
    found.by_step.push_back(space.rank());
    next = transposed_ * space.since(before);
    reduce(next);
  }
  space.add(unit_vectors(n, more));
  found.with_more = space.rank();
  return found;
}

namespace {

/// Checks time-varying rounds. @return the prime, or a larger one that divides no denominator.
std::uint64_t prime_of_rounds(std::string_view name, std::span<const RationalMatrix> rounds,
                              std::span<const std::vector<Index>> senders, std::uint64_t prime) {
  if (rounds.empty() || rounds.size() != senders.size()) {
    throw Error(
        Errc::shape, name,
        fmt::format("{} rounds and {} lists of senders: as many, and at least one", rounds.size(), senders.size()));
  }
  const std::size_t n = rounds.front().rows.size();
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    if (rounds[t].rows.size() != n)
      throw Error(Errc::shape, name, fmt::format("one round has {} nodes and another {}", n, rounds[t].rows.size()));
    for (const auto v : senders[t]) {
      if (v >= n) throw Error(Errc::shape, name, fmt::format("node {} is not one of {}", v, n));
    }
  }
  require_room(n, 2 * n);
  prime = prime_for(name, rounds.front(), prime);
  while (std::ranges::any_of(rounds, [&](const RationalMatrix& w) { return divides_a_denominator(prime, w); }))
    prime = n_nextprime(prime, 1);
  return prime;
}

RationalMatrix transposed(const RationalMatrix& w) {
  RationalMatrix result;
  result.rows.resize(w.rows.size());
  for (Index u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) result.rows[column].push_back({u, value});
  }
  return result;
}

std::vector<ModularSpace::Vector> units(std::size_t n, std::span<const Index> nodes) {
  std::vector<ModularSpace::Vector> result(nodes.size(), ModularSpace::Vector(n, 0));
  for (std::size_t i = 0; i < nodes.size(); ++i) result[i][nodes[i]] = 1;
  return result;
}

}  // namespace

std::vector<std::int64_t> modular_rounds_ranks(std::span<const RationalMatrix> rounds,
                                               std::span<const std::vector<Index>> senders, std::uint64_t prime) {
  prime = prime_of_rounds("modular_rounds_ranks", rounds, senders, prime);
  const std::size_t n = rounds.front().rows.size();
  std::vector<std::int64_t> ranks(rounds.size());
  std::vector<ModularSpace::Vector> later;
  for (std::size_t t = rounds.size(); t-- > 0;) {
    const ModularMatrix matrix(rounds[t], prime);
    for (auto& x : later) x = matrix.left_multiply(x);
    ModularSpace space(n, std::min(n, senders[t].size() + later.size()), prime);
    auto basis = space.add(units(n, senders[t]));
    std::ranges::move(space.add(later), std::back_inserter(basis));
    ranks[t] = static_cast<std::int64_t>(space.rank());
    later = std::move(basis);
  }
  return ranks;
}

std::vector<std::int64_t> modular_prefix_ranks(std::span<const RationalMatrix> rounds,
                                               std::span<const std::vector<Index>> senders) {
  const auto prime = prime_of_rounds("modular_prefix_ranks", rounds, senders, default_prime);
  const std::size_t n = rounds.front().rows.size();
  std::vector<std::int64_t> ranks;
  ModularSpace space(n, n, prime);
  std::vector<Index> everyone(n);
  std::iota(everyone.begin(), everyone.end(), Index{0});
  auto columns = units(n, everyone);  // of W_{t-1} ... W_0
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    std::vector<ModularSpace::Vector> rows;
    for (const auto v : senders[t]) {
      auto& row = rows.emplace_back(n);
      for (std::size_t u = 0; u < n; ++u) row[u] = columns[u][v];
    }
    space.add(rows);
    ranks.push_back(static_cast<std::int64_t>(space.rank()));
    const ModularMatrix matrix(transposed(rounds[t]), prime);
    for (auto& column : columns) column = matrix.left_multiply(column);
  }
  return ranks;
}

}  // namespace hearsay::linalg
