// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/SparseCore>

#include <cstdint>

namespace hearsay::linalg {

/// Number of a row or column.
using Index = std::uint32_t;

/// A sparse matrix of doubles, stored by rows.
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>;

}  // namespace hearsay::linalg
