// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/factor_size.hpp>

#include <Eigen/OrderingMethods>

#include <vector>

namespace hearsay::linalg {

bool factor_fits(const Eigen::SparseMatrix<double>& a, std::size_t most) {
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  Eigen::AMDOrdering<int>()(a, order);  // maps new positions to old nodes
  const auto n = static_cast<int>(a.rows());
  std::vector<int> position(static_cast<std::size_t>(n)), parent(static_cast<std::size_t>(n), -1),
      marked(static_cast<std::size_t>(n), -1);
  const auto at = [](std::vector<int>& v, int i) -> int& { return v[static_cast<std::size_t>(i)]; };
  for (int k = 0; k < n; ++k) at(position, order.indices()[k]) = k;
  std::size_t nonzeros = 0;
  for (int k = 0; k < n; ++k) {
    at(marked, k) = k;
    for (Eigen::SparseMatrix<double>::InnerIterator entry(a, order.indices()[k]); entry; ++entry) {
      for (int i = at(position, static_cast<int>(entry.row())); i < k && at(marked, i) != k; i = at(parent, i)) {
        if (at(parent, i) < 0) at(parent, i) = k;
        at(marked, i) = k;
        if (++nonzeros > most) return false;
      }
    }
  }
  return true;
}

}  // namespace hearsay::linalg
