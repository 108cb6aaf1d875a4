// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/accounting/linear/system.hpp>

namespace hearsay::accounting {

/// What a protocol's view is as a linear system.
struct LinearSize {
  double rows = 0.0, noises = 0.0;  ///< noises that the observers do not know
  double bytes = 0.0;               ///< that the system and its names take, and the vectors of a run
};

/// The size of a view before it is built. Rows and noises are exact, unless given weights are 0: then at most these.
/// @param number  bytes of a number.
/// @complexity O(nodes + edges + rounds + entries of the noises).
[[nodiscard]] LinearSize linear_size(const Protocol& protocol, std::size_t number = sizeof(double));

/// The view of `protocol.view` as a linear system, over doubles, fractions or a prime field.
///
/// A run gives the values of all nodes; the view selects rows of it. Noises that the observers know are left out.
/// @throws Error(Errc::too_large) if a fraction's denominator is divisible by the prime of a field, or if the system
/// does not fit into the free memory.
/// @complexity O(entries of the rounds).
template <class Scalar>
[[nodiscard]] LinearSystem<Scalar> linear_system(const Protocol& protocol);

/// The view A x + B z of two given matrices with equally many rows; column r * n + u of A is what node u of n adds in
/// round r of `rounds`.
/// @throws Error(Errc::shape) if the rows differ or `rounds` does not divide the columns of A; Error(Errc::domain) if
/// rounds < 1.
template <class Scalar>
[[nodiscard]] LinearSystem<Scalar> linear_system(const linalg::FractionMatrix& signal,
                                                 const linalg::FractionMatrix& noise, std::size_t rounds);

}  // namespace hearsay::accounting
