// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/detail/balls.hpp>
#include <hearsay/linalg/row_combinations.hpp>

#include <algorithm>
#include <numeric>
#include <string>

namespace hearsay::linalg {

namespace {

constexpr slong bits = 640;
constexpr slong dependent = -200;  ///< a squared length of at most 2^-200 of the largest is 0

using detail::Balls;

/// The number itself: 168 bits are at most four doubles.
void set(arb_ptr ball, Float50 value) {
  arb_zero(ball);
  arb_t part;
  arb_init(part);
  for (int i = 0; i < 4 && value != 0; ++i) {
    const auto high = static_cast<double>(value);
    arb_set_d(part, high);
    arb_add(ball, ball, part, bits);
    value -= high;
  }
  arb_clear(part);
}

/// The nearest multiple of 2^-grid.
exact::Rational on_grid(arb_srcptr ball, int grid) {
  arf_t scaled;
  fmpz_t whole;
  arf_init(scaled);
  fmpz_init(whole);
  arf_mul_2exp_si(scaled, arb_midref(ball), grid);
  arf_get_fmpz(whole, scaled, ARF_RND_NEAR);
  char* text = fmpz_get_str(nullptr, 10, whole);
  const exact::Integer integer{std::string(text)};
  flint_free(text);
  fmpz_clear(whole);
  arf_clear(scaled);
  return {integer, exact::Integer(1) << grid};
}

}  // namespace

struct RowCombinations::Decomposition {
  std::vector<Balls> rows;
  std::vector<std::size_t> order;  ///< the rows of the decomposition first
  std::size_t rank = 0;
  std::vector<Balls> lower;  ///< below the diagonal L, on it D, in the order of `order`

  explicit Decomposition(const std::vector<std::vector<Float50>>& given) : order(given.size()) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (const auto& row : given) {
      auto& entries = rows.emplace_back(row.size());
      for (std::size_t v = 0; v < row.size(); ++v) set(entries[v], row[v]);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
      auto& products = lower.emplace_back(i + 1);
      for (std::size_t j = 0; j <= i; ++j)
        arb_dot(products[j], nullptr, 0, rows[i].data(), 1, rows[j].data(), 1, rows[i].size(), bits);
    }
    decompose();
  }

 private:
  arb_ptr entry(std::size_t i, std::size_t j) { return lower[std::max(i, j)][std::min(i, j)]; }

  void swap(std::size_t a, std::size_t b) {
    if (a == b) return;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i != a && i != b) arb_swap(entry(a, i), entry(b, i));
    }
    arb_swap(entry(a, a), entry(b, b));
    std::swap(order[a], order[b]);
  }

  void decompose() {
    arf_t least;
    arf_init(least);
    arb_t share;
    arb_init(share);
    for (std::size_t k = 0; k < rows.size(); ++k, ++rank) {
      std::size_t next = k;
      for (std::size_t i = k + 1; i < rows.size(); ++i) {
        if (arf_cmp(arb_midref(entry(i, i)), arb_midref(entry(next, next))) > 0) next = i;
      }
      swap(k, next);
      if (k == 0) arf_mul_2exp_si(least, arb_midref(entry(0, 0)), dependent);
      if (arf_cmp(arb_midref(entry(k, k)), least) <= 0) break;
      for (std::size_t i = k + 1; i < rows.size(); ++i) {
        arb_div(share, entry(i, k), entry(k, k), bits);
        for (std::size_t j = k + 1; j <= i; ++j) arb_submul(entry(i, j), share, entry(j, k), bits);
      }
      for (std::size_t i = k + 1; i < rows.size(); ++i) arb_div(entry(i, k), entry(i, k), entry(k, k), bits);
    }
    arb_clear(share);
    arf_clear(least);
  }
};

RowCombinations::RowCombinations(const std::vector<std::vector<Float50>>& rows)
    : decomposition_(std::make_unique<const Decomposition>(rows)) {}

RowCombinations::~RowCombinations() = default;

std::vector<exact::Rational> RowCombinations::closest_to_unit(std::size_t column, int grid) const {
  const auto& [rows, order, rank, lower] = *decomposition_;
  Balls weights(std::max<std::size_t>(rank, 1));
  for (std::size_t i = 0; i < rank; ++i) {
    arb_set(weights[i], rows[order[i]][column]);
    for (std::size_t j = 0; j < i; ++j) arb_submul(weights[i], lower[i][j], weights[j], bits);
  }
  for (std::size_t i = 0; i < rank; ++i) arb_div(weights[i], weights[i], lower[i][i], bits);
  for (std::size_t i = rank; i-- > 0;) {
    for (std::size_t j = i + 1; j < rank; ++j) arb_submul(weights[i], lower[j][i], weights[j], bits);
  }
  std::vector<exact::Rational> all(rows.size(), exact::Rational(0));
  for (std::size_t i = 0; i < rank; ++i) all[order[i]] = on_grid(weights[i], grid);
  return all;
}

}  // namespace hearsay::linalg
