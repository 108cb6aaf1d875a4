// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/account.hpp>

#include <algorithm>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/system/joint_progress.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

/// n rank^2, with the largest rank that so many messages can have.
double operations(const graph::GossipMatrix& w, std::size_t starts, int steps) {
  const auto n = static_cast<double>(w.rows()), rank = std::min(n, static_cast<double>(starts) * steps);
  return n * rank * rank;
}

Proof proof_of(bool proved, double failure) {
  return {.kind = proved ? Proof::Kind::proved : Proof::Kind::probable, .failure = proved ? 0.0 : failure};
}

std::int64_t exposed(const ViewRank& view, std::span<const graph::Node> observers) {
  const auto own = std::ranges::count_if(observers, [&](graph::Node o) { return view.solved[o] != 0; });
  return std::ranges::count(view.solved, 1) - own;
}

Exposed exposed(const ExactView& view, std::span<const graph::Node> observers) {
  return {.count = exposed(view.unknown, observers),
          .own_noise = exposed(view.own_noise, observers),
          .proof = proof_of(view.unknown.solved_proved() && view.own_noise.solved_proved(),
                            view.unknown.solved_failure + view.own_noise.solved_failure)};
}

/// Without the columns of O, the span of what N(O) and O send loses the |O| dimensions of O itself, in every round.
StepRanks step_ranks(const ExactView& view, std::span<const graph::Node> observers) {
  StepRanks ranks{.unknown = view.unknown.by_step, .own_noise = view.own_noise.by_step};
  for (auto& rank : ranks.own_noise) rank -= static_cast<std::int64_t>(observers.size());
  return ranks;
}

void take_over(GossipLosses& losses, ExactLosses exact) {
  losses.exact = std::move(exact.exact);
  losses.exact_own_noise = std::move(exact.exact_own_noise);
  losses.rank = exact.rank;
  losses.rank_own_noise = exact.rank_own_noise;
  losses.accuracy = exact.accuracy;
}

/// Sets the rank, by which losses that belong to another rank are told.
void check_rank(GossipLosses& losses, const ExactView& view, std::span<const graph::Node> observers) {
  const auto rank = view.unknown.rank, own_noise = view.own_noise.rank - static_cast<std::int64_t>(observers.size());
  if (losses.rank != rank || losses.rank_own_noise != own_noise) losses.accuracy = 1.0;
  losses.rank = rank;
  losses.rank_own_noise = own_noise;
  losses.ranks_checked = true;
}

/// Ranks of a view that is too large for elimination, if sketches of its messages serve.
std::optional<ExactView> sketched_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps,
                                       std::span<const std::uint64_t> primes, double most_operations,
                                       const Execution& execution) {
  constexpr double sketched = 16.0;  // they are worth as many operations: without them nothing is known from above
  if (primes.empty() || most_operations <= 0.0) return std::nullopt;
  const auto entries = linalg::exact_entries(w);
  const auto sending = senders(w, observers);
  auto more = sending;
  more.insert(more.end(), observers.begin(), observers.end());
  std::optional<ViewRank> found[2];
  JointProgress told(execution.progress, 2, static_cast<std::size_t>(steps), "steps of the ranks");
  parallel_for(2, execution, [&](std::size_t i) {
    found[i] = sketched_view_rank(entries, i == 0 ? sending : more, steps, primes.front(), primes.back(),
                                  sketched * most_operations, execution.stop, told.part(i));
  });
  if (!found[0] || !found[1]) return std::nullopt;
  return ExactView{.unknown = *std::move(found[0]), .own_noise = *std::move(found[1])};
}

}  // namespace

GossipAccount gossip_account(const graph::GossipMatrix& w, std::span<const graph::Node> observers, linalg::Steps steps,
                             std::span<const std::uint64_t> primes, double most_operations,
                             const Execution& execution) {
  if (!steps) require_published_cap(w, "gossip_account");
  auto result = exact_account(w, observers, steps, primes, most_operations, execution);
  if (!steps) result.losses.published = Eigen::VectorXd::Ones(w.rows());
  return result;
}

GossipAccount exact_account(const graph::GossipMatrix& w, std::span<const graph::Node> observers, linalg::Steps steps,
                            std::span<const std::uint64_t> primes, double most_operations, const Execution& execution) {
  constexpr Eigen::Index most_nodes = 4096;
  const auto starts = senders(w, observers);
  GossipAccount result;
  if (steps && *steps == 0) {  // no message, whose rank is 0
    result.losses = gossip_losses(w, observers, 0, execution);
    result.rank = proof_of(true, 0.0);
    result.exposed = Exposed{.proof = proof_of(true, 0.0)};
    return result;
  }
  if (steps && (w.rows() > most_nodes || operations(w, starts.size() + observers.size(), *steps) > most_operations)) {
    const auto view = sketched_view(w, observers, *steps, primes, most_operations, execution);
    result.losses = gossip_losses(w, observers, *steps, view ? step_ranks(*view, observers) : StepRanks{}, execution);
    if (!view) return result;
    check_rank(result.losses, *view, observers);
    result.rank = proof_of(view->unknown.proved(), view->unknown.failure);
    return result;
  }
  const auto view = exact_view(w, observers, steps, primes, execution.stop);
  auto exact = exact_losses(w, observers, steps, view);
  if (!steps && !exact) {
    throw Error(Errc::not_converged, "gossip_account",
                "the null space of this view is not found, and W, which is not symmetric, has no orthogonal "
                "eigenvectors; use a number of steps");
  }
  if (!exact) {
    result.losses = gossip_losses(w, observers, *steps, step_ranks(view, observers), execution);
  } else if (steps) {
    result.losses.published = published_losses(w, starts, *steps, execution);
    result.losses.messages = static_cast<std::int64_t>(starts.size()) * *steps;
  }
  if (exact) take_over(result.losses, std::move(*exact));
  check_rank(result.losses, view, observers);
  result.rank = proof_of(view.unknown.proved(), view.unknown.failure);
  result.exposed = exposed(view, observers);
  return result;
}

GossipAccount accelerated_account(const graph::GossipMatrix& w, double gamma, std::span<const graph::Node> observers,
                                  int steps, std::span<const std::uint64_t> primes, double most_operations,
                                  const Execution& execution) {
  if (gamma == 0.0)
    throw Error(Errc::domain, "accelerated_account", "gamma is 0, so every second step would be the same");
  auto result = exact_account(w, observers, steps, primes, most_operations, execution);
  result.losses.published = accelerated_published_losses(w, gamma, senders(w, observers), steps);
  return result;
}

GossipAccount gossip_account(std::span<const graph::GossipMatrix> rounds, std::span<const graph::Node> observers,
                             std::span<const std::uint64_t> primes) {
  if (primes.empty()) throw Error(Errc::domain, "gossip_account", "no prime is given");
  GossipAccount result{.losses = gossip_losses(rounds, observers, primes.front()), .rank = {}, .exposed = std::nullopt};
  if (!result.losses.ranks_checked) return result;
  std::int64_t messages = 0;
  for (const auto& sending : senders(rounds, observers)) messages += static_cast<std::int64_t>(sending.size());
  const auto most = std::min<std::int64_t>(messages, rounds.front().rows());
  std::vector<linalg::RationalMatrix> entries;
  if (result.losses.rank < most)
    for (const auto& w : rounds) entries.push_back(linalg::exact_entries(w));
  result.rank = proof_of(entries.empty(), modular_failure(entries, most));
  return result;
}

std::optional<int> settling_steps(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int most,
                                  const Execution& execution) {
  const auto starts = senders(w, observers);
  for (std::int64_t rounds = w.rows(); rounds <= most; rounds *= 2) {
    auto published = published_losses(w, starts, static_cast<int>(rounds), execution);
    for (const auto o : observers) published(o) = 1.0;
    if (published.minCoeff() >= 1.0) return static_cast<int>(rounds);
  }
  return std::nullopt;
}

}  // namespace hearsay::accounting
