// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <vector>

#include <hearsay/divergence/projected_gaussian.hpp>
#include <hearsay/exact/rational.hpp>

#include "props/dp/dp_props.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using Matrix = std::vector<std::vector<Rational>>;

enum class Place { anywhere, row_space, kernel };

/// A m x n integer matrix and an integer difference: the raw one; A^T times the raw one, in the row space; or e_0 -
/// e_last with the last column a copy of the first, in the kernel.
struct Release {
  std::size_t rows, columns;
  std::vector<int> entries, raw_difference;
  Place place;

  [[nodiscard]] int entry(std::size_t i, std::size_t j) const {
    return entries[i * columns + (place == Place::kernel && j + 1 == columns ? 0 : j)];
  }
  [[nodiscard]] std::vector<int> difference() const {
    std::vector<int> d(raw_difference.begin(), raw_difference.begin() + static_cast<std::ptrdiff_t>(columns));
    if (place == Place::anywhere) return d;
    if (place == Place::kernel) {
      std::vector<int> unseen(columns);
      if (columns > 1) unseen.front() = 1, unseen.back() = -1;
      return unseen;
    }
    std::vector<int> combined(columns);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) combined[j] += raw_difference[i] * entry(i, j);
    }
    return combined;
  }
};

/// Solves m y = b by Gauss-Jordan elimination in rationals, free unknowns 0. @pre the system is consistent. Also counts
/// pivots.
std::pair<std::vector<Rational>, std::size_t> solve(Matrix m, std::vector<Rational> b) {
  const std::size_t n = b.size();
  std::vector<std::size_t> pivot_columns;
  for (std::size_t column = 0, row = 0; column < n && row < n; ++column) {
    std::size_t pivot = row;
    while (pivot < n && m[pivot][column] == 0) ++pivot;
    if (pivot == n) continue;
    std::swap(m[pivot], m[row]);
    std::swap(b[pivot], b[row]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == row || m[i][column] == 0) continue;
      const Rational factor = m[i][column] / m[row][column];
      for (std::size_t j = column; j < n; ++j) m[i][j] -= factor * m[row][j];
      b[i] -= factor * b[row];
    }
    pivot_columns.push_back(column);
    ++row;
  }
  std::vector<Rational> y(n);
  for (std::size_t row = 0; row < pivot_columns.size(); ++row)
    y[pivot_columns[row]] = b[row] / m[row][pivot_columns[row]];
  return {y, pivot_columns.size()};
}

struct Exact {
  Rational mu_squared;  ///< at sigma = 1
  std::size_t rank;
};

/// The definition: y = A(x+z) has law N(A x, A A^T); two such laws differ in mean by v = A d, and the log-likelihood
/// ratio is normal with variance v^T y for any y with A A^T y = v (one exists since v is in the range of A, which is
/// that of A A^T).
Exact exact_ratio(const Release& release) {
  const auto d = release.difference();
  Matrix gram(release.rows, std::vector<Rational>(release.rows));
  std::vector<Rational> mean(release.rows);
  for (std::size_t i = 0; i < release.rows; ++i) {
    for (std::size_t k = 0; k < release.rows; ++k) {
      for (std::size_t j = 0; j < release.columns; ++j) gram[i][k] += release.entry(i, j) * release.entry(k, j);
    }
    for (std::size_t j = 0; j < release.columns; ++j) mean[i] += release.entry(i, j) * d[j];
  }
  const auto [y, rank] = solve(gram, mean);
  Rational sum = 0;
  for (std::size_t i = 0; i < release.rows; ++i) sum += mean[i] * y[i];
  return {sum, rank};
}

double by_library(const Release& release) {
  const auto d = release.difference();
  Eigen::MatrixXd a(static_cast<Eigen::Index>(release.rows), static_cast<Eigen::Index>(release.columns));
  Eigen::VectorXd difference(static_cast<Eigen::Index>(release.columns));
  for (std::size_t j = 0; j < release.columns; ++j) {
    difference(static_cast<Eigen::Index>(j)) = d[j];
    for (std::size_t i = 0; i < release.rows; ++i)
      a(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = release.entry(i, j);
  }
  return divergence::projected_sensitivity(a, difference);
}

run::Finding projected_gaussian(const run::Context& context) {
  const auto sizes = rc::gen::tuple(rc::gen::inRange<std::size_t>(1, 6), rc::gen::inRange<std::size_t>(1, 6),
                                    rc::gen::element(Place::anywhere, Place::row_space, Place::kernel));
  const auto numbers = rc::gen::container<std::vector<int>>(25, rc::gen::resize(100, rc::gen::inRange(-3, 4)));
  const auto raw = rc::gen::container<std::vector<int>>(5, rc::gen::resize(100, rc::gen::inRange(-4, 5)));
  const auto releases = rc::gen::map(rc::gen::tuple(sizes, numbers, raw), [](const auto& value) {
    const auto& [size, entries, difference] = value;
    const auto& [rows, columns, place] = size;
    return Release{rows, columns, entries, difference, place};
  });
  const auto property = [](const Release& release) {
    const Exact exact = exact_ratio(release);
    const double expected = static_cast<double>(exact.mu_squared);
    const double found = std::pow(by_library(release), 2);
    constexpr double accuracy = 1e-10;  // relative to ||d||^2, the scale of the projection
    double scale = 0.0;
    for (const int entry : release.difference()) scale += static_cast<double>(entry) * entry;
    const double error = scale == 0.0 ? 0.0 : std::abs(found - expected) / scale;
    Outcome outcome = decided(error <= accuracy);
    if (scale > 0.0 && exact.mu_squared == 0) outcome.tags.emplace_back("invisible difference");
    if (scale > 0.0 && expected == scale) outcome.tags.emplace_back("in the row space");
    if (expected > 0.0 && expected < scale) outcome.tags.emplace_back("partly outside the row space");
    if (exact.rank < std::min(release.rows, release.columns)) outcome.tags.emplace_back("rank deficient");
    return outcome;
  };
  auto result = search(releases, property,
                       {.cases = context.pick<std::uint64_t>(400, 2000, 50000),
                        .max_size = 100,
                        .coverage = {{"in the row space", 20},
                                     {"partly outside the row space", 3},
                                     {"invisible difference", 10},
                                     {"rank deficient", 3}}},
                       context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < x->rows; ++i) {
      rows.push_back(nlohmann::ordered_json::array());
      for (std::size_t j = 0; j < x->columns; ++j) rows.back().push_back(x->entry(i, j));
    }
    finding.witness = compared_exactly(
        {{"matrix", rows}, {"difference", x->difference()}, {"sigma", 1}},
        {fmt::format("mu^2 = {}", std::pow(by_library(*x), 2)), "mu^2 = " + exact_ratio(*x).mu_squared.str()});
  }
  return finding;
}

}  // namespace

void register_dp_projected(run::Registry& registry) { registry.add("dp.projected_gaussian", projected_gaussian); }

}  // namespace hearsay::props
