// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <hearsay/linalg/ball_projections.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// Projections on K_t = span{(W^T)^s e_v : v in starts, s < t}, t = ranks.size(), for large views: what ball_krylov
/// computes, in products of matrices of doubles.
///
/// Block Arnoldi in fixed-point numbers of many digits (SlicedMatrix). A step multiplies the last block by W^T, takes
/// off its components along the basis, and keeps as many directions as `ranks` says. Every coefficient is a known
/// number, so each vector z_j of the basis has an exact k_j in K_t with |z_j - k_j| <= e_j: sums, products and cuts add
/// their bounds to e_j. With E = Z^T Z - I, measured in doubles, |E| < 1 proves the k_j independent; of as many as the
/// last of `ranks` the span is K_t, if that is its rank, and | |P e_u|^2 - |Z^T e_u|^2 | <= |E| |Z^T e_u|^2 / (1 - |E|)
/// up to the e_j. Earlier entries of `ranks` only say where to look: wrong ones make it find nothing.
/// The numbers have 252 bits first, and more until every e_j is at most 2^-44; a step has no more digits than the
/// errors leave.
/// @param w       n x n, symmetric or not.
/// @param ranks   of K_1, ..., K_t. Ranks beyond the last are the same.
/// @param stop    asked before every step.
/// @param column  the o whose P e_o is wanted.
/// @return nothing if 840 bits do not suffice, or `ranks` are not reached.
/// @throws Error(Errc::shape) if a start is no node; Interrupted.
/// @accuracy `error` is about n rank 2^-52, most of it the bound on the rounding of Z^T Z.
/// @complexity O(n rank (n + rank)) for each of about 50 pairs of digits, in products of matrices; 8 n rank bytes for
/// each digit: 1 s for n = 744, rank 732.
/// @cite ozaki2012error
[[nodiscard]] std::optional<BallProjections> sliced_krylov(const RationalMatrix& w, std::span<const Index> starts,
                                                           std::span<const std::int64_t> ranks, const Stop& stop = {},
                                                           std::optional<Index> column = std::nullopt);

}  // namespace hearsay::linalg
