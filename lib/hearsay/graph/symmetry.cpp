// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/symmetry.hpp>

#include <fmt/format.h>

#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {

bool symmetric(const GossipMatrix& w, double tolerance) {
  if (w.rows() != w.cols()) return false;
  const GossipMatrix transposed = w.transpose();
  return GossipMatrix(w - transposed).norm() <= tolerance * w.norm();
}

void require_gossip_matrix(std::string_view where, const GossipMatrix& w) {
  constexpr double tolerance = 1e-12;
  if (w.rows() != w.cols())
    throw Error(Errc::shape, where, fmt::format("W is {} x {}, it must be square", w.rows(), w.cols()));
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    double sum = 0.0;
    for (GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (!(entry.value() >= -tolerance))
        throw Error(Errc::domain, where, fmt::format("W({}, {}) = {} must be >= 0", u, entry.col(), entry.value()));
      sum += entry.value();
    }
    if (!(std::abs(sum - 1.0) <= tolerance * static_cast<double>(w.cols())))
      throw Error(Errc::domain, where, fmt::format("row {} of W sums to {}, it must sum to 1", u, sum));
  }
  if (!symmetric(w, tolerance)) throw Error(Errc::domain, where, "W must be symmetric");
}

}  // namespace hearsay::graph
