// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/graph/graph.hpp>

#include <flint/fmpz_mat.h>

#include <algorithm>
#include <memory>
#include <string>

namespace hearsay::accounting {

namespace {

using exact::Integer;
using exact::Rational;

/// FLINT's integer matrix.
class IntegerMatrix {
 public:
  IntegerMatrix(std::size_t rows, std::size_t columns) {
    fmpz_mat_init(value_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ~IntegerMatrix() { fmpz_mat_clear(value_); }
  IntegerMatrix(const IntegerMatrix&) = delete;
  IntegerMatrix& operator=(const IntegerMatrix&) = delete;

  void set(std::size_t i, std::size_t j, const Integer& integer) {
    auto* entry = at(i, j);
    fmpz_set_str(entry, Integer(abs(integer)).str(0, std::ios_base::hex).c_str(), 16);
    if (integer < 0) fmpz_neg(entry, entry);
  }
  [[nodiscard]] Integer get(std::size_t i, std::size_t j) const { return integer(at(i, j)); }
  [[nodiscard]] bool zero(std::size_t i, std::size_t j) const { return fmpz_is_zero(at(i, j)) != 0; }
  [[nodiscard]] fmpz_mat_struct* get() { return value_; }
  [[nodiscard]] fmpz* at(std::size_t i, std::size_t j) const {
    return fmpz_mat_entry(value_, static_cast<slong>(i), static_cast<slong>(j));
  }

  static Integer integer(const fmpz* entry) {
    const std::unique_ptr<char, void (*)(void*)> digits(fmpz_get_str(nullptr, 16, entry), flint_free);
    const std::string text(digits.get());
    return text.front() == '-' ? Integer(-Integer("0x" + text.substr(1))) : Integer("0x" + text);
  }

 private:
  fmpz_mat_t value_;
};

Integer common_denominator(const Fractions& row) {
  Integer common = 1;
  for (const auto& value : row) common = lcm(common, denominator(value));
  return common;
}

Integer scaled(const Rational& value, const Integer& factor) {
  return numerator(value) * (factor / denominator(value));
}

/// Gauss-Jordan form of [L B B^T L | L b_0 | L b_1 ...], L diagonal and such that all is integer.
struct Tableau {
  Tableau(std::size_t size, std::size_t changes) : reduced(size, size + changes) {}

  IntegerMatrix reduced;
  std::vector<Integer> scales;      ///< L
  std::vector<std::size_t> pivots;  ///< columns; those below q first
  std::size_t rank = 0;             ///< pivots below q: the rank of B
  Integer denominator = 1;          ///< of all of `reduced`
};

void eliminate(Tableau& tableau, IntegerMatrix& matrix, std::size_t size) {
  fmpz_t denominator;
  fmpz_init(denominator);
  const auto all = static_cast<std::size_t>(fmpz_mat_rref(tableau.reduced.get(), denominator, matrix.get()));
  tableau.denominator = IntegerMatrix::integer(denominator);
  fmpz_clear(denominator);
  if (tableau.denominator < 0) {
    fmpz_mat_neg(tableau.reduced.get(), tableau.reduced.get());
    tableau.denominator = -tableau.denominator;
  }
  for (std::size_t i = 0, j = 0; i < all; ++i) {
    while (tableau.reduced.zero(i, j)) ++j;
    tableau.pivots.push_back(j);
    tableau.rank += j < size ? 1 : 0;
  }
}

std::unique_ptr<Tableau> tableau_of(const std::vector<Fractions>& noise, const std::vector<Fractions>& changes) {
  const std::size_t size = noise.size(), columns = size == 0 ? 0 : noise.front().size();
  auto tableau = std::make_unique<Tableau>(size, changes.size());
  if (size == 0) return tableau;
  IntegerMatrix b(size, columns), transposed(columns, size), gram(size, size), matrix(size, size + changes.size());
  for (std::size_t i = 0; i < size; ++i) {
    Integer scale = common_denominator(noise[i]);
    for (const auto& change : changes) scale = lcm(scale, denominator(change[i]));
    for (std::size_t j = 0; j < columns; ++j) {
      if (noise[i][j] != 0) b.set(i, j, scaled(noise[i][j], scale));
    }
    for (std::size_t k = 0; k < changes.size(); ++k) {
      if (changes[k][i] != 0) matrix.set(i, size + k, scaled(changes[k][i], scale));
    }
    tableau->scales.push_back(std::move(scale));
  }
  fmpz_mat_transpose(transposed.get(), b.get());
  fmpz_mat_mul(gram.get(), b.get(), transposed.get());
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) fmpz_set(matrix.at(i, j), gram.at(i, j));
  }
  eliminate(*tableau, matrix, size);
  return tableau;
}

/// The w of row operations that leave nothing of row `redundant` of B: e_redundant less its combination of the pivots.
Fractions noiseless_combination(const Tableau& tableau, std::size_t redundant) {
  Fractions w(tableau.scales.size(), Rational(0));
  w[redundant] = tableau.scales[redundant];
  for (std::size_t k = 0; k < tableau.rank; ++k) {
    if (tableau.reduced.zero(k, redundant)) continue;
    const auto pivot = tableau.pivots[k];
    w[pivot] = -Rational(tableau.reduced.get(k, redundant) * tableau.scales[pivot], tableau.denominator);
  }
  return w;
}

/// Some w with B^T w = 0 and w^T b = 1.
Fractions noiseless_test(const Tableau& tableau, const Fractions& change) {
  for (std::size_t i = 0; i < change.size(); ++i) {
    if (std::ranges::count(tableau.pivots, i) > 0) continue;
    auto w = noiseless_combination(tableau, i);
    const Rational shown = dot(w, change);
    if (shown == 0) continue;
    for (auto& value : w) value /= shown;
    return w;
  }
  return {};
}

}  // namespace

Rational dot(const Fractions& a, const Fractions& b) {
  Rational sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] != 0 && b[i] != 0) sum += a[i] * b[i];
  }
  return sum;
}

ViewMatrices view_matrices(const LinearSystem<Rational>& system) {
  ViewMatrices matrices;
  for (std::size_t i = 0; i < system.rows.size(); ++i) {
    Fractions row(system.rows.size(), Rational(0));
    row[i] = 1;
    auto sources = run_adjoint(system, row, 1);
    matrices.signal.push_back(std::move(sources.inputs));
    matrices.noise.push_back(std::move(sources.noises));
  }
  return matrices;
}

ExactSolutions solve_exactly(const std::vector<Fractions>& noise, const std::vector<Fractions>& changes) {
  const std::size_t size = noise.size();
  const auto tableau = tableau_of(noise, changes);
  ExactSolutions result{.rank = tableau->rank, .solutions = {}};
  for (std::size_t k = 0; k < changes.size(); ++k) {
    auto& solution = result.solutions.emplace_back();
    bool in_range = true;
    for (std::size_t i = tableau->rank; i < tableau->pivots.size() && in_range; ++i)
      in_range = tableau->reduced.zero(i, size + k);
    if (!in_range) {
      solution.noiseless = noiseless_test(*tableau, changes[k]);
      continue;
    }
    auto& test = solution.test.emplace(size, Rational(0));
    for (std::size_t i = 0; i < tableau->rank; ++i) {
      const auto pivot = tableau->pivots[i];
      test[pivot] = Rational(tableau->reduced.get(i, size + k) * tableau->scales[pivot], tableau->denominator);
    }
  }
  return result;
}

std::vector<char> reconstructible(const std::vector<Fractions>& signal, const LinearSystem<Rational>& system) {
  const std::size_t inputs = system.inputs();
  std::vector<char> own(inputs, 0), found(inputs, 0);
  for (std::size_t j = 0; j < inputs; ++j)
    own[j] = std::ranges::binary_search(system.observers, static_cast<graph::Node>(j % system.nodes)) ? 1 : 0;
  auto others = signal;
  for (auto& row : others) {
    for (std::size_t j = 0; j < inputs; ++j) {
      if (own[j] != 0) row[j] = 0;
    }
  }
  // e_j is in the row space iff its projection on it is e_j itself, which has length 1.
  std::vector<Fractions> columns(inputs, Fractions(signal.size(), Rational(0)));
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (std::size_t j = 0; j < inputs; ++j) columns[j][i] = others[i][j];
  }
  const auto solved = solve_exactly(others, columns);
  for (std::size_t j = 0; j < inputs; ++j) found[j] = dot(columns[j], *solved.solutions[j].test) == 1 ? 1 : 0;
  return found;
}

}  // namespace hearsay::accounting
