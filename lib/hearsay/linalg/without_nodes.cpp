// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/without_nodes.hpp>

#include <vector>

namespace hearsay::linalg {

SparseMatrix without_nodes(SparseMatrix w, std::span<const Index> nodes) {
  std::vector<char> gone(static_cast<std::size_t>(w.rows()), 0);
  for (const auto v : nodes) gone[v] = 1;
  w.prune([&](Eigen::Index u, Eigen::Index v, double) {
    return gone[static_cast<std::size_t>(u)] == 0 && gone[static_cast<std::size_t>(v)] == 0;
  });
  return w;
}

RationalMatrix without_nodes(RationalMatrix w, std::span<const Index> nodes) {
  std::vector<char> gone(w.rows.size(), 0);
  for (const auto v : nodes) gone[v] = 1;
  for (std::size_t u = 0; u < w.rows.size(); ++u) {
    std::erase_if(w.rows[u],
                  [&](const RationalMatrix::Entry& entry) { return gone[u] != 0 || gone[entry.column] != 0; });
  }
  return w;
}

}  // namespace hearsay::linalg
