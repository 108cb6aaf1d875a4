// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::linalg {

/// W times a dense matrix, both given by rows.
/// @pre `rows` has w.size() rows, all of one length.
/// @complexity nnz times the length of a row, operations on fractions.
[[nodiscard]] std::vector<std::vector<Rational>> product(const RationalMatrix& w,
                                                         const std::vector<std::vector<Rational>>& rows);

}  // namespace hearsay::linalg
