#include <hearsay/accounting/krylov.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/accounting/tall_qr.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/memory.hpp>

namespace hearsay::accounting {

namespace {

using Block = Eigen::Ref<const Eigen::MatrixXd>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// y = W x, reading W once and not once a column. `rows` is room for a copy of x.
void multiply(const graph::GossipMatrix& w, const Block& x, RowMajor& rows, Eigen::MatrixXd& y) {
  constexpr Eigen::Index piece = 2048;
  rows = x;
  y.resize(x.rows(), x.cols());
  RowMajor product;
  for (Eigen::Index begin = 0; begin < x.rows(); begin += piece) {
    product.noalias() = w.middleRows(begin, std::min(piece, x.rows() - begin)) * rows;
    y.middleRows(begin, product.rows()) = product;
  }
}

/// Replaces x, whose columns are orthogonal to q up to rounding, by an orthonormal basis of them without the directions whose
/// pivot is at most deflation_tolerance; at most `room` columns. The pivots go to `report`.
void compress(Eigen::MatrixXd& x, const Block& q, Eigen::Index room, ViewBasis& report) {
  const auto pivots = tall_qr(x, deflation_tolerance, room);
  const auto rank = x.cols();
  report.pivots.insert(report.pivots.end(), pivots.begin(), pivots.begin() + rank);
  if (rank < pivots.size()) report.largest_dropped = std::max(report.largest_dropped, pivots(rank));
  if (rank > 0 && pivots(rank - 1) < 0.1) {  // orthogonal to q only up to rounding / pivot
    orthogonalize(x, q);
    (void)tall_qr(x, 0.0, rank);
  }
}

}  // namespace

ViewBasis krylov_basis(const graph::GossipMatrix& w, std::span<const graph::Node> starts, int steps) {
  constexpr double gib = 1ull << 30;
  const auto n = w.rows();
  const auto bytes = [n](double vectors) { return vectors * static_cast<double>(n) * sizeof(double); };
  // The system is asked only where it matters. gossip_losses computes two bases at once.
  const double largest = bytes(std::min(static_cast<double>(n), static_cast<double>(starts.size()) * steps)), most = largest < gib ? gib : available_memory() / 2.0;
  ViewBasis result;
  auto& q = result.basis;
  if (steps == 0 || starts.empty()) {
    q.resize(n, 0);
    return result;
  }
  Eigen::Index previous = 0, last = 0, end = static_cast<Eigen::Index>(starts.size());
  q.setZero(n, end);
  for (Eigen::Index j = 0; j < end; ++j) q(starts[static_cast<std::size_t>(j)], j) = 1.0;
  RowMajor rows;  // kept from step to step: fresh memory costs more than the product
  Eigen::MatrixXd next;
  for (int t = 1; t < steps && last < end && end < n; ++t) {
    multiply(w, q.middleCols(last, end - last), rows, next);
    orthogonalize(next, q.middleCols(previous, end - previous));
    orthogonalize(next, q.leftCols(end));
    compress(next, q.leftCols(end), n - end, result);
    const Eigen::Index needed = end + next.cols();
    if (bytes(static_cast<double>(needed)) > most) {
      throw Error(Errc::too_large, "gossip_losses",
                  fmt::format("after {} of {} steps the basis of the view has {} vectors of {} entries, {:.1f} GiB, and {:.1f} GiB are free for it; fewer steps", t, steps, needed, n,
                              bytes(static_cast<double>(needed)) / gib, most / gib));
    }
    if (needed > q.cols()) q.conservativeResize(Eigen::NoChange, std::min(n, std::max(needed, end + end / 2)));
    q.middleCols(end, next.cols()) = next;
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
    compress(later, units, n - sent, result);
    q.resize(n, sent + later.cols());
    q << units, later;
  }
  return result;
}

}  // namespace hearsay::accounting
