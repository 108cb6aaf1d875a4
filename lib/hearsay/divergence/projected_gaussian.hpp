// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

namespace hearsay::divergence {

/// Sensitivity of a linear Gaussian release. An observer sees A (x + z), z ~ N(0, sigma^2 I). Moving x by `difference`
/// moves the mean by A difference inside the range of A A^T, so the two laws are those of a Gaussian mechanism with
/// ratio mu = (returned value) / sigma, whether or not `difference` lies in the row space of A: only its projection A+
/// A difference on the row space is seen.
/// @param a           m x n; m = 0 and every rank are allowed.
/// @param difference  length n, in the unit of sigma.
/// @return            ||A+ A difference||, between 0 and ||difference||.
/// @throws Error(Errc::shape) if the sizes differ; Error(Errc::domain) if an entry is not finite.
/// @accuracy          relative 1e-10 for n <= 64 and well separated ranks; the rank is decided by pivoted QR with
/// Eigen's default threshold.
/// @complexity        O(m n min(m, n)).
/// @claims dp.projected_gaussian
[[nodiscard]] double projected_sensitivity(const Eigen::MatrixXd& a, const Eigen::VectorXd& difference);

}  // namespace hearsay::divergence
