// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sparse.hpp>

namespace hearsay::linalg {

/// W without the rows and columns of `nodes`; the others keep their numbers.
[[nodiscard]] SparseMatrix without_nodes(SparseMatrix w, std::span<const Index> nodes);
[[nodiscard]] RationalMatrix without_nodes(RationalMatrix w, std::span<const Index> nodes);

}  // namespace hearsay::linalg
