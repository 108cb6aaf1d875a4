// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/rational_eigenvectors.hpp>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/linalg/detail/modular_matrix.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/modular_space.hpp>

namespace hearsay::linalg {

namespace {

/// The first convergent of the continued fraction of x that is so close, if its denominator is at most `largest`.
std::optional<Rational> nearby_fraction(double x, double distance, std::int64_t largest) {
  std::int64_t p = 1, q = 0, last_p = 0, last_q = 1;
  double rest = x;
  for (int i = 0; i < 40; ++i) {
    const double whole = std::floor(rest);
    if (std::abs(whole) > static_cast<double>(largest)) return std::nullopt;
    const auto a = static_cast<std::int64_t>(whole);
    last_p = std::exchange(p, a * p + last_p);
    last_q = std::exchange(q, a * q + last_q);
    if (q > largest) return std::nullopt;
    if (std::abs(x - static_cast<double>(p) / static_cast<double>(q)) <= distance) return Rational(p, q);
    rest = 1.0 / (rest - whole);
  }
  return std::nullopt;
}

using Sparse = std::vector<RationalMatrix::Entry>;

/// Whether W z = value z. @param rows_at  by column: the rows of W with an entry there.
bool is_eigenvector(const RationalMatrix& w, const std::vector<std::vector<Index>>& rows_at, const Rational& value,
                    const Sparse& z) {
  std::unordered_map<Index, Rational> entries;
  std::vector<Index> touched;
  for (const auto& [node, entry] : z) {
    entries.emplace(node, entry);
    touched.push_back(node);
    touched.insert(touched.end(), rows_at[node].begin(), rows_at[node].end());
  }
  std::ranges::sort(touched);
  touched.erase(std::ranges::unique(touched).begin(), touched.end());
  return std::ranges::all_of(touched, [&](Index u) {
    Rational sum = 0;
    for (const auto& [column, weight] : w.rows[u]) {
      const auto entry = entries.find(column);
      if (entry != entries.end()) sum += weight * entry->second;
    }
    const auto own = entries.find(u);
    return own == entries.end() ? sum == 0 : sum == value * own->second;
  });
}

/// A basis of the same space whose vectors are 1 at one node each, where the others are 0.
Eigen::MatrixXd reduced(const Eigen::Ref<const Eigen::MatrixXd>& vectors) {
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(vectors.transpose());
  const auto count = vectors.cols();
  Eigen::MatrixXd pivots(count, count);
  for (Eigen::Index i = 0; i < count; ++i) pivots.row(i) = vectors.row(qr.colsPermutation().indices()(i));
  return Eigen::ColPivHouseholderQR<Eigen::MatrixXd>(pivots.transpose()).solve(vectors.transpose()).transpose();
}

/// The fractions near the entries of a vector.
std::optional<Sparse> fractions_near(const Eigen::Ref<const Eigen::VectorXd>& vector) {
  constexpr double close = 1e-8;
  Sparse result;
  for (Eigen::Index u = 0; u < vector.size(); ++u) {
    if (std::abs(vector(u)) <= close) continue;
    const auto entry = nearby_fraction(vector(u), close, 1000);
    if (!entry) return std::nullopt;
    result.push_back({static_cast<Index>(u), *entry});
  }
  return result;
}

}  // namespace

std::optional<RationalEigenvectors> rational_eigenvectors(const RationalMatrix& w, double value,
                                                          const Eigen::Ref<const Eigen::MatrixXd>& vectors) {
  const auto fraction = nearby_fraction(value, 1e-13, 1'000'000);
  if (!fraction || vectors.cols() == 0 || !vectors.allFinite()) return std::nullopt;
  std::vector<std::vector<Index>> rows_at(w.rows.size());
  for (Index u = 0; u < w.size(); ++u) {
    for (const auto& entry : w.rows[u]) rows_at[entry.column].push_back(u);
  }
  RationalEigenvectors found{.value = *fraction, .vectors = {}};
  const Eigen::MatrixXd basis = reduced(vectors);
  for (Eigen::Index j = 0; j < basis.cols(); ++j) {
    auto vector = fractions_near(basis.col(j));
    if (vector && is_eigenvector(w, rows_at, found.value, *vector)) found.vectors.push_back(std::move(*vector));
  }
  if (found.vectors.empty()) return std::nullopt;
  return found;
}

std::int64_t seen_dimensions(const RationalEigenvectors& space, std::span<const Index> starts) {
  const auto count = space.vectors.size();
  std::vector<ModularSpace::Vector> rows;
  for (const auto v : starts) {
    ModularSpace::Vector row(count, 0);
    bool some = false;
    for (std::size_t j = 0; j < count; ++j) {
      const auto entry = std::ranges::lower_bound(space.vectors[j], v, {}, &RationalMatrix::Entry::column);
      if (entry == space.vectors[j].end() || entry->column != v) continue;
      row[j] = residue(entry->value, default_prime);
      some = true;
    }
    if (some) rows.push_back(std::move(row));
  }
  ModularSpace seen(count, std::min(count, rows.size()), default_prime);
  if (!rows.empty()) seen.add(rows);
  return static_cast<std::int64_t>(seen.rank());
}

}  // namespace hearsay::linalg
