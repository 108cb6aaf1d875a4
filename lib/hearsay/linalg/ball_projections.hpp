// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/linalg/sparse.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::linalg {

/// Projections of the unit vectors on a space of vectors.
struct BallProjections {
  Eigen::VectorXd projections;  ///< |P e_u|^2
  std::int64_t rank = 0;
  double error = 0.0;           ///< proven bound on the error of every projection, if `rank` is the rank of the space
  Eigen::VectorXd column = {};  ///< P e_o, with the same error, if it was asked for
};

/// Projections on K_t = span{(W^T)^s e_v : v in starts, s < t}, t = ranks.size(), of known dimensions.
///
/// Lanczos' recurrence (Arnoldi's if W is not symmetric) in ball arithmetic: the coefficients are numbers, the vectors
/// carry a bound on their error, so each vector is known to lie in the space up to that bound. With Z the vectors and E
/// = Z^T Z - I, | |P e_u|^2 - |Z^T e_u|^2 | <= |E| |Z^T e_u|^2 / (1 - |E|) whatever the recurrence did, and |E| < 1
/// proves the vectors independent. The precision starts at 256 bits and doubles until each step adds as many vectors as
/// `ranks` says, each of them known to 60 bits, and all others vanish as far as the precision goes.
/// @param ranks      of K_1, ..., K_t: modular_krylov_ranks. Ranks beyond the last are the same.
/// @param symmetric  whether W is.
/// @param stop       asked before every step.
/// @param column     the o whose P e_o is wanted.
/// @return nothing if no precision decides that is affordable: about 2e8 products of 256 bits, half a minute.
/// @throws Interrupted.
/// @complexity O(n rank |starts|) products for symmetric W, else O(n rank^2); about 80 ns each at 256 bits.
/// @cite johansson2017arb
[[nodiscard]] std::optional<BallProjections> ball_krylov(const RationalMatrix& w, std::span<const Index> starts,
                                                         std::span<const std::int64_t> ranks, bool symmetric,
                                                         const Stop& stop = {},
                                                         std::optional<Index> column = std::nullopt);

/// The same for the row space of a time-varying view, S_0 with S_t = span(E_{N_t}) + W_t^T S_{t+1}.
/// @param ranks  of S_0, ..., S_{T-1}.
[[nodiscard]] std::optional<BallProjections> ball_rounds(std::span<const RationalMatrix> rounds,
                                                         std::span<const std::vector<Index>> senders,
                                                         std::span<const std::int64_t> ranks);

}  // namespace hearsay::linalg
