// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/rational_product.hpp>

namespace hearsay::linalg {

std::vector<std::vector<Rational>> product(const RationalMatrix& w, const std::vector<std::vector<Rational>>& rows) {
  std::vector<std::vector<Rational>> result(rows.size(),
                                            std::vector<Rational>(rows.empty() ? 0 : rows.front().size(), Rational(0)));
  for (std::size_t u = 0; u < rows.size(); ++u) {
    for (const auto& [v, value] : w.rows[u]) {
      for (std::size_t k = 0; k < rows[v].size(); ++k) {
        if (rows[v][k] != 0) result[u][k] += value * rows[v][k];
      }
    }
  }
  return result;
}

}  // namespace hearsay::linalg
