#include <hearsay/accounting/gossip_loss.hpp>

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include <hearsay/accounting/gossip_view.hpp>
#include <hearsay/accounting/row_space.hpp>
#include <hearsay/core/error.hpp>

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

/// The exact losses from an orthonormal basis of the row space.
void set_exact(GossipLosses& losses, const Eigen::MatrixXd& basis, std::span<const graph::Node> observers) {
  losses.exact = projections(basis);
  losses.rank = basis.cols();
  auto own_noise = delete_rows(basis, observers);
  losses.exact_own_noise = std::move(own_noise.projections);
  losses.rank_own_noise = own_noise.rank;
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
  set_exact(losses, row_space(view).basis(), observers);
  return losses;
}

GossipLosses gossip_losses(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps) {
  return view_losses(gossip_view(w, observers, steps), observers);
}

GossipLosses gossip_losses(std::span<const graph::GossipMatrix> rounds, std::span<const graph::Node> observers) {
  return view_losses(gossip_view(rounds, observers), observers);
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
