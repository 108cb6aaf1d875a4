#include <hearsay/accounting/krylov.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/accounting/tall_qr.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

using Block = Eigen::Ref<const Eigen::MatrixXd>;

/// Orthonormal basis of the columns of x, which are orthogonal to q up to rounding, without the directions whose pivot is at
/// most deflation_tolerance; at most `room` columns. The pivots go to `report`.
Eigen::MatrixXd compress(const Eigen::MatrixXd& x, const Block& q, Eigen::Index room, ViewBasis& report) {
  auto [fresh, pivots] = tall_qr(x, deflation_tolerance, room);
  const auto rank = fresh.cols();
  report.pivots.insert(report.pivots.end(), pivots.begin(), pivots.begin() + rank);
  if (rank < pivots.size()) report.largest_dropped = std::max(report.largest_dropped, pivots(rank));
  if (rank > 0 && pivots(rank - 1) < 0.1) {  // orthogonal to q only up to rounding / pivot
    orthogonalize(fresh, q);
    fresh = tall_qr(fresh, 0.0, rank).q;
  }
  return fresh;
}

}  // namespace

ViewBasis krylov_basis(const graph::GossipMatrix& w, std::span<const graph::Node> starts, int steps) {
  constexpr double most_bytes = 10.0 * 1024 * 1024 * 1024;
  const auto n = w.rows();
  ViewBasis result;
  auto& q = result.basis;
  if (steps == 0 || starts.empty()) {
    q.resize(n, 0);
    return result;
  }
  Eigen::Index previous = 0, last = 0, end = static_cast<Eigen::Index>(starts.size());
  q.setZero(n, end);
  for (Eigen::Index j = 0; j < end; ++j) q(starts[static_cast<std::size_t>(j)], j) = 1.0;
  for (int t = 1; t < steps && last < end && end < n; ++t) {
    Eigen::MatrixXd next = w * q.middleCols(last, end - last);
    orthogonalize(next, q.middleCols(previous, end - previous));
    orthogonalize(next, q.leftCols(end));
    const Eigen::MatrixXd fresh = compress(next, q.leftCols(end), n - end, result);
    const Eigen::Index needed = end + fresh.cols();
    if (static_cast<double>(needed) * static_cast<double>(n) * sizeof(double) > most_bytes) {
      throw Error(Errc::too_large, "gossip_losses",
                  fmt::format("after {} of {} steps the basis of the view has {} vectors of {} entries, more than 10 GiB", t, steps, needed, n));
    }
    if (needed > q.cols()) q.conservativeResize(Eigen::NoChange, std::min(n, std::max(needed, end + end / 2)));
    q.middleCols(end, fresh.cols()) = fresh;
    previous = std::exchange(last, end);
    end = needed;
  }
  q.conservativeResize(Eigen::NoChange, end);
  return result;
}

ViewBasis rounds_basis(std::span<const graph::GossipMatrix> rounds, std::span<const std::vector<graph::Node>> senders) {
  const auto n = rounds.front().rows();
  ViewBasis result;
  auto& q = result.basis;
  q.resize(n, 0);
  for (std::size_t t = rounds.size(); t-- > 0;) {
    Eigen::MatrixXd later = rounds[t] * q;
    const auto sent = static_cast<Eigen::Index>(senders[t].size());
    Eigen::MatrixXd units = Eigen::MatrixXd::Zero(n, sent);
    for (Eigen::Index j = 0; j < sent; ++j) {
      const auto v = senders[t][static_cast<std::size_t>(j)];
      units(v, j) = 1.0;
      later.row(v).setZero();  // orthogonalizes against e_v
    }
    const Eigen::MatrixXd fresh = compress(later, units, n - sent, result);
    q.resize(n, sent + fresh.cols());
    q << units, fresh;
  }
  return result;
}

}  // namespace hearsay::accounting
