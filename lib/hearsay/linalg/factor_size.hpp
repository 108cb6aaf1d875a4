// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/SparseCore>

#include <cstddef>

namespace hearsay::linalg {

/// Nonzeros of the largest sparse factor that is made: about 0.7 GiB.
inline constexpr std::size_t largest_factor = 60'000'000;

/// Would the factor of A under the ordering that Eigen::SimplicialLDLT uses stay within `most` nonzeros? Symbolic
/// elimination (the row subtrees of the elimination tree), without memory for the factor.
/// @param a  symmetric, both triangles stored.
/// @complexity O(nonzeros of A + min(most, nonzeros of the factor)).
[[nodiscard]] bool factor_fits(const Eigen::SparseMatrix<double>& a, std::size_t most = largest_factor);

}  // namespace hearsay::linalg
