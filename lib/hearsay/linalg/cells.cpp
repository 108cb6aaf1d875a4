// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/cells.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <unordered_map>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::linalg {

namespace {

using Integer = boost::multiprecision::cpp_int;

/// By column: which rows give it what weight, times the common denominator of the matrix.
std::vector<std::vector<std::pair<graph::Node, Integer>>> scaled_columns(const RationalMatrix& w) {
  Integer common = 1;
  for (const auto& row : w.rows) {
    for (const auto& entry : row) common = lcm(common, denominator(entry.value));
  }
  std::vector<std::vector<std::pair<graph::Node, Integer>>> columns(w.rows.size());
  for (graph::Node u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u])
      columns[column].emplace_back(u, numerator(value) * (common / denominator(value)));
  }
  return columns;
}

/// A node's cell and the weights it receives from each cell.
struct Signature {
  graph::Node cell;
  std::vector<std::pair<graph::Node, Integer>> received;
  bool operator==(const Signature&) const = default;
};

struct Hash {
  std::size_t operator()(const Signature& signature) const {
    std::size_t hash = signature.cell;
    for (const auto& [cell, weight] : signature.received) {
      hash = (hash * 31 + cell) * 31 + std::hash<Integer>{}(weight);
    }
    return hash;
  }
};

Signature signature_of(graph::Node u, const std::vector<graph::Node>& cells,
                       const std::vector<std::pair<graph::Node, Integer>>& column) {
  std::map<graph::Node, Integer> received;
  for (const auto& [sender, weight] : column) received[cells[sender]] += weight;
  std::erase_if(received, [](const auto& item) { return item.second == 0; });
  return {.cell = cells[u], .received = {received.begin(), received.end()}};
}

}  // namespace

std::int64_t Cells::most(int steps) const {
  return steps <= 0 ? 0 : counts[std::min(static_cast<std::size_t>(steps), counts.size()) - 1];
}

Cells equitable_cells(const RationalMatrix& w, std::span<const graph::Node> starts) {
  const auto columns = scaled_columns(w);
  std::vector<graph::Node> colours(w.size(), 0);
  graph::Node colour = 0;
  for (const auto v : starts) {
    if (v >= w.size()) throw Error(Errc::shape, "equitable_cells", fmt::format("node {} is none of {}", v, w.size()));
    colours[v] = ++colour;
  }
  Cells result;
  std::unordered_map<graph::Node, graph::Node> numbers;
  for (const auto c : colours)
    result.of.push_back(numbers.emplace(c, static_cast<graph::Node>(numbers.size())).first->second);
  result.counts.push_back(static_cast<std::int64_t>(numbers.size()));
  constexpr std::size_t most_rounds = 1024;
  while (result.counts.size() <= most_rounds) {
    std::unordered_map<Signature, graph::Node, Hash> signatures;
    std::vector<graph::Node> next;
    for (graph::Node u = 0; u < w.size(); ++u) {
      next.push_back(
          signatures.emplace(signature_of(u, result.of, columns[u]), static_cast<graph::Node>(signatures.size()))
              .first->second);
    }
    const auto count = static_cast<std::int64_t>(signatures.size());
    if (count == result.count()) return result;
    result.of = std::move(next);
    result.counts.push_back(count);
  }
  std::iota(result.of.begin(), result.of.end(), graph::Node{0});
  result.counts.push_back(static_cast<std::int64_t>(w.size()));
  return result;
}

RationalMatrix quotient_matrix(const RationalMatrix& w, const Cells& cells) {
  const auto count = static_cast<std::size_t>(cells.count());
  std::vector<std::optional<graph::Node>> first(count);
  for (graph::Node u = 0; u < w.size(); ++u) {
    if (!first[cells.of[u]]) first[cells.of[u]] = u;
  }
  std::vector<std::map<graph::Node, Rational>> rows(count);
  for (graph::Node u = 0; u < w.size(); ++u) {
    for (const auto& [column, value] : w.rows[u]) {
      if (first[cells.of[column]] == column) rows[cells.of[u]][cells.of[column]] += value;
    }
  }
  RationalMatrix result;
  for (const auto& row : rows) {
    auto& entries = result.rows.emplace_back();
    for (const auto& [column, value] : row) {
      if (value != 0) entries.push_back({column, value});
    }
  }
  return result;
}

}  // namespace hearsay::linalg
