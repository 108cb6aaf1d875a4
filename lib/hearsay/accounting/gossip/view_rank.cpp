// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/view_rank.hpp>

#include <flint/ulong_extras.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/krylov_degree.hpp>
#include <hearsay/linalg/sketched_rank.hpp>

namespace hearsay::accounting {

namespace {

using exact::Integer;

/// log2 of the common denominator of W times its largest sum of |entries| of a row, if that is above 1: a row of
/// (denominator W)^s has at most s times as many bits.
double bits_per_step(const linalg::RationalMatrix& w) {
  Integer common = 1;
  exact::Rational largest = 1;
  for (const auto& row : w.rows) {
    exact::Rational sum = 0;
    for (const auto& entry : row) {
      common = lcm(common, denominator(entry.value));
      sum += abs(entry.value);
    }
    largest = std::max(largest, sum);
  }
  return static_cast<double>(msb(common)) + 1.0 + static_cast<double>(msb(numerator(largest))) + 1.0;
}

/// Largest probability that a prime drawn by random_primes divides a given non-zero minor of at most `bits` bits.
double unlucky(double bits) {
  constexpr double primes = 2.7e16;
  return std::min(1.0, bits / (60.0 * primes));
}

/// Bits of the minors of the messages of `steps` steps, by Hadamard, that show a rank above `at_most`.
double bits_of_minors(const linalg::RationalMatrix& w, std::int64_t at_most, int steps) {
  const auto rows = static_cast<double>(std::min<std::int64_t>(at_most + 1, w.size()));
  return rows * std::min(static_cast<double>(steps) - 1.0, rows) * bits_per_step(w);
}

/// Upper bound of the rank of K_steps. A step adds at most what the step before it did, and that is at most the upper
/// bound of the rank after it less the lower bound of the rank before it.
std::int64_t growth_bound(const linalg::ModularRanks& ranks, const linalg::Cells& cells, std::int64_t starts,
                          int steps) {
  std::int64_t most = starts;
  for (int t = 1; t < steps && most < cells.count(); ++t) {
    most = std::min(cells.most(t + 1), most + std::min(starts, most - ranks.rank(t - 1)));
  }
  return most;
}

/// Takes over the null space of K, or of the larger space of any number of steps, if it is that of K.
void add_null_space(ViewRank& view, std::optional<std::vector<std::vector<exact::Rational>>> found, bool forever) {
  if (!found) return;
  const auto rank = view.cells.count() - static_cast<std::int64_t>(found->size());
  view.at_most = std::min(view.at_most, rank);
  if (forever) view.rank = rank;  // another prime than the first may have shown more
  if (view.rank == rank) view.null_space = std::move(found);
}

/// For each node whether it is alone in its cell and `inside` holds for the cell.
std::vector<char> alone(const std::vector<graph::Node>& cell_of, const std::function<bool(graph::Node)>& inside) {
  std::vector<int> sizes(cell_of.size(), 0);
  for (const auto cell : cell_of) ++sizes[cell];
  std::vector<char> result;
  for (const auto cell : cell_of) result.push_back(sizes[cell] == 1 && inside(cell) ? 1 : 0);
  return result;
}

}  // namespace

ViewRank view_rank(const linalg::RationalMatrix& w, std::span<const graph::Node> starts, linalg::Steps steps,
                   std::span<const std::uint64_t> primes, std::optional<std::int64_t> degree, const Stop& stop) {
  if (primes.empty()) throw Error(Errc::domain, "view_rank", "no prime is given");
  const int last = steps.value_or(std::numeric_limits<int>::max());
  ViewRank result;
  result.cells = linalg::equitable_cells(w, starts);
  const auto quotient = linalg::quotient_matrix(w, result.cells);
  std::vector<graph::Node> cells;
  for (const auto v : starts) cells.push_back(result.cells.of[v]);

  if (!steps && !degree) degree = linalg::KrylovDegrees(quotient, primes.front()).degree(cells);
  if (!steps && *degree == result.cells.count()) {
    result.rank = result.at_most = result.cells.count();
    result.null_space.emplace();
    result.solved = alone(result.cells.of, [](graph::Node) { return true; });
    return result;
  }
  const auto krylov = linalg::modular_krylov(quotient, cells, last, primes.front(), stop);
  result.rank = krylov.ranks.rank(last);
  result.by_step = krylov.ranks.ranks;
  const auto count = result.cells.count();
  const bool stagnated = krylov.ranks.stagnated;  // modulo the prime: no step adds anything
  result.at_most =
      stagnated ? count : growth_bound(krylov.ranks, result.cells, static_cast<std::int64_t>(starts.size()), last);
  if (result.rank == count) {
    result.null_space.emplace();
  } else {
    add_null_space(result, null_space(quotient, cells, stagnated ? linalg::Steps{} : steps, primes, stop), !steps);
  }
  if (result.null_space) {
    result.solved = alone(result.cells.of, [&](graph::Node cell) {
      return std::ranges::all_of(*result.null_space, [&](const auto& z) { return z[cell] == 0; });
    });
    return result;
  }
  const auto inside = krylov.space.unit_vectors();
  result.solved = alone(result.cells.of, [&](graph::Node cell) { return inside[cell] != 0; });
  const double bits = bits_of_minors(w, result.at_most, last);
  result.failure = result.proved() ? 0.0 : unlucky(bits);
  // Given the rank, a node can only be taken for solved by mistake; the starts are not.
  const auto doubtful = std::ranges::count(result.solved, 1) - static_cast<std::int64_t>(starts.size());
  result.solved_failure =
      std::min(1.0, result.failure + (doubtful > 0 ? static_cast<double>(doubtful) * unlucky(bits) : 0.0));
  return result;
}

std::optional<ViewRank> sketched_view_rank(const linalg::RationalMatrix& w, std::span<const graph::Node> starts,
                                           int steps, std::uint64_t prime, std::uint64_t key, double most,
                                           const Stop& stop, const Progress& progress) {
  const auto found = linalg::sketched_krylov_ranks(w, starts, steps, prime, key, most, stop, progress);
  if (!found) return std::nullopt;
  ViewRank result;
  result.rank = found->ranks.rank(steps);
  result.by_step = found->ranks.ranks;
  result.at_most = std::min<std::int64_t>(w.size(), static_cast<std::int64_t>(starts.size()) * steps);
  if (!result.proved())
    result.failure = std::min(1.0, unlucky(bits_of_minors(w, result.at_most, steps)) + found->failure);
  return result;
}

double modular_failure(std::span<const linalg::RationalMatrix> rounds, std::int64_t at_most) {
  double bits = 0.0;  // of a row, which is a product of rounds
  for (const auto& w : rounds) bits += bits_per_step(w);
  return unlucky(static_cast<double>(at_most) * bits);
}

std::vector<std::uint64_t> random_primes(std::size_t count, const std::function<std::uint64_t()>& word) {
  constexpr auto smallest = std::uint64_t{1} << 60;
  std::vector<std::uint64_t> result;
  while (result.size() < count) {
    const auto candidate = smallest + word() % smallest;
    if (n_is_prime(candidate) != 0 && std::ranges::find(result, candidate) == result.end()) result.push_back(candidate);
  }
  return result;
}

}  // namespace hearsay::accounting
