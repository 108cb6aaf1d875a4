// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/krylov.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/detail/tall_qr.hpp>
#include <hearsay/system/end_if.hpp>
#include <hearsay/system/memory.hpp>

namespace hearsay::linalg {

namespace {

using Block = Eigen::Ref<const Eigen::MatrixXd>;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// y = M x, reading M once and not once a column. `rows` is room for a copy of x.
void multiply(const SparseMatrix& m, const Block& x, RowMajor& rows, Eigen::MatrixXd& y) {
  constexpr Eigen::Index piece = 2048;
  rows = x;
  y.resize(x.rows(), x.cols());
  RowMajor product;
  for (Eigen::Index begin = 0; begin < x.rows(); begin += piece) {
    product.noalias() = m.middleRows(begin, std::min(piece, x.rows() - begin)) * rows;
    y.middleRows(begin, product.rows()) = product;
  }
}

/// Replaces x, whose columns are orthogonal to q up to rounding, by an orthonormal basis of them without the directions
/// whose pivot is at most `tolerance`; at most `room` columns. The pivots go to `report`.
void compress(Eigen::MatrixXd& x, const Block& q, double tolerance, Eigen::Index room, ViewBasis& report) {
  const auto pivots = tall_qr(x, tolerance, room);
  const auto rank = x.cols();
  report.pivots.insert(report.pivots.end(), pivots.begin(), pivots.begin() + rank);
  if (rank < pivots.size()) report.largest_dropped = std::max(report.largest_dropped, pivots(rank));
  if (rank > 0 && pivots(rank - 1) < 0.1) {  // orthogonal to q only up to rounding / pivot
    orthogonalize(x, q);
    (void)tall_qr(x, 0.0, rank);
  }
}

/// The power of two that brings the norm of M to about 1, by the bound (|M|_1 |M|_inf)^{1/2} on it.
double scale_of(const SparseMatrix& m) {
  Eigen::VectorXd columns = Eigen::VectorXd::Zero(m.cols());
  double rows = 0.0;
  for (Eigen::Index u = 0; u < m.rows(); ++u) {
    double row = 0.0;
    for (SparseMatrix::InnerIterator entry(m, u); entry; ++entry) {
      row += std::abs(entry.value());
      columns(entry.col()) += std::abs(entry.value());
    }
    rows = std::max(rows, row);
  }
  const double bound = std::sqrt(rows) * std::sqrt(columns.maxCoeff());
  return bound > 0.0 ? std::exp2(-std::round(std::log2(bound))) : 1.0;
}

/// Where the rank is known, directions above this are kept: smaller ones say nothing, and their absence shows in the
/// rank.
constexpr double known_rank_tolerance = 1e-13;

}  // namespace

ViewBasis krylov_basis(const SparseMatrix& m, std::span<const Index> starts, int steps,
                       std::span<const std::int64_t> ranks, const Stop& stop, const Progress& progress) {
  const auto n = m.rows();
  const auto bytes = [n](double vectors) { return vectors * static_cast<double>(n) * sizeof(double); };
  // The system is asked only where it matters. gossip_losses computes two bases at once.
  const double largest = bytes(std::min(static_cast<double>(n), static_cast<double>(starts.size()) * steps)),
               most = largest < gib ? gib : available_memory() / 2.0;
  ViewBasis result;
  auto& q = result.basis;
  if (steps == 0 || starts.empty()) {
    q.resize(n, 0);
    return result;
  }
  Eigen::Index previous = 0, last = 0, end = static_cast<Eigen::Index>(starts.size());
  q.setZero(n, end);
  for (Eigen::Index j = 0; j < end; ++j) q(starts[static_cast<std::size_t>(j)], j) = 1.0;
  const double scale = scale_of(m);
  RowMajor rows;  // kept from step to step: fresh memory costs more than the product
  Eigen::MatrixXd next;
  for (int t = 1; t < steps && last < end && end < n; ++t) {
    const auto known =
        ranks.empty() ? n : static_cast<Eigen::Index>(ranks[std::min(static_cast<std::size_t>(t), ranks.size() - 1)]);
    if (known == end) break;
    end_if(stop);
    multiply(m, q.middleCols(last, end - last), rows, next);
    if (scale != 1.0) next *= scale;
    orthogonalize(next, q.middleCols(previous, end - previous));
    orthogonalize(next, q.leftCols(end));
    compress(next, q.leftCols(end), ranks.empty() ? deflation_tolerance : known_rank_tolerance, known - end, result);
    const Eigen::Index needed = end + next.cols();
    if (bytes(static_cast<double>(needed)) > most) {
      throw Error(Errc::too_large, "gossip_losses",
                  fmt::format("after {} of {} steps the basis of the view has {} vectors of {} entries, {:.1f} GiB, "
                              "and {:.1f} GiB are free for it; fewer steps",
                              t, steps, needed, n, bytes(static_cast<double>(needed)) / gib, most / gib));
    }
    if (needed > q.cols()) q.conservativeResize(Eigen::NoChange, std::min(n, std::max(needed, end + end / 2)));
    q.middleCols(end, next.cols()) = next;
    previous = std::exchange(last, end);
    end = needed;
    if (progress) progress(static_cast<std::size_t>(t) + 1, static_cast<std::size_t>(steps), "steps");
  }
  q.conservativeResize(Eigen::NoChange, end);
  return result;
}

ViewBasis rounds_basis(std::span<const SparseMatrix> rounds, std::span<const std::vector<Index>> senders,
                       std::span<const std::int64_t> ranks) {
  const auto n = rounds.front().rows();
  ViewBasis result;
  auto& q = result.basis;
  q.resize(n, 0);
  for (std::size_t t = rounds.size(); t-- > 0;) {
    Eigen::MatrixXd later = scale_of(rounds[t]) * (rounds[t] * q);
    const auto sent = static_cast<Eigen::Index>(senders[t].size());
    Eigen::MatrixXd units = Eigen::MatrixXd::Zero(n, sent);
    for (Eigen::Index j = 0; j < sent; ++j) {
      const auto v = senders[t][static_cast<std::size_t>(j)];
      units(v, j) = 1.0;
      later.row(v).setZero();  // orthogonalizes against e_v
    }
    const auto room = ranks.empty() ? n - sent : static_cast<Eigen::Index>(ranks[t]) - sent;
    compress(later, units, ranks.empty() ? deflation_tolerance : known_rank_tolerance, room, result);
    q.resize(n, sent + later.cols());
    q << units, later;
  }
  return result;
}

}  // namespace hearsay::linalg
