// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/exact_losses.hpp>

#include <algorithm>
#include <vector>

#include <hearsay/accounting/gossip/forever.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/graph/symmetry.hpp>

namespace hearsay::accounting {

namespace {

/// N(O), then O.
std::vector<graph::Node> senders_and(const graph::GossipMatrix& w, std::span<const graph::Node> observers) {
  auto starts = senders(w, observers);
  starts.insert(starts.end(), observers.begin(), observers.end());
  return starts;
}

}  // namespace

ExactView exact_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers, linalg::Steps steps,
                     std::span<const std::uint64_t> primes) {
  const auto exact = linalg::exact_entries(w);
  return {.unknown = view_rank(exact, senders(w, observers), steps, primes),
          .own_noise = view_rank(exact, senders_and(w, observers), steps, primes)};
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
