// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/modular_space.hpp>

#include <flint/nmod_mat.h>

#include <algorithm>
#include <span>

namespace hearsay::linalg {

struct ModularSpace::Matrix {
  Matrix(std::size_t rows, std::size_t columns, std::uint64_t prime) {
    nmod_mat_init(value, static_cast<slong>(rows), static_cast<slong>(columns), prime);
  }
  ~Matrix() { nmod_mat_clear(value); }
  Matrix(const Matrix&) = delete;
  Matrix& operator=(const Matrix&) = delete;
  nmod_mat_t value;
};

namespace {

/// The first rows of a matrix, without a copy.
class FirstRows {
 public:
  FirstRows(const nmod_mat_struct& matrix, std::size_t rows) {
    nmod_mat_window_init(value_, &matrix, 0, 0, static_cast<slong>(rows), matrix.c);
  }
  ~FirstRows() { nmod_mat_window_clear(value_); }
  FirstRows(const FirstRows&) = delete;
  FirstRows& operator=(const FirstRows&) = delete;
  nmod_mat_struct* get() { return value_; }

 private:
  nmod_mat_t value_;
};

}  // namespace

ModularSpace::ModularSpace(std::size_t dimension, std::size_t most_rank, std::uint64_t prime)
    : prime_(prime), rows_(std::make_unique<Matrix>(most_rank, dimension, prime)) {}

ModularSpace::~ModularSpace() = default;
ModularSpace::ModularSpace(ModularSpace&&) noexcept = default;
ModularSpace& ModularSpace::operator=(ModularSpace&&) noexcept = default;

std::vector<ModularSpace::Vector> ModularSpace::add(const std::vector<Vector>& vectors) {
  const auto dimension = static_cast<std::size_t>(rows_->value->c), count = vectors.size();
  // target -= target[:, columns] * rows, which clears these columns of `target` where `rows` has pivots.
  const auto clear = [&](nmod_mat_struct* target, std::span<const std::size_t> columns, nmod_mat_struct* rows) {
    if (columns.empty() || target->r == 0) return;
    Matrix factors(static_cast<std::size_t>(target->r), columns.size(), prime_),
        product(static_cast<std::size_t>(target->r), dimension, prime_);
    for (slong i = 0; i < target->r; ++i) {
      for (std::size_t k = 0; k < columns.size(); ++k) factors.value->rows[i][k] = target->rows[i][columns[k]];
    }
    nmod_mat_mul(product.value, factors.value, rows);
    nmod_mat_sub(target, target, product.value);
  };

  Matrix added(count, dimension, prime_);
  for (std::size_t i = 0; i < count; ++i) std::ranges::copy(vectors[i], added.value->rows[i]);
  FirstRows known(*rows_->value, rank());
  clear(added.value, pivots_, known.get());
  const auto new_rank = static_cast<std::size_t>(nmod_mat_rref(added.value));
  FirstRows kept(*added.value, new_rank);
  std::vector<Vector> result;
  std::vector<std::size_t> new_pivots;
  for (std::size_t i = 0; i < new_rank; ++i) {
    const auto* row = added.value->rows[i];
    result.emplace_back(row, row + dimension);
    new_pivots.push_back(static_cast<std::size_t>(std::find(row, row + dimension, 1u) - row));
  }
  clear(known.get(), new_pivots, kept.get());
  for (std::size_t i = 0; i < new_rank; ++i) std::ranges::copy(result[i], rows_->value->rows[rank() + i]);
  pivots_.insert(pivots_.end(), new_pivots.begin(), new_pivots.end());
  return result;
}

std::vector<std::size_t> ModularSpace::free_columns() const {
  std::vector<char> is_pivot(static_cast<std::size_t>(rows_->value->c), 0);
  for (const auto pivot : pivots_) is_pivot[pivot] = 1;
  std::vector<std::size_t> result;
  for (std::size_t u = 0; u < is_pivot.size(); ++u) {
    if (is_pivot[u] == 0) result.push_back(u);
  }
  return result;
}

std::vector<ModularSpace::Vector> ModularSpace::null_space() const {
  std::vector<Vector> result;
  for (const auto column : free_columns()) {
    auto& x = result.emplace_back(static_cast<std::size_t>(rows_->value->c), 0);
    x[column] = 1;
    for (std::size_t k = 0; k < rank(); ++k) x[pivots_[k]] = nmod_neg(rows_->value->rows[k][column], rows_->value->mod);
  }
  return result;
}

std::vector<char> ModularSpace::unit_vectors() const {
  std::vector<char> result(static_cast<std::size_t>(rows_->value->c), 0);
  const auto free = free_columns();
  for (std::size_t k = 0; k < rank(); ++k) {
    result[pivots_[k]] =
        std::ranges::all_of(free, [&](std::size_t column) { return rows_->value->rows[k][column] == 0; }) ? 1 : 0;
  }
  return result;
}

}  // namespace hearsay::linalg
