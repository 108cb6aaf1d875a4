// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::graph {

/// Reads a matrix of numbers; the end of the name determines the format.
/// - `.mtx`: Matrix Market, coordinate or array, real or integer, general or symmetric. Every entry is read exactly;
///   besides decimals with or without an exponent, p/q is accepted. A place that is named twice is refused.
///   `.mtx.gz`: the same, packed.
/// - `.npy`: NumPy's format 1.0 or 2.0, one or two dimensions, little-endian float64, float32, int64, int32, in C or
///   Fortran order. A double is read as fraction_of says; one dimension is a column.
/// @throws Error(Errc::file) for what cannot be opened; Error(Errc::syntax) with the line for what cannot be read, or
/// for a name that ends otherwise; Error(Errc::too_large) beyond 10^8 entries or 2^31 rows or columns.
/// @complexity O(size of the file); memory is bounded by what the file holds, never by what it claims.
[[nodiscard]] linalg::FractionMatrix read_matrix(const std::string& path);

}  // namespace hearsay::graph
