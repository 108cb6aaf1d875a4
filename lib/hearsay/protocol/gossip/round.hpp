// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <vector>

#include <hearsay/graph/weights.hpp>

namespace hearsay::protocol {

/// What the nodes hold: node v's k values lie in one piece from the start of a cache line.
class States {
 public:
  /// Eight values, a cache line.
  struct alignas(64) Line {
    double values[8];
  };
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  using View = Eigen::Map<Matrix, Eigen::Aligned64, Eigen::OuterStride<>>;
  using ConstView = Eigen::Map<const Matrix, Eigen::Aligned64, Eigen::OuterStride<>>;

  States() = default;
  /// All 0. @pre rows >= 0, cols >= 0.
  States(Eigen::Index rows, Eigen::Index cols)
      : rows_(rows), cols_(cols), lines_((cols + 7) / 8), storage_(static_cast<std::size_t>(rows * lines_), Line{}) {}
  template <class Derived>
  explicit States(const Eigen::MatrixBase<Derived>& values) : States(values.rows(), values.cols()) {
    matrix() = values;
  }

  [[nodiscard]] Eigen::Index rows() const noexcept { return rows_; }
  [[nodiscard]] Eigen::Index cols() const noexcept { return cols_; }
  /// Cache lines a node; what the last one holds beyond cols() is 0.
  [[nodiscard]] Eigen::Index lines() const noexcept { return lines_; }
  [[nodiscard]] const Line* data() const noexcept { return storage_.data(); }
  [[nodiscard]] Line* data() noexcept { return storage_.data(); }
  /// The values, n x k.
  [[nodiscard]] ConstView matrix() const {
    return {reinterpret_cast<const double*>(storage_.data()), rows_, cols_, Eigen::OuterStride<>(8 * lines_)};
  }
  [[nodiscard]] View matrix() {
    return {reinterpret_cast<double*>(storage_.data()), rows_, cols_, Eigen::OuterStride<>(8 * lines_)};
  }

 private:
  Eigen::Index rows_ = 0, cols_ = 0, lines_ = 0;
  std::vector<Line> storage_;
};

/// One round of all nodes at once: next = W now. The same bits as Eigen's product, which adds up in the same order.
/// @param w    n x n.
/// @param now  n x k; any k, fastest for multiples of 16.
/// @param next made n x k if it is not. @pre not `now` itself.
/// @throws Error(Errc::shape) unless w is square and `now` has its rows.
/// @complexity O(k m) for m non-zero entries. Bound by memory where the rows of a node's neighbors are still in cache.
void gossip_round(const graph::GossipMatrix& w, const States& now, States& next);

}  // namespace hearsay::protocol
