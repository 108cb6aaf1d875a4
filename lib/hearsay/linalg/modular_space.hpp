// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace hearsay::linalg {

/// A growing space of vectors modulo a prime, kept as a reduced row echelon form.
class ModularSpace {
 public:
  using Vector = std::vector<std::uint64_t>;  ///< entries below the prime

  /// @param dimension  length of the vectors.
  /// @param most_rank  what the rank can become, at most `dimension`.
  /// @param prime      a prime below 2^63.
  ModularSpace(std::size_t dimension, std::size_t most_rank, std::uint64_t prime);
  ~ModularSpace();
  ModularSpace(ModularSpace&&) noexcept;
  ModularSpace& operator=(ModularSpace&&) noexcept;

  /// Adds the span of `vectors`.
  /// @return a basis of what is new: together with the space before, it spans the space after.
  /// @complexity O(dimension * vectors * rank) multiplications modulo the prime.
  std::vector<Vector> add(const std::vector<Vector>& vectors);

  [[nodiscard]] std::size_t rank() const { return pivots_.size(); }
  [[nodiscard]] std::uint64_t prime() const { return prime_; }

  /// Coordinates that are no pivots: the null space has one basis vector for each.
  [[nodiscard]] std::vector<std::size_t> free_columns() const;
  /// The vectors x_j with <x_j, y> = 0 for every y in the space, x_j = 1 at free column j and 0 at the others.
  [[nodiscard]] std::vector<Vector> null_space() const;
  /// For every coordinate u whether the unit vector e_u is in the space.
  [[nodiscard]] std::vector<char> unit_vectors() const;

 private:
  struct Matrix;  ///< FLINT's nmod_mat
  std::uint64_t prime_;
  std::unique_ptr<Matrix> rows_;  ///< the first rank() rows are in use
  std::vector<std::size_t> pivots_;
};

}  // namespace hearsay::linalg
