// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/perturbation.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <hearsay/core/split_mix.hpp>

namespace hearsay::linalg {

SparseMatrix perturbed(SparseMatrix m, double size) {
  for (Eigen::Index u = 0; size > 0.0 && u < m.rows(); ++u) {
    for (SparseMatrix::InnerIterator entry(m, u); entry; ++entry) {
      const auto low = static_cast<std::uint64_t>(std::min(u, entry.col())),
                 high = static_cast<std::uint64_t>(std::max(u, entry.col()));
      entry.valueRef() *= 1.0 + size * (std::ldexp(static_cast<double>(split_mix(low << 32 | high)), -63) - 1.0);
    }
  }
  return m;
}

bool same_pivots(const std::vector<double>& pivots, const std::vector<double>& changed) {
  return std::ranges::equal(pivots, changed, [](double a, double b) { return std::abs(a - b) <= a / 2.0; });
}

}  // namespace hearsay::linalg
