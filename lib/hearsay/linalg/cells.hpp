// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::linalg {

/// The coarsest partition in which every start is alone and x -> W^T x keeps vectors that are constant on the cells:
/// any two nodes of a cell receive the same weight from each cell, itself included. Twins share a cell.
struct Cells {
  std::vector<Index> of;             ///< the cell of each node, numbered by smallest node
  std::vector<std::int64_t> counts;  ///< cells after 0, 1, ... rounds of refinement; the last is the number of cells

  [[nodiscard]] std::int64_t count() const { return counts.back(); }
  /// Upper bound of the rank of span{(W^T)^s e_v : v in starts, s < steps}, whose vectors are constant on the cells
  /// after steps - 1 rounds.
  [[nodiscard]] std::int64_t most(int steps) const;
};

/// Color refinement in whole numbers: W times the common denominator of its entries.
/// @param starts  distinct nodes.
/// @return the finest partition, each node alone, where it takes more than 1024 rounds (long paths): a bound all the
/// same.
/// @throws Error(Errc::shape) if a start is no node.
/// @complexity O(rounds * entries of w); few rounds on irregular graphs.
/// @cite godsil2001algebraic (Section 9.3: equitable partitions)
[[nodiscard]] Cells equitable_cells(const RationalMatrix& w, std::span<const Index> starts);

/// equitable_cells of one matrix for many sets of starts: those of one start, refined where the others ask for it.
class CellRefinement {
 public:
  /// @param hubs  nodes of which one is in many sets of starts.
  /// @throws Error(Errc::shape) if a hub is no node.
  /// @complexity O(entries of w * log n) and O(n) words for each hub.
  explicit CellRefinement(const RationalMatrix& w, std::span<const Index> hubs = {});
  ~CellRefinement();
  CellRefinement(CellRefinement&&) noexcept;
  CellRefinement& operator=(CellRefinement&&) noexcept;

  /// The coarsest such partition; `counts` has its number of cells alone. From any thread.
  /// @throws Error(Errc::shape) if a start is no node.
  /// @complexity O(n) and O(log n) times the entries of the nodes that share a cell where the hub is the only start and
  /// not in the end; without a hub O(entries of w * log n).
  /// @cite paige1987three
  [[nodiscard]] Cells cells(std::span<const Index> starts) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// W as it acts on vectors that are constant on the cells: k x k, entry (C, D) is the weight that a node of D receives
/// from C. Ranks of Krylov spaces of `w` are those of it, from the starts' cells.
/// @pre `cells` were made from `w`.
[[nodiscard]] RationalMatrix quotient_matrix(const RationalMatrix& w, const Cells& cells);

}  // namespace hearsay::linalg
