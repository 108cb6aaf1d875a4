// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/linear/dense.hpp>
#include <hearsay/accounting/linear/model.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// b_s^T S^+ b_t by conjugate gradients on B B^T w = b, without any matrix, and how far sqrt(loss) may be off.
struct ConjugateLosses {
  DenseFactor::Losses losses;
  /// Whether the doubt is proved, up to rounding. With w found, r = b - B B^T w and a z_r with B z_r = r (OwnNoise),
  /// the noise B^T w + z_r hides the change, so sqrt(loss) <= |B^T w| + |z_r|; the test w gives >= |B^T w| - |z_r|.
  /// Without a noise of its own for every row the doubt is the relative residual, which proves nothing.
  bool proved = false;
};

/// @throws Error(Errc::not_converged) as linalg::conjugate_gradient, for views of nearly dependent rows.
/// @complexity two runs an iteration, some sqrt(condition of S) iterations a change; a vector of noises a change.
[[nodiscard]] ConjugateLosses conjugate_losses(const LinearSystem<double>& system, const std::vector<Change>& changes,
                                               const Execution& execution);

}  // namespace hearsay::accounting
