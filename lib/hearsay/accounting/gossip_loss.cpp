#include <hearsay/accounting/gossip_loss.hpp>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include <hearsay/accounting/gossip_view.hpp>
#include <hearsay/accounting/krylov.hpp>
#include <hearsay/accounting/published_loss.hpp>
#include <hearsay/accounting/quotient.hpp>
#include <hearsay/accounting/row_space.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/parallel.hpp>

namespace hearsay::accounting {

namespace {

void require_finite(std::string_view where, const Eigen::MatrixXd& view) {
  if (!view.allFinite()) throw Error(Errc::domain, where, "every entry of the view must be finite");
}

void require_columns(std::string_view where, const Eigen::MatrixXd& view, std::span<const graph::Node> nodes) {
  for (const auto v : nodes) {
    if (v >= view.cols()) throw Error(Errc::shape, where, fmt::format("node {} is none of {} columns", v, view.cols()));
  }
}

RowSpace row_space(const Eigen::MatrixXd& view) {
  RowSpace space(view.cols());
  for (Eigen::Index i = 0; i < view.rows(); ++i) space.add(view.row(i));
  return space;
}

Projections project(const ViewBasis& view, std::span<const graph::Node> observers) {
  auto exact = projections(view.basis);
  auto own_noise = delete_rows(view.basis, exact, observers);
  Projections result{.exact = std::move(exact),
                     .exact_own_noise = std::move(own_noise.projections),
                     .rank = view.basis.cols(),
                     .rank_own_noise = own_noise.rank,
                     .pivots = view.pivots,
                     .largest_dropped = std::max(view.largest_dropped, own_noise.largest_dropped)};
  result.pivots.insert(result.pivots.end(), own_noise.pivots.begin(), own_noise.pivots.end());
  return result;
}

/// W with every entry changed at random by at most `size` of itself, symmetrically.
graph::GossipMatrix perturbed(graph::GossipMatrix w, double size) {
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      const auto low = static_cast<std::uint64_t>(std::min(u, entry.col())), high = static_cast<std::uint64_t>(std::max(u, entry.col()));
      std::uint64_t hash = (low << 32 | high) * 0x9e3779b97f4a7c15u;
      hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9u;  // finalizer of SplitMix64
      hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
      entry.valueRef() *= 1.0 + size * (std::ldexp(static_cast<double>(hash ^ hash >> 31), -63) - 1.0);
    }
  }
  return w;
}

/// Basis of the view, by way of the quotient if there is one.
ViewBasis basis_of(const graph::GossipMatrix& w, const std::optional<Quotient>& quotient, std::span<const graph::Node> starts, int steps,
                   double perturbation) {
  const auto& matrix = quotient ? quotient->matrix : w;
  std::vector<graph::Node> cells(starts.begin(), starts.end());
  if (quotient) {
    const graph::GossipMatrix cell_of(quotient->cells);
    for (auto& v : cells) v = static_cast<graph::Node>(graph::GossipMatrix::InnerIterator(cell_of, v).col());
  }
  auto result = krylov_basis(perturbation > 0.0 ? perturbed(matrix, perturbation) : matrix, cells, steps);
  if (quotient) result.basis = quotient->cells * result.basis;
  return result;
}

/// Estimated error of `found`, given the same computation with W perturbed by `perturbation`. A pivot that is rounding grows
/// with the perturbation; one that is real stays. A direction that was dropped at more than any plausible rounding leaves the
/// rank in doubt.
double estimated_error(const Projections& found, const Projections& changed, double perturbation) {
  constexpr double rounding = 0x1p-52;
  const bool reproducible = std::ranges::equal(found.pivots, changed.pivots, [](double a, double b) { return std::abs(a - b) <= a / 2.0; });
  if (!reproducible || found.rank != changed.rank || found.largest_dropped > 1e-10) return 1.0;
  const double difference = std::max((found.exact - changed.exact).lpNorm<Eigen::Infinity>(),
                                     (found.exact_own_noise - changed.exact_own_noise).lpNorm<Eigen::Infinity>());
  return rounding + difference * (rounding / perturbation);
}

/// Fills the exact losses of n nodes. `narrow(size)` projects in double precision with the gossip matrices perturbed by
/// `size`; `wide()` does it in quadruple precision, for `passes` orthogonalizations of the whole basis.
template <class Narrow, class Wide>
void set_exact(GossipLosses& losses, const Narrow& narrow, const Wide& wide, double passes) {
  constexpr double perturbation = 0x1p-44, wanted = 1e-11, affordable = 3e7;
  Projections found[2];
  const int jobs = losses.published.size() > 1000 ? 2 : 1;  // threads cost more than they gain on small graphs
  parallel_for(2, jobs, [&](std::size_t i) { found[i] = narrow(i == 0 ? 0.0 : perturbation); });
  losses.accuracy = estimated_error(found[0], found[1], perturbation);
  const auto rank = static_cast<double>(std::max(found[0].rank, found[1].rank));
  const double multiplications = 4.0 * passes * static_cast<double>(found[0].exact.size()) * rank * rank;
  if ((losses.accuracy > wanted || found[0].largest_dropped > 1e-13) && multiplications <= affordable) {
    found[0] = wide();
    const double smallest = found[0].pivots.empty() ? 1.0 : *std::ranges::min_element(found[0].pivots);
    losses.accuracy = std::clamp(found[0].largest_dropped / smallest, 0x1p-52, 1.0);
  }
  losses.exact = std::move(found[0].exact);
  losses.exact_own_noise = std::move(found[0].exact_own_noise);
  losses.rank = found[0].rank;
  losses.rank_own_noise = found[0].rank_own_noise;
}

/// Adds the part of messages that are the columns of `sent` to the published losses.
void add_published(GossipLosses& losses, const Eigen::MatrixXd& sent) {
  for (Eigen::Index j = 0; j < sent.cols(); ++j) {
    const double norm = sent.col(j).squaredNorm();
    if (norm > 0.0) losses.published += sent.col(j).cwiseAbs2() / norm;
  }
  losses.messages += sent.cols();
}

}  // namespace

GossipLosses view_losses(const Eigen::MatrixXd& view, std::span<const graph::Node> observers) {
  require_finite("view_losses", view);
  require_columns("view_losses", view, observers);
  GossipLosses losses;
  losses.published = Eigen::VectorXd::Zero(view.cols());
  add_published(losses, view.transpose());
  const auto space = row_space(view), own_noise = row_space(without_columns(view, observers));
  losses.exact = projections(space.basis());
  losses.exact_own_noise = projections(own_noise.basis());
  losses.rank = space.rank();
  losses.rank_own_noise = own_noise.rank();
  losses.accuracy = std::min(1.0, std::max(space.error(), own_noise.error()));
  return losses;
}

GossipLosses gossip_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps) {
  const auto starts = senders(w, observers);
  GossipLosses losses;
  losses.published = published_losses(w, starts, steps);
  losses.messages = static_cast<std::int64_t>(starts.size()) * steps;
  const auto quotient = equitable_quotient(w, starts);
  const auto narrow = [&](double size) { return project(basis_of(w, quotient, starts, steps, size), observers); };
  const auto wide = [&] { return wide_krylov(w, starts, steps, observers); };
  set_exact(losses, narrow, wide, 1.0);
  return losses;
}

GossipLosses gossip_losses(std::span<const graph::GossipMatrix> rounds, std::span<const graph::Node> observers) {
  GossipLosses losses;
  const auto sending = senders(rounds, observers);
  losses.published = Eigen::VectorXd::Zero(rounds.front().rows());
  add_published(losses, gossip_view(rounds, observers).transpose());
  const auto narrow = [&](double size) {
    if (size == 0.0) return project(rounds_basis(rounds, sending), observers);
    std::vector<graph::GossipMatrix> changed;
    for (const auto& w : rounds) changed.push_back(perturbed(w, size));
    return project(rounds_basis(changed, sending), observers);
  };
  const auto wide = [&] { return wide_rounds(rounds, sending, observers); };
  set_exact(losses, narrow, wide, static_cast<double>(rounds.size()));
  return losses;
}

double group_loss(const Eigen::MatrixXd& view, std::span<const graph::Node> group) {
  require_finite("group_loss", view);
  require_columns("group_loss", view, group);
  if (group.empty()) throw Error(Errc::domain, "group_loss", "the group must have at least one member");
  if (group.size() > 20) {
    throw Error(Errc::too_large, "group_loss", fmt::format("a group of {} has more than 2^19 sign patterns; at most 20 members", group.size()));
  }
  std::vector<graph::Node> members(group.begin(), group.end());
  std::ranges::sort(members);
  const auto repeated = std::ranges::adjacent_find(members);
  if (repeated != members.end()) throw Error(Errc::domain, "group_loss", fmt::format("member {} is listed twice", *repeated));

  const auto space = row_space(view);
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
  Eigen::MatrixXd covariance = view * view.transpose();
  covariance.diagonal().array() += tau * tau;
  const Eigen::LLT<Eigen::MatrixXd> factor(covariance);
  const Eigen::MatrixXd whitened = factor.matrixL().solve(view);
  return whitened.colwise().squaredNorm().transpose();
}

}  // namespace hearsay::accounting
