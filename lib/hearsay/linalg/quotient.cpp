// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/quotient.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <hearsay/system/end_if.hpp>

namespace hearsay::linalg {

namespace {

/// A color, then the colors and weights of the neighbors, in increasing order.
using Signature = std::pair<std::size_t, std::vector<std::pair<std::size_t, double>>>;

/// Numbers the signatures in increasing order. @return how many differ.
std::size_t recolor(std::vector<std::size_t>& colors, const std::vector<Signature>& signatures) {
  std::vector<std::size_t> order(signatures.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t v) -> const Signature& { return signatures[v]; });
  std::size_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || signatures[order[i]] != signatures[order[i - 1]]) ++count;
    colors[order[i]] = count - 1;
  }
  return count;
}

/// Which nodes have a color of their own.
std::vector<char> alone(const std::vector<std::size_t>& colors, std::size_t count) {
  std::vector<std::size_t> nodes(count, 0);
  for (const auto color : colors) ++nodes[color];
  std::vector<char> result;
  for (const auto color : colors) result.push_back(nodes[color] == 1 ? 1 : 0);
  return result;
}

}  // namespace

std::optional<Quotient> equitable_quotient(const SparseMatrix& m, std::span<const Index> singled_out,
                                           const Stop& stop) {
  constexpr Eigen::Index most_nodes = 4096;
  constexpr int most_rounds = 256;
  if (m.rows() > most_nodes) return std::nullopt;
  const auto n = static_cast<std::size_t>(m.rows());

  // At first a node differs by being singled out, and by its diagonal weight where its row does not sum to 1.
  std::vector<std::size_t> colors(n, 0);
  std::vector<Signature> signatures(n);
  for (std::size_t i = 0; i < singled_out.size(); ++i) signatures[singled_out[i]].first = i + 1;
  for (std::size_t u = 0; u < n; ++u) {
    const auto row = m.row(static_cast<Eigen::Index>(u));
    if (std::abs(row.sum() - 1.0) > 1e-15 * static_cast<double>(row.nonZeros() + 1)) {
      signatures[u].second.emplace_back(0, m.coeff(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(u)));
    }
  }
  std::size_t count = recolor(colors, signatures), before = 0;
  for (int round = 0; count > before && count < n; ++round) {
    end_if(stop);
    if (round == most_rounds) return std::nullopt;
    before = count;
    const auto settled = alone(colors, count);
    for (std::size_t u = 0; u < n; ++u) {
      signatures[u] = {colors[u], {}};
      if (settled[u] != 0) continue;
      for (SparseMatrix::InnerIterator entry(m, static_cast<Eigen::Index>(u)); entry; ++entry) {
        if (static_cast<std::size_t>(entry.col()) != u)
          signatures[u].second.emplace_back(colors[static_cast<std::size_t>(entry.col())], entry.value());
      }
      std::ranges::sort(signatures[u].second);
    }
    count = recolor(colors, signatures);
  }
  if (count == n) return std::nullopt;

  std::vector<std::size_t> sizes(count, 0);
  for (const auto color : colors) ++sizes[color];
  Quotient quotient;
  quotient.cells.resize(m.rows(), static_cast<Eigen::Index>(count));
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t v = 0; v < n; ++v) {
    entries.emplace_back(static_cast<int>(v), static_cast<int>(colors[v]),
                         1.0 / std::sqrt(static_cast<double>(sizes[colors[v]])));
  }
  quotient.cells.setFromTriplets(entries.begin(), entries.end());
  const Eigen::SparseMatrix<double> columns = m * quotient.cells;
  quotient.matrix = SparseMatrix(Eigen::SparseMatrix<double>(quotient.cells.transpose() * columns));
  return quotient;
}

}  // namespace hearsay::linalg
