// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/spectral_view.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

void find_clusters(Spectrum& spectrum) {
  constexpr double equal = 1e-9;  // eigenvalues of matrices of norm 1 are known to about 1e-13
  const auto& values = spectrum.pairs.values;
  const auto n = values.size();
  for (Eigen::Index begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && (end == begin || values(end) - values(end - 1) < equal)) ++end;
    const double below = begin > 0 ? values(begin) - values(begin - 1) : infinity,
                 above = end < n ? values(end) - values(end - 1) : infinity;
    spectrum.clusters.push_back({.begin = begin, .end = end, .gap = std::min(below, above)});
  }
}

/// Which directions are counted, cluster by cluster, and how far they may be turned.
class Counted {
 public:
  explicit Counted(const Spectrum& spectrum) : spectrum_(spectrum) {}

  /// Whether a direction that the starts see by so much is there for certain.
  [[nodiscard]] bool certain(const Spectrum::Cluster& cluster, double seen) const {
    return seen > 1e-9 + 16.0 * spectrum_.backward_error / cluster.gap;
  }

  /// Next cluster, in the order of the eigenvalues: how many of its directions count, and how well the least of them is
  /// seen.
  void add(const Spectrum::Cluster& cluster, Eigen::Index count, double least_seen) {
    const double low = spectrum_.pairs.values(cluster.begin), high = spectrum_.pairs.values(cluster.end - 1);
    const bool kept = count > 0, dropped = count < cluster.end - cluster.begin;
    if (kept) gap_ = std::min(gap_, low - last_dropped_);
    if (dropped) gap_ = std::min(gap_, low - last_kept_);
    if (kept && dropped) turned_ += 2.0 * spectrum_.backward_error / cluster.gap / least_seen;
    if (kept) last_kept_ = high;
    if (dropped) last_dropped_ = high;
    total_ += count;
  }

  [[nodiscard]] std::int64_t total() const { return total_; }
  /// Davis and Kahan: eigenspaces turn by the backward error over their distance; within a cluster the directions seen
  /// turn by the error of what is seen over what is seen.
  [[nodiscard]] double angle() const { return turned_ + spectrum_.backward_error / gap_; }

 private:
  const Spectrum& spectrum_;
  std::int64_t total_ = 0;
  double turned_ = 0.0, gap_ = infinity, last_kept_ = -infinity, last_dropped_ = -infinity;
};

/// What the starts see of the eigenvectors: |starts| x n.
Eigen::MatrixXd seen_by(const Spectrum& spectrum, std::span<const graph::Node> starts) {
  const auto n = spectrum.rows.cols();
  Eigen::MatrixXd seen(static_cast<Eigen::Index>(starts.size()), n);
  for (Eigen::Index i = 0; i < seen.rows(); ++i) {
    const auto v = starts[static_cast<std::size_t>(i)];
    if (v >= n) throw Error(Errc::shape, "spectral_view", fmt::format("node {} is not one of {}", v, n));
    seen.row(i) = spectrum.rows.col(v).transpose();
  }
  return seen;
}

}  // namespace

Spectrum spectrum_of(const graph::GossipMatrix& w) {
  Spectrum spectrum{.pairs = eigenpairs(w), .clusters = {}, .rows = {}, .simple = {}};
  const auto n = static_cast<double>(w.rows());
  spectrum.backward_error = 4.0 * n * epsilon * spectrum.pairs.values.cwiseAbs().maxCoeff();
  find_clusters(spectrum);
  spectrum.rows = spectrum.pairs.vectors.transpose();
  spectrum.simple = Eigen::VectorXd::Zero(w.rows());
  for (const auto& cluster : spectrum.clusters) {
    if (cluster.end == cluster.begin + 1) spectrum.simple += spectrum.pairs.vectors.col(cluster.begin).cwiseAbs2();
  }
  return spectrum;
}

SpectralView spectral_view(const Spectrum& spectrum, std::span<const graph::Node> starts) {
  const auto& vectors = spectrum.pairs.vectors;
  const auto n = vectors.rows();
  if (starts.empty()) return {.share = Eigen::VectorXd::Zero(n), .accuracy = 0.0, .at_least = 0};
  const Eigen::MatrixXd seen = seen_by(spectrum, starts);
  SpectralView result{.share = spectrum.simple};
  Counted counted(spectrum);
  for (const auto& cluster : spectrum.clusters) {
    if (cluster.end == cluster.begin + 1) {
      const double norm = seen.col(cluster.begin).norm();
      const bool counts = counted.certain(cluster, norm);
      if (!counts) result.share -= vectors.col(cluster.begin).cwiseAbs2();
      counted.add(cluster, counts ? 1 : 0, norm);
      continue;
    }
    const auto width = cluster.end - cluster.begin;
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(seen.middleCols(cluster.begin, width), Eigen::ComputeThinV);
    Eigen::Index count = 0;
    while (count < svd.singularValues().size() && counted.certain(cluster, svd.singularValues()(count))) ++count;
    if (count > 0) {
      const Eigen::MatrixXd kept = vectors.middleCols(cluster.begin, width) * svd.matrixV().leftCols(count);
      result.share += kept.rowwise().squaredNorm();
    }
    counted.add(cluster, count, count > 0 ? svd.singularValues()(count - 1) : 0.0);
  }
  result.at_least = counted.total();
  result.accuracy = std::min(1.0, 4.0 * static_cast<double>(n) * epsilon + 2.0 * counted.angle());
  result.share = result.share.cwiseMax(0.0).cwiseMin(1.0);
  return result;
}

}  // namespace hearsay::accounting
