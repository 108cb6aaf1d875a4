// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/projected_gaussian.hpp>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::divergence {

double projected_sensitivity(const Eigen::MatrixXd& a, const Eigen::VectorXd& difference) {
  if (a.cols() != difference.size()) {
    throw Error(Errc::shape, "projected_sensitivity",
                fmt::format("a has {} columns and difference has {} entries: they must be equally many", a.cols(),
                            difference.size()));
  }
  if (!a.allFinite() || !difference.allFinite())
    throw Error(Errc::domain, "projected_sensitivity", "every entry must be finite");
  if (a.size() == 0) return 0.0;
  // A^T P = Q R: the first rank columns of Q span the row space.
  const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(a.transpose());
  const Eigen::VectorXd rotated = qr.householderQ().adjoint() * difference;
  return rotated.head(qr.rank()).norm();
}

}  // namespace hearsay::divergence
