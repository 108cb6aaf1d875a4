// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <hearsay/accounting/continual/rational_stream.hpp>

namespace hearsay::accounting {

/// An adjoint in small whole numbers that shows nearly what the best one does, for readers with a pencil.
///
/// Off the one seen node v the blocks follow from c_t = b_t(v): with A = W off v, w = W's column of v there and z the
/// shift (z x)_t = x_{t+1}, (I - z A) b = z w c. So c = L det(I - z A) q and b = L z adj(I - z A) w q are whole for
/// whole q, if L is the common denominator of these polynomials. q is the best one, scaled and rounded; the smallest
/// scale that shows enough is taken.
/// @param best   of the same stream, as periodic_adjoint() finds it.
/// @param least  the rate to be shown at least.
/// @return `best` if more than one node is seen, or no scale up to 1000 suffices.
/// @pre least < best.rate, as above.
/// @complexity an elimination of order p in floating point, 4000 candidates of p n fractions.
[[nodiscard]] PeriodicAdjoint in_whole_numbers(const linalg::RationalMatrix& w, const StreamWatch& watch,
                                               graph::Node target, std::span<const exact::Rational> stream,
                                               const PeriodicAdjoint& best, const exact::Rational& least);

}  // namespace hearsay::accounting
