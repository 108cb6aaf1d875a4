// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/forever.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

}  // namespace

SpaceLosses null_space_losses(const ViewRank& view) {
  const auto count = static_cast<Eigen::Index>(view.cells.count());
  const auto& null_space = view.null_space.value();
  Eigen::VectorXd sizes = Eigen::VectorXd::Zero(count);
  for (const auto cell : view.cells.of) sizes(cell) += 1.0;
  // In orthonormal coordinates 1/sqrt|C| on the cell C.
  Eigen::MatrixXd basis(count, static_cast<Eigen::Index>(null_space.size()));
  for (Eigen::Index j = 0; j < basis.cols(); ++j) {
    for (Eigen::Index cell = 0; cell < count; ++cell) {
      basis(cell, j) = static_cast<double>(null_space[static_cast<std::size_t>(j)][static_cast<std::size_t>(cell)]) /
                       std::sqrt(sizes(cell));
    }
    basis.col(j).normalize();
  }
  SpaceLosses result{.losses = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(view.cells.of.size())),
                     .rank = view.rank,
                     .accuracy = 8.0 * epsilon,
                     .checked = true};
  Eigen::VectorXd lost = Eigen::VectorXd::Zero(count);
  if (basis.cols() > 0) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(basis, Eigen::ComputeThinU);
    lost = svd.matrixU().rowwise().squaredNorm();
    const auto& scale = svd.singularValues();
    result.accuracy = std::min(1.0, 8.0 * static_cast<double>(count) * epsilon * scale(0) / scale(scale.size() - 1));
  }
  for (Eigen::Index u = 0; u < result.losses.size(); ++u) {
    const auto cell = static_cast<Eigen::Index>(view.cells.of[static_cast<std::size_t>(u)]);
    result.losses(u) = (1.0 - lost(cell)) / sizes(cell);
  }
  return result;
}

Eigenpairs eigenpairs(const graph::GossipMatrix& w) { return linalg::symmetric_eigen(Eigen::MatrixXd(w)); }

namespace {

/// Eigenvalues that are equal as far as rounding tells, and the directions of their eigenspace that the starts see,
/// best seen first.
struct Cluster {
  double low, high;  ///< the smallest and the largest of the eigenvalues
  Eigen::Index dimension;
  std::vector<double> seen;            ///< norms on the starts
  std::vector<Eigen::VectorXd> parts;  ///< squares of the entries of the directions
  std::size_t kept = 0;                ///< how many directions count
};

std::vector<Cluster> clusters_of(const Eigenpairs& pairs, const std::vector<Eigen::Index>& starts) {
  constexpr double equal = 1e-9;  // eigenvalues of matrices of norm 1 are known to about 1e-13
  std::vector<Cluster> clusters;
  for (Eigen::Index begin = 0, end = 0; begin < pairs.values.size(); begin = end) {
    while (end < pairs.values.size() && (end == begin || pairs.values(end) - pairs.values(end - 1) < equal)) ++end;
    auto& cluster = clusters.emplace_back(Cluster{
        .low = pairs.values(begin), .high = pairs.values(end - 1), .dimension = end - begin, .seen = {}, .parts = {}});
    const auto block = pairs.vectors.middleCols(begin, end - begin);
    const Eigen::MatrixXd seen = block(starts, Eigen::all);
    if (end == begin + 1) {
      cluster.seen.push_back(seen.norm());
      cluster.parts.emplace_back(block.col(0).cwiseAbs2());
      continue;
    }
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(seen, Eigen::ComputeThinV);
    for (Eigen::Index i = 0; i < svd.singularValues().size(); ++i) {
      cluster.seen.push_back(svd.singularValues()(i));
      cluster.parts.emplace_back((block * svd.matrixV().col(i)).cwiseAbs2());
    }
  }
  return clusters;
}

/// Chooses the `rank` directions that are seen best. @return whether the others are 0 beside them.
bool keep_best(std::vector<Cluster>& clusters, std::size_t rank) {
  constexpr double clear = 1e-3;
  std::vector<std::pair<double, Cluster*>> order;
  for (auto& cluster : clusters) {
    for (const double seen : cluster.seen) order.emplace_back(seen, &cluster);
  }
  if (rank > order.size()) return false;  // eigenvalues that are not equal were taken for equal
  std::ranges::stable_sort(order, std::greater{}, [](const auto& direction) { return direction.first; });
  for (std::size_t i = 0; i < rank; ++i) ++order[i].second->kept;
  return rank == 0 || rank == order.size() || order[rank].first <= clear * order[rank - 1].first;
}

/// Bound on the norm by which rounding turns the span of the kept directions. Computed eigenvectors are those of W + E,
/// |E| <= 4 n epsilon |W|: eigenspaces turn by |E| over their distance (Davis and Kahan), and what is seen of a
/// cluster, some of it kept and some not, by that and by what should be 0.
double turn(const std::vector<Cluster>& clusters, double backward_error) {
  double sum = 0.0, gap = infinity, last_kept = -infinity, last_dropped = -infinity;
  for (std::size_t c = 0; c < clusters.size(); ++c) {
    const auto& cluster = clusters[c];
    const bool kept = cluster.kept > 0, dropped = static_cast<Eigen::Index>(cluster.kept) < cluster.dimension;
    if (kept) gap = std::min(gap, cluster.low - last_dropped);
    if (dropped) gap = std::min(gap, cluster.low - last_kept);
    if (kept && dropped) {
      const double below = c > 0 ? cluster.low - clusters[c - 1].high : infinity,
                   above = c + 1 < clusters.size() ? clusters[c + 1].low - cluster.high : infinity;
      const double left_out = cluster.kept < cluster.seen.size() ? cluster.seen[cluster.kept] : 0.0;
      sum += (backward_error / std::min(below, above) + left_out) / cluster.seen[cluster.kept - 1];
    }
    if (kept) last_kept = cluster.high;
    if (dropped) last_dropped = cluster.high;
  }
  return sum + backward_error / gap;
}

}  // namespace

SpaceLosses spectral_losses(const Eigenpairs& pairs, std::span<const graph::Node> starts, std::int64_t rank) {
  const auto n = pairs.values.size();
  if (rank < 0 || rank > n) throw Error(Errc::shape, "spectral_losses", fmt::format("rank {} of {} nodes", rank, n));
  for (const auto v : starts) {
    if (v >= n) throw Error(Errc::shape, "spectral_losses", fmt::format("node {} is not one of {}", v, n));
  }
  if (starts.empty() && rank == 0)
    return {.losses = Eigen::VectorXd::Zero(n), .rank = 0, .accuracy = 0.0, .checked = true};
  auto clusters = clusters_of(pairs, {starts.begin(), starts.end()});
  if (!keep_best(clusters, static_cast<std::size_t>(rank)))
    return {.losses = Eigen::VectorXd::Ones(n), .rank = rank, .accuracy = 1.0, .checked = true};
  SpaceLosses result{.losses = Eigen::VectorXd::Zero(n), .rank = rank, .accuracy = 1.0, .checked = true};
  for (const auto& cluster : clusters) {
    for (std::size_t i = 0; i < cluster.kept; ++i) result.losses += cluster.parts[i];
  }
  const double backward_error = 4.0 * static_cast<double>(n) * epsilon * pairs.values.cwiseAbs().maxCoeff();
  result.accuracy = std::min(1.0, 4.0 * static_cast<double>(n) * epsilon + 2.0 * turn(clusters, backward_error));
  return result;
}

}  // namespace hearsay::accounting
