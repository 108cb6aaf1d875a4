// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/exact_losses.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <hearsay/accounting/gossip/forever.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/linalg/cells.hpp>
#include <hearsay/linalg/krylov_degree.hpp>

namespace hearsay::accounting {

namespace {

/// The degrees of two views, by what is constant on the cells of the larger; nothing for a number of steps.
std::array<std::optional<std::int64_t>, 2> degrees(const linalg::RationalMatrix& w, std::span<const graph::Node> starts,
                                                   std::span<const graph::Node> more_starts, linalg::Steps steps,
                                                   std::uint64_t prime) {
  if (steps) return {};
  const auto cells = linalg::equitable_cells(w, more_starts);
  const linalg::KrylovDegrees known(linalg::quotient_matrix(w, cells), prime);
  const auto degree = [&](std::span<const graph::Node> nodes) {
    std::vector<graph::Node> cell_of;
    for (const auto v : nodes) cell_of.push_back(cells.of[v]);
    return known.degree(cell_of);
  };
  return {degree(starts), degree(more_starts)};
}

/// N(O), then O.
std::vector<graph::Node> senders_and(const graph::GossipMatrix& w, std::span<const graph::Node> observers) {
  auto starts = senders(w, observers);
  starts.insert(starts.end(), observers.begin(), observers.end());
  return starts;
}

}  // namespace

ExactView exact_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers, linalg::Steps steps,
                     std::span<const std::uint64_t> primes, const Stop& stop) {
  if (primes.empty()) throw Error(Errc::domain, "exact_view", "no prime is given");
  const auto exact = linalg::exact_entries(w);
  const auto sending = senders(w, observers), and_observers = senders_and(w, observers);
  const auto [unknown, own_noise] = degrees(exact, sending, and_observers, steps, primes.front());
  return {.unknown = view_rank(exact, sending, steps, primes, unknown, stop),
          .own_noise = view_rank(exact, and_observers, steps, primes, own_noise, stop)};
}

std::optional<ExactLosses> exact_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers,
                                        linalg::Steps steps, const ExactView& view) {
  SpaceLosses unknown, own_noise;
  if (view.unknown.null_space && view.own_noise.null_space) {
    unknown = null_space_losses(view.unknown);
    own_noise = null_space_losses(view.own_noise);
  } else if (!steps && graph::symmetric(w)) {
    const auto pairs = eigenpairs(w);
    unknown = spectral_losses(pairs, senders(w, observers), view.unknown.rank);
    own_noise = spectral_losses(pairs, senders_and(w, observers), view.own_noise.rank);
  } else {
    return std::nullopt;
  }
  for (const auto o : observers) own_noise.losses(o) = 0.0;
  return ExactLosses{.exact = std::move(unknown.losses),
                     .exact_own_noise = std::move(own_noise.losses),
                     .rank = unknown.rank,
                     .rank_own_noise = own_noise.rank - static_cast<std::int64_t>(observers.size()),
                     .accuracy = std::max(unknown.accuracy, own_noise.accuracy)};
}

}  // namespace hearsay::accounting
