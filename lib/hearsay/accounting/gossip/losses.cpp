// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/losses.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/space_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/linalg/ball_projections.hpp>
#include <hearsay/linalg/blas.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/krylov.hpp>
#include <hearsay/linalg/perturbation.hpp>
#include <hearsay/linalg/quotient.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/row_space.hpp>
#include <hearsay/linalg/sliced_krylov.hpp>
#include <hearsay/linalg/without_nodes.hpp>
#include <hearsay/system/joint_progress.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

void require_finite(std::string_view where, const Eigen::MatrixXd& view) {
  if (!view.allFinite()) throw Error(Errc::domain, where, "every entry of the view must be finite");
}

void require_columns(std::string_view where, const Eigen::MatrixXd& view, std::span<const graph::Node> nodes) {
  for (const auto v : nodes) {
    if (v >= view.cols())
      throw Error(Errc::shape, where, fmt::format("node {} is not one of {} columns", v, view.cols()));
  }
}

/// A dense view is in doubt if a direction that large, relative to its message, may have been dropped.
constexpr double largest_lost = 5e-9;

linalg::RowSpace row_space(const Eigen::MatrixXd& view) {
  linalg::RowSpace space(view.cols());
  for (Eigen::Index i = 0; i < view.rows(); ++i) space.add(view.row(i));
  return space;
}

/// Projections of the unit vectors on a row space, in double precision.
struct Floating {
  Eigen::VectorXd projections;
  std::int64_t rank = 0;
  std::vector<double> pivots;    ///< as in linalg::ViewBasis
  double largest_dropped = 0.0;  ///< as in linalg::ViewBasis
};

Floating project(const linalg::ViewBasis& view) {
  return {.projections = linalg::projections(view.basis),
          .rank = view.basis.cols(),
          .pivots = view.pivots,
          .largest_dropped = view.largest_dropped};
}

/// Bound on the error of `found`, given the same computation with W perturbed by `perturbation`, 2^8 roundings:
/// perturbation_margin times what that changes. Where the rank is not known, a direction that was dropped at more than
/// any plausible rounding leaves it in doubt.
double error_bound(const Floating& found, const Floating& changed, std::optional<std::int64_t> rank) {
  if (!linalg::same_pivots(found.pivots, changed.pivots) || found.rank != changed.rank ||
      found.rank != rank.value_or(found.rank))
    return 1.0;
  if (!rank && found.largest_dropped > 1e-10) return 1.0;
  const double difference = (found.projections - changed.projections).lpNorm<Eigen::Infinity>();
  const double excess =
      std::abs(found.projections.sum() - static_cast<double>(found.rank));  // the losses sum to the rank
  return std::min(1.0,
                  0x1p-50 * static_cast<double>(found.rank + 1) + linalg::perturbation_margin * difference + excess);
}

/// Losses from two computations in double precision; where they are worse than `wanted` and the rank is known, in ball
/// arithmetic.
/// @param most  the rank is not larger.
template <class Ball>
SpaceLosses decide(Floating& found, const Floating& changed, std::optional<std::int64_t> rank, std::int64_t most,
                   double wanted, const Ball& ball) {
  const double error = error_bound(found, changed, rank);
  if (error > wanted && rank) {
    if (auto proven = ball())
      return {
          .losses = std::move(proven->projections), .rank = proven->rank, .accuracy = proven->error, .checked = true};
  }
  return {.losses = std::move(found.projections),
          .rank = found.rank,
          .accuracy = error,
          .checked = rank == found.rank,
          .full = found.rank == most};
}

/// n rank^2, which all computations of a basis of `rank` vectors are proportional to.
double work(Eigen::Index n, double rank) { return static_cast<double>(n) * rank * rank; }

/// Space of a view of a fixed matrix, and what is known about it.
struct Krylov {
  const graph::GossipMatrix& w;
  graph::GossipMatrix m;  ///< W^T, without the nodes that are deleted
  std::span<const graph::Node> deleted;
  bool exact_in_reach = false;            ///< ranks and balls
  std::vector<std::int64_t> ranks;        ///< modulo a prime; empty where they are out of reach, or not needed yet
  std::optional<std::int64_t> last_rank;  ///< of them, if it is known without the others
  bool symmetric = false;
  std::vector<graph::Node> starts;
  int steps = 0;
  std::optional<linalg::Quotient> quotient;

  const linalg::RationalMatrix* known_entries = nullptr;  ///< linalg::exact_entries(w)
  Stop stop;

  /// The rank is not larger.
  [[nodiscard]] std::int64_t most() const {
    return std::min<std::int64_t>(m.rows(), static_cast<std::int64_t>(starts.size()) * steps);
  }

  [[nodiscard]] std::optional<std::int64_t> rank() const {
    return ranks.empty() ? last_rank : std::optional(ranks.back());
  }

  [[nodiscard]] linalg::RationalMatrix entries() const {
    return linalg::without_nodes(known_entries == nullptr ? linalg::exact_entries(w) : *known_entries, deleted);
  }

  void find_ranks() {
    if (exact_in_reach && ranks.empty())
      ranks = linalg::modular_krylov(entries(), starts, steps, linalg::default_prime, stop).ranks.ranks;
  }

  void find_quotient() { quotient = linalg::equitable_quotient(m, starts, stop); }

  /// By way of the quotient if there is one.
  /// @pre find_quotient(), and find_ranks() if they are needed.
  [[nodiscard]] linalg::ViewBasis basis(double perturbation, const Progress& progress) const {
    if (!quotient)
      return linalg::krylov_basis(linalg::perturbed(m, perturbation), starts, steps, ranks, stop, progress);
    std::vector<graph::Node> cells(starts.begin(), starts.end());
    const graph::GossipMatrix cell_of(quotient->cells);
    for (auto& v : cells) v = static_cast<graph::Node>(graph::GossipMatrix::InnerIterator(cell_of, v).col());
    auto result =
        linalg::krylov_basis(linalg::perturbed(quotient->matrix, perturbation), cells, steps, ranks, stop, progress);
    result.basis = quotient->cells * result.basis;
    return result;
  }

  [[nodiscard]] std::optional<linalg::BallProjections> ball(std::optional<graph::Node> column = std::nullopt) {
    constexpr double large = 1e7;
    if (!exact_in_reach) return std::nullopt;
    find_ranks();
    if (!ranks.empty() && work(m.rows(), static_cast<double>(ranks.back())) > large) {
      if (auto found = linalg::sliced_krylov(entries(), starts, ranks, stop, column)) return found;
    }
    return linalg::ball_krylov(entries(), starts, ranks, symmetric, stop, column);
  }
};

constexpr double perturbation = 0x1p-44;

/// Where double precision has a larger error, ball arithmetic is tried.
constexpr double wanted_accuracy = 1e-9;

/// Adds the part of messages that are the columns of `sent` to the published losses.
void add_published(GossipLosses& losses, const Eigen::MatrixXd& sent) {
  for (Eigen::Index j = 0; j < sent.cols(); ++j) {
    const double norm = sent.col(j).squaredNorm();
    if (norm > 0.0) losses.published += sent.col(j).cwiseAbs2() / norm;
  }
  losses.messages += sent.cols();
}

SpaceLosses nothing(Eigen::Index n) {
  return {.losses = Eigen::VectorXd::Zero(n), .rank = 0, .accuracy = 0.0, .checked = true};
}

/// Losses through the view of time-varying gossip without the columns of `deleted`.
SpaceLosses varying_losses(std::span<const graph::GossipMatrix> rounds,
                           std::span<const std::vector<graph::Node>> senders, std::span<const graph::Node> deleted,
                           std::uint64_t prime) {
  constexpr double small = 3e5, modular_limit = 2e9;
  double messages = 0.0;
  for (const auto& nodes : senders) messages += static_cast<double>(nodes.size());
  const auto n = rounds.front().rows();
  const double most = work(n, std::min(static_cast<double>(n), messages)) * static_cast<double>(rounds.size());
  std::vector<linalg::RationalMatrix> entries;
  std::vector<std::int64_t> ranks;
  if (most <= modular_limit) {
    for (const auto& w : rounds) entries.push_back(linalg::without_nodes(linalg::exact_entries(w), deleted));
    ranks = linalg::modular_rounds_ranks(entries, senders, prime);
  }
  const auto ball = [&] { return linalg::ball_rounds(entries, senders, ranks); };
  if (!ranks.empty() && most <= small) {
    if (auto found = ball())
      return {.losses = std::move(found->projections), .rank = found->rank, .accuracy = found->error, .checked = true};
  }
  const auto narrow = [&](double size) {
    std::vector<graph::GossipMatrix> changed;
    for (const auto& w : rounds)
      changed.push_back(linalg::perturbed(linalg::without_nodes(w.transpose(), deleted), size));
    return project(linalg::rounds_basis(changed, senders, ranks));
  };
  auto found = narrow(0.0);
  const auto changed = narrow(perturbation);
  return decide(found, changed, ranks.empty() ? std::nullopt : std::optional(ranks.front()),
                static_cast<std::int64_t>(std::min(static_cast<double>(n), messages)), wanted_accuracy, ball);
}

}  // namespace

Enclosure GossipLosses::enclosed(graph::Node u, double loss) const {
  if (!heard.empty() && heard[u] == 0) return Enclosure::known(0.0);
  const double value = std::clamp(loss, 0.0, 1.0), lower = std::max(0.0, loss - accuracy),
               upper = ranks_known() ? std::min(1.0, loss + accuracy) : 1.0;
  const bool known = upper - lower <= close;
  return {.lower = std::min(lower, upper), .upper = upper, .value = known ? std::optional(value) : std::nullopt};
}

GossipLosses view_losses(const Eigen::MatrixXd& view, std::span<const graph::Node> observers) {
  require_finite("view_losses", view);
  require_columns("view_losses", view, observers);
  GossipLosses losses;
  losses.published = Eigen::VectorXd::Zero(view.cols());
  add_published(losses, view.transpose());
  const auto space = row_space(view), own_noise = row_space(without_columns(view, observers));
  losses.exact = linalg::projections(space.basis());
  losses.exact_own_noise = linalg::projections(own_noise.basis());
  losses.rank = space.rank();
  losses.rank_own_noise = own_noise.rank();
  const bool doubt = std::max(space.largest_doubt(), own_noise.largest_doubt()) > largest_lost;
  losses.accuracy = doubt ? 1.0 : std::min(1.0, std::max(space.error(), own_noise.error()));
  return losses;
}

namespace {

/// What a basis of the whole view tells of that without the observers' columns.
std::optional<Floating> without_observers(const linalg::ViewBasis& basis, const Floating& whole,
                                          std::span<const graph::Node> observers, std::optional<std::int64_t> rank) {
  auto losses = linalg::delete_rows(basis.basis, whole.projections, observers, rank);
  if (!losses) return std::nullopt;
  return Floating{.projections = std::move(*losses),
                  .rank = rank.value_or(whole.rank),
                  .pivots = whole.pivots,
                  .largest_dropped = whole.largest_dropped};
}

/// Both losses from the projections of the whole view on the unit vectors, and that of the one observer: without its
/// column P_uu + P_uo^2 / (1 - P_oo), or P_uu where the view has its unit vector, which `own_noise_rank` tells.
/// @return nothing if 1 - P_oo is too small for it.
std::optional<std::array<SpaceLosses, 2>> losses_of(const linalg::BallProjections& whole, graph::Node observer,
                                                    std::int64_t own_noise_rank) {
  constexpr double least = 1e-3;
  std::array<SpaceLosses, 2> result;
  for (auto& losses : result)
    losses = {.losses = whole.projections, .rank = whole.rank, .accuracy = whole.error, .checked = true};
  auto& own_noise = result[1];
  own_noise.rank = own_noise_rank;
  if (own_noise_rank == whole.rank) {
    const double rest = 1.0 - whole.projections(observer);
    if (rest < least) return std::nullopt;
    own_noise.losses += whole.column.cwiseAbs2() / rest;
    // |P_uo|^2 is at most 1 - P_oo: errors e of the three move the sum by (1 + 2/sqrt(rest) + 1/rest) e to first order.
    own_noise.accuracy = 2.0 * (1.0 + 2.0 / std::sqrt(rest) + 1.0 / rest) * (whole.error + 0x1p-52);
  }
  own_noise.losses(observer) = 0.0;
  return result;
}

/// Losses through the spaces of the whole view and of that without the observers' columns, by double precision in the
/// first place.
std::array<SpaceLosses, 2> floating_losses(std::array<Krylov, 2>& views, std::span<const graph::Node> observers,
                                           double wanted, const Execution& execution) {
  constexpr double large = 1e8;
  const auto n = views[0].m.rows();
  Floating whole[2];  // perturbed or not
  std::optional<Floating> own_noise[2];
  const auto threads = n > 1000 ? execution : execution.part(1);  // threads cost more than they gain on small graphs
  const auto steps = static_cast<std::size_t>(views[0].steps);
  JointProgress told(execution.progress, 2, steps, "steps of the view");
  views[0].find_quotient();
  parallel_for(2, threads, [&](std::size_t i) {
    const auto basis = views[0].basis(i == 0 ? 0.0 : perturbation, told.part(i));
    whole[i] = project(basis);
    const auto known = views[1].last_rank;
    if (known || work(n, static_cast<double>(whole[i].rank)) > large)
      own_noise[i] = without_observers(basis, whole[i], observers, known);
  });
  if (views[1].last_rank && !(own_noise[0] && own_noise[1])) {
    views[1].find_ranks();
    own_noise[0] = own_noise[1] = std::nullopt;
  }
  JointProgress told_again(execution.progress, 2, steps, "steps of the view, own noise known");
  if (!own_noise[0] || !own_noise[1]) views[1].find_quotient();
  parallel_for(2, threads, [&](std::size_t i) {
    if (!own_noise[i]) own_noise[i] = project(views[1].basis(i == 0 ? 0.0 : perturbation, told_again.part(i)));
  });
  const auto last = views[1].last_rank;
  const auto is_close = [&](const Floating& found, const Floating& changed, std::size_t i) {
    return error_bound(found, changed, views[i].rank()) <= wanted;
  };
  if (last && observers.size() == 1 &&
      !(is_close(whole[0], whole[1], 0) && is_close(*own_noise[0], *own_noise[1], 1))) {
    if (const auto ball = views[0].ball(observers.front())) {
      if (auto both = losses_of(*ball, observers.front(), *last)) return *std::move(both);
    }
  }
  std::array<SpaceLosses, 2> result;
  parallel_for(2, execution, [&](std::size_t i) {
    auto& found = i == 0 ? whole[0] : *own_noise[0];
    const auto& changed = i == 0 ? whole[1] : *own_noise[1];
    result[i] = decide(found, changed, views[i].rank(), views[i].most(), wanted, [&] { return views[i].ball(); });
  });
  return result;
}

/// What stands at nodes that no message depends on is rounding.
void set_heard(GossipLosses& losses, std::vector<char> heard) {
  for (std::size_t u = 0; u < heard.size(); ++u) {
    if (heard[u] != 0) continue;
    const auto node = static_cast<Eigen::Index>(u);
    losses.exact(node) = losses.exact_own_noise(node) = 0.0;
  }
  losses.heard = std::move(heard);
}

void set_exact(GossipLosses& losses, std::array<SpaceLosses, 2> spaces) {
  losses.exact = std::move(spaces[0].losses);
  losses.exact_own_noise = std::move(spaces[1].losses);
  losses.rank = spaces[0].rank;
  losses.rank_own_noise = spaces[1].rank;
  losses.accuracy = std::max(spaces[0].accuracy, spaces[1].accuracy);
  losses.ranks_checked = spaces[0].checked && spaces[1].checked;
  losses.ranks_full = spaces[0].full && spaces[1].full;
}

}  // namespace

GossipLosses gossip_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps,
                           const Execution& execution) {
  return gossip_losses(w, observers, steps, StepRanks{}, execution);
}

GossipLosses gossip_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps,
                           StepRanks known, const Execution& execution) {
  constexpr double small = 3e5, modular_limit = 2e9;
  const auto starts = senders(w, observers);
  const auto n = w.rows();
  GossipLosses losses;
  losses.published = known.published ? std::move(*known.published) : published_losses(w, starts, steps, execution);
  losses.messages = static_cast<std::int64_t>(starts.size()) * steps;
  if (losses.messages == 0) {
    set_exact(losses, {nothing(n), nothing(n)});
    return losses;
  }

  const double most = work(n, std::min(static_cast<double>(n), static_cast<double>(losses.messages)));
  const bool symmetric = graph::symmetric(w);
  Krylov whole{.w = w,
               .m = symmetric ? w : graph::GossipMatrix(w.transpose()),
               .deleted = {},
               .exact_in_reach = most <= modular_limit,
               .ranks = std::move(known.unknown),
               .last_rank = {},
               .symmetric = symmetric,
               .starts = starts,
               .steps = steps,
               .known_entries = known.entries,
               .stop = execution.stop};
  auto own_noise = whole;
  own_noise.m = linalg::without_nodes(std::move(own_noise.m), observers);
  own_noise.deleted = observers;
  own_noise.ranks = std::move(known.own_noise);
  own_noise.last_rank = known.last_own_noise;
  std::array<Krylov, 2> views{std::move(whole), std::move(own_noise)};
  std::array<SpaceLosses, 2> proven;
  parallel_for(2, most <= small ? execution.part(1) : execution, [&](std::size_t i) {
    if (most <= small || !views[i].last_rank) views[i].find_ranks();
    if (most > small) return;
    if (auto found = views[i].ball())
      proven[i] = {
          .losses = std::move(found->projections), .rank = found->rank, .accuracy = found->error, .checked = true};
  });
  set_exact(losses, proven[0].checked && proven[1].checked
                        ? std::move(proven)
                        : floating_losses(views, observers, known.wanted, execution));
  set_heard(losses, heard(w, starts, steps));
  return losses;
}

GossipLosses gossip_losses(std::span<const graph::GossipMatrix> rounds, std::span<const graph::Node> observers,
                           std::uint64_t prime) {
  GossipLosses losses;
  const auto sending = senders(rounds, observers);
  const auto n = rounds.front().rows();
  losses.published = Eigen::VectorXd::Zero(n);
  add_published(losses, gossip_view(rounds, observers).transpose());
  std::array<SpaceLosses, 2> result;
  for (std::size_t i = 0; i < 2; ++i)
    result[i] = varying_losses(rounds, sending, i == 0 ? std::span<const graph::Node>{} : observers, prime);
  set_exact(losses, std::move(result));
  set_heard(losses, heard(rounds, sending));
  return losses;
}

double group_loss(const Eigen::MatrixXd& view, std::span<const graph::Node> group) {
  require_finite("group_loss", view);
  require_columns("group_loss", view, group);
  if (group.empty()) throw Error(Errc::domain, "group_loss", "the group must have at least one member");
  if (group.size() > 20) {
    throw Error(Errc::too_large, "group_loss",
                fmt::format("a group of {} has more than 2^19 sign patterns; at most 20 members", group.size()));
  }
  std::vector<graph::Node> members(group.begin(), group.end());
  std::ranges::sort(members);
  const auto repeated = std::ranges::adjacent_find(members);
  if (repeated != members.end())
    throw Error(Errc::domain, "group_loss", fmt::format("member {} is listed twice", *repeated));

  const auto space = row_space(view);
  if (space.largest_doubt() > largest_lost) {
    throw Error(Errc::not_converged, "group_loss",
                "rounding hides whether a message is a combination of others; use fewer steps");
  }
  const Eigen::MatrixXd basis = space.basis();
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(basis.cols());
  for (const auto u : members) sum += basis.row(u);
  double largest = sum.squaredNorm();
  // Gray code: one member changes sign at a time; the last one keeps its sign, for +-s have the same norm.
  std::vector<double> sign(members.size(), 1.0);
  const std::uint32_t patterns = 1u << (members.size() - 1);
  for (std::uint32_t i = 1; i < patterns; ++i) {
    const auto flipped = static_cast<std::size_t>(std::countr_zero(i));
    sign[flipped] = -sign[flipped];
    sum += 2.0 * sign[flipped] * basis.row(members[flipped]).transpose();
    largest = std::max(largest, sum.squaredNorm());
  }
  return largest;
}

Eigen::VectorXd perturbed_losses(const Eigen::MatrixXd& view, double tau) {
  require_finite("perturbed_losses", view);
  require_positive("perturbed_losses", "tau", tau);
  if (view.rows() == 0) return Eigen::VectorXd::Zero(view.cols());
  if (view.rows() > view.cols()) return perturbed_losses(linalg::triangular_factor(view), tau);
  Eigen::MatrixXd stacked(view.cols() + view.rows(), view.rows());  // L L^T = A A^T + tau^2 without squares of A
  stacked << view.transpose(), tau * Eigen::MatrixXd::Identity(view.rows(), view.rows());
  const Eigen::MatrixXd upper = linalg::triangular_factor(std::move(stacked));
  return upper.transpose().triangularView<Eigen::Lower>().solve(view).colwise().squaredNorm().transpose();
}

}  // namespace hearsay::accounting
