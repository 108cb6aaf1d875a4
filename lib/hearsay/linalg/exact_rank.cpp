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
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/vectorized.hpp>

namespace hearsay::linalg {

namespace {

constexpr std::string_view where = "modular_krylov_ranks";

void require_room(std::size_t n, std::size_t rank) {
  const double bytes = 8.0 * static_cast<double>(n) * static_cast<double>(rank), most = available_memory() / 2.0;
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

/// Residues of whole numbers below 2^51, of least magnitude: so is each at most half the prime, and 0 is 0.
HEARSAY_VECTORIZED void reduce(double* x, std::size_t count) {
  constexpr double prime = quick_prime, to_whole = 0x1.8p52;  // added and taken away, it rounds to a whole number
  for (std::size_t i = 0; i < count; ++i) {
    const double quotient = (x[i] * (1.0 / prime) + to_whole) - to_whole;
    x[i] -= quotient * prime;
  }
}

/// Residues of x - factor y.
HEARSAY_VECTORIZED void subtract(double* x, double factor, const double* y, std::size_t count) {
  constexpr double prime = quick_prime, to_whole = 0x1.8p52;
  for (std::size_t i = 0; i < count; ++i) {
    const double difference = x[i] - factor * y[i];
    x[i] = difference - ((difference * (1.0 / prime) + to_whole) - to_whole) * prime;
  }
}

void reduce(Eigen::Ref<Eigen::MatrixXd> x) {
  for (Eigen::Index j = 0; j < x.cols(); ++j) reduce(x.col(j).data(), static_cast<std::size_t>(x.rows()));
}

double inverse(double residue) {
  const auto whole = static_cast<std::int64_t>(residue) + (residue < 0.0 ? static_cast<std::int64_t>(quick_prime) : 0);
  return static_cast<double>(n_invmod(static_cast<std::uint64_t>(whole), quick_prime));
}

/// A space of vectors modulo the prime. Each vector of its basis is 1 at its own pivot, where the others are 0; only
/// the other coordinates are kept, after the pivots.
class QuickSpace {
 public:
  QuickSpace(Eigen::Index n, Eigen::Index most) : basis_(n, most), order_(static_cast<std::size_t>(n)) {
    std::iota(order_.begin(), order_.end(), Eigen::Index{0});
  }

  [[nodiscard]] Eigen::Index rank() const { return rank_; }

  /// Adds columns until there is no room. @return which of them no earlier ones span.
  std::vector<Eigen::Index> add(const Eigen::MatrixXd& vectors) {
    constexpr Eigen::Index panel = 32;
    std::vector<Eigen::Index> fresh;
    for (Eigen::Index begin = 0; begin < vectors.cols() && rank_ < basis_.cols(); begin += panel) {
      const auto count = std::min(panel, vectors.cols() - begin);
      for (const auto j : add_panel(vectors(order_, Eigen::seqN(begin, count)))) fresh.push_back(begin + j);
    }
    return fresh;
  }

  /// The basis from the vector `begin` on.
  [[nodiscard]] Eigen::MatrixXd since(Eigen::Index begin) const {
    Eigen::MatrixXd vectors = Eigen::MatrixXd::Zero(basis_.rows(), rank_ - begin);
    for (Eigen::Index j = begin; j < rank_; ++j) {
      vectors(order_[static_cast<std::size_t>(j)], j - begin) = 1.0;
      for (Eigen::Index i = rank_; i < basis_.rows(); ++i)
        vectors(order_[static_cast<std::size_t>(i)], j - begin) = basis_(i, j);
    }
    return vectors;
  }

 private:
  std::vector<Eigen::Index> add_panel(Eigen::MatrixXd x) {
    const auto below = x.rows() - rank_;
    if (rank_ > 0) {
      const Eigen::MatrixXd factors = x.topRows(rank_);
      add_product(x.bottomRows(below), -1.0, basis_.block(rank_, 0, below, rank_), factors);
    }
    reduce(x.bottomRows(below));
    std::vector<Eigen::Index> fresh;
    for (Eigen::Index j = 0; j < x.cols() && rank_ + static_cast<Eigen::Index>(fresh.size()) < basis_.cols(); ++j) {
      const auto place = rank_ + static_cast<Eigen::Index>(fresh.size());
      auto pivot = place;
      while (pivot < x.rows() && x(pivot, j) == 0.0) ++pivot;
      if (pivot == x.rows()) continue;
      exchange(x, pivot, place);
      make_pivot(x, place, j);
      fresh.push_back(j);
    }
    keep(x(Eigen::all, fresh));
    return fresh;
  }

  void exchange(Eigen::MatrixXd& x, Eigen::Index a, Eigen::Index b) {
    if (a == b) return;
    x.row(a).swap(x.row(b));
    basis_.row(a).head(rank_).swap(basis_.row(b).head(rank_));
    std::swap(order_[static_cast<std::size_t>(a)], order_[static_cast<std::size_t>(b)]);
  }

  /// Makes entry (place, j) 1, and the others of this row 0.
  void make_pivot(Eigen::MatrixXd& x, Eigen::Index place, Eigen::Index j) {
    const auto count = static_cast<std::size_t>(x.rows() - rank_);
    double* column = &x(rank_, j);
    const double factor = inverse(x(place, j));
    for (std::size_t i = 0; i < count; ++i) column[i] *= factor;
    reduce(column, count);
    for (Eigen::Index k = 0; k < x.cols(); ++k) {
      if (k != j && x(place, k) != 0.0) subtract(&x(rank_, k), x(place, k), column, count);
    }
  }

  /// Adds columns that are reduced with each other and with the basis, and the basis with them.
  void keep(const Eigen::MatrixXd& x) {
    const auto count = x.cols(), after = rank_ + count, below = x.rows() - after;
    if (count == 0) return;
    if (rank_ > 0 && below > 0) {
      const Eigen::MatrixXd factors = basis_.block(rank_, 0, count, rank_), kept = x.bottomRows(below);
      auto rest = basis_.block(after, 0, below, rank_);
      add_product(rest, -1.0, kept, factors);
      reduce(rest);
    }
    basis_.block(after, rank_, below, count) = x.bottomRows(below);
    rank_ = after;
  }

  Eigen::MatrixXd basis_;            ///< the first rank_ columns, of which the first rank_ rows are the unit matrix
  std::vector<Eigen::Index> order_;  ///< which coordinate a row has
  Eigen::Index rank_ = 0;
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

void QuickRanks::keep_powers(int steps, const Execution& execution) {
  constexpr Eigen::Index width = 64;
  const auto n = transposed_.rows();
  std::vector<Eigen::MatrixXf> powers(static_cast<std::size_t>(std::max(steps, 0)), Eigen::MatrixXf(n, n));
  parallel_for(static_cast<std::size_t>((n + width - 1) / width), execution, "powers of W", [&](std::size_t block) {
    const auto begin = static_cast<Eigen::Index>(block) * width, count = std::min(width, n - begin);
    Eigen::MatrixXd now = Eigen::MatrixXd::Zero(n, count);
    for (Eigen::Index j = 0; j < count; ++j) now(begin + j, j) = 1.0;
    for (auto& power : powers) {
      power.middleCols(begin, count) = now.cast<float>();
      now = (transposed_ * now).eval();
      reduce(now);
    }
  });
  powers_ = std::move(powers);
}

QuickRanks::Found QuickRanks::ranks(std::span<const Index> starts, std::span<const Index> more, int steps,
                                    std::int64_t most, const Stop& stop) const {
  const auto n = transposed_.rows();
  const auto room = std::min<double>(static_cast<double>(most), static_cast<double>(starts.size()) * steps);
  QuickSpace space(n, std::min(n, static_cast<Eigen::Index>(room) + static_cast<Eigen::Index>(more.size())));
  const bool kept = static_cast<std::size_t>(std::max(steps, 0)) <= powers_.size();
  Found found;
  Eigen::MatrixXd next = unit_vectors(n, starts);
  // If a message is a combination of those before it, so is the next one of its sender.
  std::vector<Eigen::Index> senders(starts.begin(), starts.end());
  for (int t = 0; t < steps && (t == 0 || found.by_step.back() < most); ++t) {
    end_if(stop);
    const auto before = space.rank();
    const auto fresh = space.add(next);
    if (space.rank() == before) break;
    found.by_step.push_back(space.rank());
    if (t + 1 == steps) break;
    if (kept) {
      for (std::size_t i = 0; i < fresh.size(); ++i) senders[i] = senders[static_cast<std::size_t>(fresh[i])];
      senders.resize(fresh.size());
      next = powers_[static_cast<std::size_t>(t + 1)](Eigen::all, senders).cast<double>();
    } else {
      next = transposed_ * space.since(before);
      reduce(next);
    }
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
